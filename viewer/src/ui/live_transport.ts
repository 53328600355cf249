// The bar below the picture of a running world: pause, step, start again, record, and how fast time goes.
import type { LiveState, Order } from "../data/live";
import { button, element, icon } from "./dom";
import { NEXT, PAUSE, PLAY } from "./icons";

const RESET = "M10 4a6 6 0 1 1-5.7 4.1l1.9.6A4 4 0 1 0 10 6v2.6L5.4 5 10 1.4z";
const DOT = "M10 4.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 0 1 0-11z";

export class LiveTransport {
  readonly root: HTMLElement;
  private readonly play: HTMLButtonElement;
  private readonly recorder: HTMLButtonElement;
  private readonly file = element("output", { class: "file" });
  private readonly pace = element("output", { class: "pace" });
  private readonly clock = element("output", { class: "clock" });
  private paused = false;
  private recording = false;

  constructor(
    private readonly send: (order: Order) => void,
    private readonly onReset: () => void,
  ) {
    this.play = button("", "Go on or pause (space)", () => this.togglePause(), { class: "icon play" });
    const step = button("", "One step (.)", () => this.step(), { class: "icon" });
    const reset = button("", "Start again (R)", () => this.reset(), { class: "icon" });
    this.recorder = button("", "Record (E)", () => this.toggleRecord(), { class: "icon record" });
    step.append(icon(NEXT));
    reset.append(icon(RESET));
    this.recorder.append(icon(DOT));
    const gap = element("span", { class: "gap" });
    this.root = element(
      "div",
      { class: "transport live" },
      this.play,
      step,
      reset,
      this.recorder,
      this.file,
      gap,
      this.pace,
      this.clock,
    );
    this.play.replaceChildren(icon(PAUSE));
  }

  togglePause(): void {
    this.send({ do: "pause", value: !this.paused });
  }

  /** A world that is looked at step by step does not run. */
  step(): void {
    if (!this.paused) this.send({ do: "pause", value: true });
    this.send({ do: "step" });
  }

  reset(): void {
    this.onReset();
    this.send({ do: "reset" });
  }

  toggleRecord(): void {
    this.send({ do: "record", value: !this.recording });
  }

  show(state: LiveState): void {
    const recording = state.recording !== null;
    if (this.paused !== state.paused) this.play.replaceChildren(icon(state.paused ? PLAY : PAUSE));
    this.paused = state.paused;
    this.recording = recording;
    this.play.setAttribute("aria-pressed", String(!state.paused));
    this.recorder.setAttribute("aria-pressed", String(recording));
    this.file.textContent = state.recording ?? "";
    this.file.title = recording ? `recording into ${state.recording}` : "";
    this.pace.textContent = state.paused ? "paused" : `${state.realtime.toFixed(2)}× real time`;
    this.clock.textContent = `${state.time.toFixed(3)} s`;
  }
}
