// The viewer of a recording: joins replay, picture, plots and panels, and decides what is shown when.
import type { Command } from "./control/keyboard";
import { Playback } from "./control/playback";
import { POSE_WORDS } from "./data/format";
import type { ContactRows, Replay } from "./data/replay";
import { Desk } from "./desk";
import type { Picture } from "./scene/picture";
import { Plots } from "./ui/plots";
import { seriesOf } from "./ui/series";
import { SmoothPlots } from "./ui/smooth_plots";
import { Transport } from "./ui/transport";

/** Frames fetched ahead of the one that is shown. */
const AHEAD = 100;
/** Pause after a failure, ms. */
const RETRY = 1000;

const MOUSE =
  "Drag to turn, right-drag or two fingers to shift, wheel or pinch to come closer; click a body to know it.";

export class App {
  readonly playback: Playback;
  private readonly desk: Desk;
  private readonly transport: Transport;
  private readonly plots: Plots;
  private shown = -1; // the frame in the picture
  private clock = 0;
  private retryAt = 0;

  constructor(
    parent: HTMLElement,
    private readonly replay: Replay,
  ) {
    const { header } = replay;
    this.playback = new Playback(
      replay.times,
      () => this.transport.showFrame(),
      () => this.transport.showState(),
    );
    this.transport = new Transport(this.playback, replay.times);
    const stepTimes = Float64Array.from(replay.steps.step, (s) => s * header.step);
    const seek = (time: number): void => {
      this.playback.pause();
      this.playback.seek(this.nearest(time));
    };
    this.plots = new Plots(seriesOf(replay), stepTimes, replay.duration, seek);
    if (header.smooth && replay.smooth) this.plots.attach(new SmoothPlots(replay, header.smooth, replay.smooth, seek));
    this.desk = new Desk(parent, {
      replay,
      transport: this.transport.root,
      controls: null,
      plots: this.plots,
      commands: this.commands(),
      homeKeys: ["r", "0"],
      mouse: MOUSE,
      contacts: () => this.contacts(),
      speed: (body) => this.speed(body),
    });
  }

  get picture(): Picture {
    return this.desk.picture;
  }

  /** Whether the picture shows all that it should at this moment. */
  get settled(): boolean {
    return this.shown === this.playback.frame && !this.desk.contactsDue;
  }

  /** Shows the first frame, then goes on for ever. */
  async start(): Promise<void> {
    const { last } = this.playback;
    for (const frame of [0, last >> 1, last]) {
      await this.replay.load(frame, false, 0);
      this.picture.settle(this.replay.posesOf(frame) as Float32Array);
    }
    this.desk.begin();
    this.showFrame();
    this.fetch(0);
    this.plots.redraw();
    this.clock = performance.now();
    const tick = (now: number): void => {
      this.tick(Math.min(0.1, (now - this.clock) / 1000));
      this.clock = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  private tick(seconds: number): void {
    const { playback } = this;
    // The clock waits for frames that are on their way.
    if (playback.playing && this.shown === playback.frame && this.ready(playback.frame + 1)) playback.advance(seconds);
    if (playback.playing || this.shown !== playback.frame) this.showFrame();
    if (this.desk.contactsDue && this.shown >= 0) this.desk.showContacts();
    this.picture.render();
  }

  private ready(frame: number): boolean {
    if (frame > this.playback.last || this.replay.posesOf(frame) !== null) return true;
    this.fetch(frame);
    return false;
  }

  private fetch(frame: number): void {
    if (performance.now() < this.retryAt) return;
    this.replay.load(frame, this.desk.wantsContacts, AHEAD).then(
      () => this.desk.layout.setProblem(""),
      (failure: unknown) => {
        // Asked for again after a while: the server may be there again.
        this.retryAt = performance.now() + RETRY;
        const reason = failure instanceof Error ? failure.message : failure;
        this.desk.layout.setProblem(`The replay cannot be read: ${reason}`);
      },
    );
  }

  private showFrame(): void {
    const { frame, share } = this.playback;
    const poses = this.replay.posesOf(frame);
    if (poses === null) return this.fetch(frame);
    const next = share > 0 ? this.replay.posesOf(frame + 1) : null;
    this.picture.showPoses(poses, next, share);
    if (frame === this.shown) return;
    this.shown = frame;
    const row = this.replay.stepRow(frame);
    this.plots.update(row, this.replay.times[frame]);
    this.showStep(row);
    this.desk.contactsDue = true;
    if (this.playback.playing) this.fetch(frame);
  }

  private showStep(row: number): void {
    const { steps, header } = this.replay;
    if (row < 0) return this.desk.layout.setStatus("start", true, "");
    const converged = steps.converged[row] === 1;
    this.desk.showStep(steps.step[row], header.paths[steps.path[row]], steps.error[row], converged, header.tolerance);
  }

  private contacts(): ContactRows | null {
    const rows = this.replay.contactsOf(this.shown);
    if (rows === null) this.fetch(this.shown);
    return rows;
  }

  /** Mean speed of a body from the frame before this one, m/s; null at the start and for what never moves. */
  private speed(body: number): number | null {
    const row = this.replay.header.bodies[body].pose * POSE_WORDS;
    const now = this.replay.posesOf(this.shown);
    const before = this.shown > 0 ? this.replay.posesOf(this.shown - 1) : null;
    if (row < 0 || now === null || before === null) return null;
    const seconds = this.replay.times[this.shown] - this.replay.times[this.shown - 1];
    return Math.hypot(now[row] - before[row], now[row + 1] - before[row + 1], now[row + 2] - before[row + 2]) / seconds;
  }

  private nearest(time: number): number {
    const frame = this.replay.frameAt(time);
    const { times } = this.replay;
    return frame < this.playback.last && times[frame + 1] - time < time - times[frame] ? frame + 1 : frame;
  }

  private commands(): Command[] {
    const { playback } = this;
    return [
      { keys: [" "], label: "space", text: "play or pause", run: () => playback.toggle() },
      { keys: ["."], label: ".", text: "one frame on", run: () => playback.stepBy(1) },
      { keys: [","], label: ",", text: "one frame back", run: () => playback.stepBy(-1) },
      {
        keys: ["ArrowRight", "ArrowLeft"],
        label: "← →",
        text: "frame by frame (shift: ten)",
        run: (e) => playback.stepBy((e.key === "ArrowRight" ? 1 : -1) * (e.shiftKey ? 10 : 1)),
      },
      {
        keys: ["Home", "End"],
        label: "home end",
        text: "first, last frame",
        run: (e) => playback.stepBy(e.key === "Home" ? -playback.last : playback.last),
      },
      { keys: ["[", "]"], label: "[ ]", text: "slower, faster", run: (e) => playback.faster(e.key === "]" ? 1 : -1) },
    ];
  }
}
