// Help and the run's own words, over the picture.
import type { Command } from "../control/keyboard";
import type { Header } from "../data/format";
import { button, element } from "./dom";

export class Dialog {
  readonly root = element("dialog");

  constructor(title: string, id: string, ...content: (Node | string)[]) {
    this.root.id = id;
    const close = button("×", "Close (Esc)", () => this.root.close(), { class: "close" });
    this.root.append(element("header", {}, element("h2", {}, title), close), ...content);
    this.root.addEventListener("click", (event) => {
      if (event.target === this.root) this.root.close();
    });
  }

  toggle(): void {
    if (this.root.open) this.root.close();
    else this.root.showModal();
  }
}

export function helpDialog(commands: Command[], mouse: string): Dialog {
  const list = element("dl", { class: "keys" });
  for (const command of commands) {
    list.append(element("dt", {}, element("kbd", {}, command.label)), element("dd", {}, command.text));
  }
  return new Dialog(
    "Keys and mouse",
    "help",
    list,
    element("p", {}, mouse),
  );
}

/** The program's own lines: a headline, then a word and what it tells on each. */
function summaryNodes(summary: string): Node[] {
  const [headline, ...lines] = summary.trim().split("\n");
  const list = element("dl");
  for (const line of lines) {
    const [, word, rest] = /^\s*(.*?)\s{2,}(.*)$/.exec(line) ?? ["", "", line];
    list.append(element("dt", {}, word), element("dd", {}, rest));
  }
  return [element("p", {}, headline), list];
}

export function runDialog(header: Header, summary: string, scene: string): Dialog {
  const parts: Node[] = summaryNodes(summary);
  if (header.frames < header.recorded_frames) {
    parts.push(
      element(
        "p",
        { class: "thinned" },
        `This page holds ${header.frames} of the ${header.recorded_frames} frames recorded, to keep it small.`,
      ),
    );
  }
  let pretty = scene;
  try {
    const short = JSON.stringify(JSON.parse(scene), null, 1);
    if (short.length < 2e6)
      pretty = short.replace(/\[\s+([^[\]{}]*?)\s+\]/g, (_all, inner: string) => `[${inner.replace(/\s+/g, " ")}]`);
  } catch {
    // shown as it is
  }
  parts.push(element("details", {}, element("summary", {}, "Scene"), element("pre", { class: "scene" }, pretty)));
  return new Dialog(header.name, "run", ...parts);
}
