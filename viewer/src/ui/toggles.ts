// Chips that switch parts of the picture on and off.
import { button, element } from "./dom";

export class Toggles {
  readonly root = element("div", { class: "chips", role: "group", "aria-label": "Show" });
  private readonly chips = new Map<string, HTMLButtonElement>();
  private readonly on = new Set<string>();

  constructor(private readonly onChange: (id: string, on: boolean) => void) {}

  add(id: string, text: string, key: string, initially = false): void {
    const chip = button(text, `${text} (${key})`, () => this.flip(id), { "data-toggle": id, class: "chip" });
    this.chips.set(id, chip);
    this.root.append(chip);
    if (initially) this.on.add(id);
    chip.setAttribute("aria-pressed", String(initially));
  }

  flip(id: string): void {
    this.set(id, !this.on.has(id));
  }

  has(id: string): boolean {
    return this.on.has(id);
  }

  set(id: string, value: boolean): void {
    if (this.on.has(id) === value) return;
    if (value) this.on.add(id);
    else this.on.delete(id);
    this.chips.get(id)?.setAttribute("aria-pressed", String(value));
    this.onChange(id, value);
  }
}
