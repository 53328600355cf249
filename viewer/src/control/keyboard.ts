// Keys and what they do. The help lists this very table.
export interface Command {
  keys: string[]; // as KeyboardEvent.key has them
  label: string; // how the help shows the keys
  text: string;
  run: (event: KeyboardEvent) => void;
}

export function listen(commands: Command[]): void {
  window.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement;
    if (target instanceof HTMLSelectElement) return;
    const command = commands.find((c) => c.keys.includes(event.key.length === 1 ? event.key.toLowerCase() : event.key));
    if (command === undefined) return;
    event.preventDefault();
    if (target instanceof HTMLButtonElement) target.blur(); // or the space bar would press it as well
    command.run(event);
  });
}
