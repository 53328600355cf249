// Where things are on the page.
import type { ContactKind } from "../scene/contacts";
import { button, element, readable } from "./dom";

export interface Parts {
  title: string;
  transport: HTMLElement;
  toggles: HTMLElement;
  plots: HTMLElement;
  inspector: HTMLElement;
  controls: HTMLElement | null; // above the plots
  dialogs: HTMLElement[];
  onHelp: () => void;
  onAbout: () => void;
  onTheme: () => void;
  onForceScale: (factor: number) => void;
}

const KINDS: ContactKind[] = ["stick", "slip", "idle"];

export class Layout {
  readonly canvas = element("canvas", { class: "picture", "aria-label": "Picture of the bodies" });
  readonly stage: HTMLElement;
  private readonly step = element("div", { class: "status" });
  private readonly grid = element("div", { class: "grid-note" });
  private readonly legend = element("div", { class: "legend", hidden: "" });
  private readonly problem = element("div", { class: "problem", role: "alert", hidden: "" });
  private readonly notice = element("div", { class: "notice", role: "status", hidden: "" });
  private readonly counts: Record<ContactKind, HTMLElement>;
  private readonly forces: HTMLElement;

  constructor(parent: HTMLElement, parts: Parts) {
    this.counts = { stick: element("b"), slip: element("b"), idle: element("b") };
    for (const kind of KINDS)
      this.legend.append(element("span", { class: kind }, element("i"), kind, this.counts[kind]));
    const scale = element("input", {
      type: "range",
      min: "-1.5",
      max: "1.5",
      step: "0.05",
      value: "0",
      "aria-label": "Length of forces",
    });
    scale.addEventListener("input", () => parts.onForceScale(10 ** Number(scale.value)));
    this.forces = element("label", { class: "force-scale", hidden: "" }, "force length", scale);
    this.stage = element(
      "main",
      { class: "stage" },
      this.canvas,
      this.step,
      this.grid,
      this.legend,
      parts.inspector,
      this.notice,
      this.problem,
    );
    const buttons = element(
      "nav",
      {},
      button("Run", "Summary and scene of the run (S)", parts.onAbout, { class: "chip" }),
      button("◐", "Dark or light (D)", parts.onTheme, { class: "chip round" }),
      button("?", "Keys (?)", parts.onHelp, { class: "chip round" }),
    );
    const side = element(
      "aside",
      { class: "side" },
      element("header", { class: "title" }, element("h1", {}, parts.title), buttons),
      parts.toggles,
      this.forces,
      ...(parts.controls === null ? [] : [parts.controls]),
      parts.plots,
    );
    parent.append(this.stage, parts.transport, side, ...parts.dialogs);
    document.title = `${parts.title} · stiction`;
  }

  /** A line about the step that led here. */
  setStatus(text: string, converged: boolean, title: string): void {
    this.step.textContent = text;
    this.step.className = converged ? "status" : "status missed";
    this.step.title = title;
  }

  setGrid(spacing: number): void {
    this.grid.textContent = `grid ${readable(spacing)} m`;
  }

  setTally(tally: Record<ContactKind, number> | null): void {
    this.legend.hidden = tally === null;
    if (tally === null) return;
    for (const kind of KINDS) this.counts[kind].textContent = String(tally[kind]);
  }

  setForces(on: boolean): void {
    this.forces.hidden = !on;
  }

  setProblem(text: string): void {
    this.problem.hidden = text === "";
    this.problem.textContent = text;
  }

  setNotice(text: string): void {
    this.notice.hidden = text === "";
    this.notice.textContent = text;
  }
}
