// The viewer as a whole: joins replay, picture, plots and panels, and decides what is shown when.
import type { View } from "./control/camera";
import { type Command, listen } from "./control/keyboard";
import { Playback } from "./control/playback";
import { POSE_WORDS } from "./data/format";
import type { Replay } from "./data/replay";
import { type Layer, LAYERS } from "./scene/contacts";
import { Picture } from "./scene/picture";
import { type Dialog, helpDialog, runDialog } from "./ui/dialogs";
import { Inspector } from "./ui/inspector";
import { Layout } from "./ui/layout";
import { Plots } from "./ui/plots";
import { seriesOf } from "./ui/series";
import { ThemeSwitch } from "./ui/theme";
import { Toggles } from "./ui/toggles";
import { Transport } from "./ui/transport";

/** Frames fetched ahead of the one that is shown. */
const AHEAD = 100;
/** Pause after a failure, ms. */
const RETRY = 1000;
/** A pointer that moves less than this between down and up has clicked, pixels. */
const CLICK = 5;

export class App {
  readonly playback: Playback;
  readonly picture: Picture;
  private readonly layout: Layout;
  private readonly themes: ThemeSwitch;
  private readonly toggles: Toggles;
  private readonly transport: Transport;
  private readonly plots: Plots;
  private readonly inspector: Inspector;
  private readonly help: Dialog;
  private readonly about: Dialog;
  private selected = -1;
  private shown = -1; // the frame in the picture
  private contactsDue = true; // contacts, islands or the inspector want this frame's contacts
  private clock = 0;
  private retryAt = 0;

  constructor(
    parent: HTMLElement,
    private readonly replay: Replay,
  ) {
    const { header } = replay;
    this.themes = new ThemeSwitch(() => this.themeChanged());
    this.playback = new Playback(
      replay.times,
      () => this.transport.showFrame(),
      () => this.transport.showState(),
    );
    this.transport = new Transport(this.playback, replay.times);
    this.toggles = new Toggles((id, on) => this.toggled(id, on));
    for (const [id, text, key] of [
      ["points", "Contacts", "C"],
      ["normals", "Normals", "N"],
      ["forces", "Forces", "I"],
      ["cones", "Cones", "K"],
      ["islands", "Islands", "G"],
      ["glassy", "Glass", "T"],
      ["shapes", "Shapes", "X"],
    ])
      this.toggles.add(id, text, key);
    const stepTimes = Float64Array.from(replay.steps.step, (s) => s * header.step);
    this.plots = new Plots(seriesOf(replay), stepTimes, replay.duration, (time) => {
      this.playback.pause();
      this.playback.seek(this.nearest(time));
    });
    this.inspector = new Inspector(
      header,
      () => this.select(-1),
      () => this.follow(),
    );
    const commands = this.commands();
    this.help = helpDialog(commands);
    this.about = runDialog(header, replay.summary, replay.scene);
    this.layout = new Layout(parent, {
      title: header.name,
      transport: this.transport.root,
      toggles: this.toggles.root,
      plots: this.plots.root,
      inspector: this.inspector.root,
      dialogs: [this.help.root, this.about.root],
      onHelp: () => this.help.toggle(),
      onAbout: () => this.about.toggle(),
      onTheme: () => this.themes.toggle(),
      onForceScale: (factor) => {
        this.picture.setForceFactor(factor);
        this.contactsDue = true;
      },
    });
    this.picture = new Picture(this.layout.canvas, replay);
    listen(commands);
    this.listenToClicks();
  }

  /** Whether the picture shows all that it should at this moment. */
  get settled(): boolean {
    return this.shown === this.playback.frame && !this.contactsDue;
  }

  /** Shows the first frame, then goes on for ever. */
  async start(): Promise<void> {
    const { last } = this.playback;
    for (const frame of [0, last >> 1, last]) {
      await this.replay.load(frame, false, 0);
      this.picture.settle(this.replay.posesOf(frame) as Float32Array);
    }
    this.fit();
    this.picture.setTheme(this.themes.theme);
    this.showFrame();
    this.fetch(0);
    this.layout.setGrid(this.picture.gridSpacing);
    this.picture.look("home");
    this.plots.redraw();
    new ResizeObserver(() => this.fit()).observe(this.layout.stage);
    this.clock = performance.now();
    const tick = (now: number): void => {
      this.tick(Math.min(0.1, (now - this.clock) / 1000));
      this.clock = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  private fit(): void {
    this.picture.resize(this.layout.stage.clientWidth, this.layout.stage.clientHeight);
    this.plots.redraw();
    this.picture.render();
  }

  private tick(seconds: number): void {
    const { playback } = this;
    // The clock waits for frames that are on their way.
    if (playback.playing && this.shown === playback.frame && this.ready(playback.frame + 1)) playback.advance(seconds);
    if (playback.playing || this.shown !== playback.frame) this.showFrame();
    if (this.contactsDue) this.showContacts();
    this.picture.render();
  }

  private ready(frame: number): boolean {
    if (frame > this.playback.last || this.replay.posesOf(frame) !== null) return true;
    this.fetch(frame);
    return false;
  }

  private fetch(frame: number): void {
    if (performance.now() < this.retryAt) return;
    this.replay.load(frame, this.wantsContacts, AHEAD).then(
      () => this.layout.setProblem(""),
      (failure: unknown) => {
        // Asked for again after a while: the server may be there again.
        this.retryAt = performance.now() + RETRY;
        this.layout.setProblem(`The replay cannot be read: ${failure instanceof Error ? failure.message : failure}`);
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
    this.plots.update(this.replay.stepRow(frame), this.replay.times[frame]);
    this.layout.setStep(this.replay, frame);
    this.contactsDue = true;
    if (this.playback.playing) this.fetch(frame);
  }

  private get wantsContacts(): boolean {
    return this.selected >= 0 || this.toggles.has("islands") || LAYERS.some((layer) => this.toggles.has(layer));
  }

  private showContacts(): void {
    if (this.shown < 0) return;
    if (!this.wantsContacts) {
      this.contactsDue = false;
      return;
    }
    const rows = this.replay.contactsOf(this.shown);
    if (rows === null) return this.fetch(this.shown);
    this.contactsDue = false;
    const tally = this.picture.showContacts(rows);
    if (this.toggles.has("islands")) this.picture.showIslands(rows);
    this.layout.setTally(LAYERS.some((layer) => this.toggles.has(layer)) ? tally : null);
    if (this.selected >= 0) {
      this.inspector.show(
        this.selected,
        this.picture.centre(this.selected),
        this.speed(this.selected),
        rows,
        this.picture.following === this.selected,
      );
    }
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

  private themeChanged(): void {
    this.picture.setTheme(this.themes.theme);
    this.contactsDue = true;
    this.plots.redraw();
  }

  private toggled(id: string, on: boolean): void {
    if ((LAYERS as readonly string[]).includes(id)) this.picture.setLayer(id as Layer, on);
    if (id === "islands" && !on) this.picture.showIslands(null);
    if (id === "glassy") this.picture.setGlassy(on);
    if (id === "shapes") this.picture.setShapes(on);
    this.layout.setForces(this.toggles.has("forces") || this.toggles.has("cones"));
    if (!LAYERS.some((layer) => this.toggles.has(layer))) this.layout.setTally(null);
    this.contactsDue = true;
  }

  select(body: number): void {
    this.selected = body;
    this.picture.select(body);
    if (body < 0) {
      this.inspector.hide();
      this.picture.follow(-1);
    }
    this.contactsDue = true;
  }

  private follow(): void {
    if (this.selected < 0) return;
    this.picture.follow(this.picture.following === this.selected ? -1 : this.selected);
    this.contactsDue = true;
  }

  private listenToClicks(): void {
    const { canvas } = this.layout;
    let down: PointerEvent | null = null;
    canvas.addEventListener("pointerdown", (event) => (down = event.isPrimary && event.button === 0 ? event : null));
    canvas.addEventListener("pointerup", (event) => {
      if (down === null || Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > CLICK) return;
      this.select(this.picture.pick(event.clientX, event.clientY));
    });
  }

  private commands(): Command[] {
    const { playback } = this;
    const look = (view: View) => () => this.picture.look(view);
    const flip = (id: string) => () => this.toggles.flip(id);
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
      { keys: ["c"], label: "C", text: "contact points: stick, slip, idle", run: flip("points") },
      { keys: ["n"], label: "N", text: "contact normals", run: flip("normals") },
      { keys: ["i"], label: "I", text: "contact forces (impulse over step)", run: flip("forces") },
      { keys: ["k"], label: "K", text: "friction cones", run: flip("cones") },
      { keys: ["g"], label: "G", text: "colour by island", run: flip("islands") },
      { keys: ["t"], label: "T", text: "glassy bodies", run: flip("glassy") },
      { keys: ["x"], label: "X", text: "triangles of the collision shapes", run: flip("shapes") },
      { keys: ["f"], label: "F", text: "follow the selected body", run: () => this.follow() },
      { keys: ["0", "r"], label: "R", text: "look at everything", run: look("home") },
      { keys: ["1"], label: "1", text: "from the front", run: look("front") },
      { keys: ["2"], label: "2", text: "from the side", run: look("side") },
      { keys: ["3"], label: "3", text: "from above", run: look("top") },
      { keys: ["d"], label: "D", text: "dark or light", run: () => this.themes.toggle() },
      { keys: ["s"], label: "S", text: "summary and scene of the run", run: () => this.about.toggle() },
      { keys: ["?", "h"], label: "?", text: "this help", run: () => this.help.toggle() },
      { keys: ["Escape"], label: "esc", text: "let go of the selection", run: () => this.escape() },
    ];
  }

  private escape(): void {
    const open = [this.help, this.about].find((dialog) => dialog.root.open);
    if (open !== undefined) open.root.close();
    else this.select(-1);
  }
}
