// The viewer of a running world: shows the newest state that has arrived and passes on what the user does to it.
import { Grab } from "./control/grab";
import type { Command } from "./control/keyboard";
import { POSE_WORDS, type Header } from "./data/format";
import { LiveLink, type LiveState, type Order, type Present, readPresent } from "./data/live";
import { Replay } from "./data/replay";
import { MemorySource } from "./data/source";
import { Desk } from "./desk";
import type { Picture } from "./scene/picture";
import { element, readable } from "./ui/dom";
import { LivePanel } from "./ui/live_panel";
import { LivePlots } from "./ui/live_plots";
import { LiveTransport } from "./ui/live_transport";

/** Between two renewals of numbers and plots, ms: more often nobody can read them. */
const READING = 100;

/** A picture that takes longer than this, ms, is slow: then at least as much time goes to everything else. */
const SLOW = 40;
const LONGEST_REST = 400; // ms

const LOST = "The simulation cannot be reached. Trying again …";
const MOUSE =
  "Drag a body to pull it, in a plane that faces you; with Shift, up and down move it away over the ground and back; " +
  "the wheel meanwhile pushes it away and brings it closer. Drag beside the bodies to turn, right-drag or two fingers " +
  "to shift, wheel or pinch to come closer; click a body to know it.";

export class LiveApp {
  private readonly desk: Desk;
  private readonly transport: LiveTransport;
  private readonly panel: LivePanel;
  private readonly plots = new LivePlots();
  private readonly grab: Grab;
  private readonly label = element("output", { class: "hold", hidden: "" });
  private before: Present | null = null; // the last one of another step
  private present: Present | null = null;
  private fresh = false; // not yet in the picture
  private unread = false; // not yet in numbers and plots
  private readAt = 0;
  private drawnAt = 0;
  private cost = 0; // from the last picture's start to when the browser was ready again, ms
  private drawing = false;
  private arrived = 0; // states so far; of these
  private drawn = 0; // are in the picture
  private read = 0; // are in numbers and plots
  private watchers: { after: number; done: () => void }[] = [];

  private constructor(
    parent: HTMLElement,
    private readonly replay: Replay,
    send: (order: Order) => void,
  ) {
    this.transport = new LiveTransport(send, () => this.grab.release());
    this.panel = new LivePanel(send);
    this.desk = new Desk(parent, {
      replay,
      transport: this.transport.root,
      controls: this.panel.root,
      plots: this.plots.plots,
      commands: this.commands(),
      homeKeys: ["0"],
      mouse: MOUSE,
      contacts: () => this.present?.contacts ?? null,
      speed: (body) => this.speed(body),
    });
    const { bodies } = replay.header;
    const free = (body: number) => !bodies[body].fixed && bodies[body].pose >= 0;
    this.grab = new Grab(this.desk.layout.canvas, this.picture, free, send);
    this.desk.layout.stage.append(this.label);
  }

  /** Connects, however long that takes; resolves when the world is in the picture. */
  static connect(parent: HTMLElement, url: string): Promise<LiveApp> {
    return new Promise((resolve, reject) => {
      let app: LiveApp | null = null;
      const greet = async (greeting: ArrayBuffer): Promise<void> => {
        const replay = await Replay.open(new MemorySource(greeting));
        if (app !== null) return app.again(replay.header);
        parent.replaceChildren();
        app = new LiveApp(parent, replay, (order) => link.send(order));
        await app.start();
        resolve(app);
      };
      const link = new LiveLink(
        url,
        (greeting) => void greet(greeting).catch(reject),
        (message) => app?.take(message),
        () => {
          if (app !== null) app.lost();
          else parent.replaceChildren(element("div", { class: "problem whole", role: "alert" }, LOST));
        },
      );
    });
  }

  get picture(): Picture {
    return this.desk.picture;
  }
  get state(): LiveState | null {
    return this.present?.state ?? null;
  }
  /** For scripts: resolves when a state that is yet to arrive is shown in picture, numbers and plots. */
  renewed(): Promise<void> {
    return new Promise((done) => this.watchers.push({ after: this.arrived, done }));
  }

  private async start(): Promise<void> {
    await this.replay.load(0, true, 0);
    const poses = this.replay.posesOf(0) as Float32Array;
    this.picture.settle(poses);
    this.picture.showPoses(poses, null, 0);
    this.desk.begin();
    this.desk.layout.stage.classList.add("live");
    const tick = (): void => {
      this.tick();
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  private take(message: ArrayBuffer): void {
    try {
      const present = readPresent(message, this.replay.header);
      if (this.present !== null && this.present.state.step !== present.state.step) this.before = this.present;
      // A world that stands still looks as it did.
      const look = ({ step, hold }: LiveState) => JSON.stringify([step, hold]);
      this.fresh ||= this.present === null || look(this.present.state) !== look(present.state);
      this.present = present;
      this.unread = true;
      ++this.arrived;
      this.plots.add(present.state);
      this.desk.layout.setProblem("");
    } catch (failure) {
      this.desk.layout.setProblem(`The world cannot be shown: ${failure instanceof Error ? failure.message : failure}`);
    }
  }

  private lost(): void {
    this.grab.release();
    this.desk.layout.setProblem(LOST);
  }

  /** Connected anew: to the same world as before, or else the page must begin anew as well. */
  private again(header: Header): void {
    const world = ({ name, step, bodies, shapes }: Header) => JSON.stringify([name, step, bodies, shapes]);
    if (world(header) !== world(this.replay.header)) location.reload();
  }

  private tick(): void {
    this.grab.update();
    const now = performance.now();
    if (this.drawing) this.cost = now - this.drawnAt;
    this.drawing = false;
    const rested = now - this.drawnAt >= (this.cost > SLOW ? Math.min(2 * this.cost, this.cost + LONGEST_REST) : 0);
    if (this.present !== null && this.fresh && rested) {
      this.fresh = false;
      this.drawing = true;
      this.drawnAt = now;
      this.picture.showPoses(this.present.poses, null, 0);
      this.showHold(this.present.state.hold);
      this.desk.contactsDue = true;
    }
    if (this.present !== null && this.unread && now - this.readAt >= READING) {
      this.unread = false;
      this.read = this.arrived;
      this.readAt = now;
      this.showNumbers(this.present.state);
    }
    if (this.desk.contactsDue && this.present !== null) this.desk.showContacts();
    this.picture.render();
    if (!this.fresh) this.drawn = this.arrived;
    const seen = Math.min(this.drawn, this.read);
    for (const { done } of this.watchers.filter(({ after }) => after < seen)) done();
    this.watchers = this.watchers.filter(({ after }) => after >= seen);
  }

  private showNumbers(state: LiveState): void {
    this.transport.show(state);
    this.panel.show(state);
    this.plots.show();
    this.desk.layout.setNotice(state.notice ?? "");
    if (state.step === 0) this.desk.layout.setStatus("start", true, "");
    else this.desk.showStep(state.step, state.path, state.error, state.converged, state.tolerance);
  }

  private showHold(hold: LiveState["hold"]): void {
    const tip = this.picture.showHold(hold);
    this.label.hidden = tip === null;
    if (tip === null || hold === null) return;
    const box = this.desk.layout.stage.getBoundingClientRect();
    this.label.textContent = `${readable(Math.hypot(...hold.force))} N`;
    this.label.style.left = `${Math.min(box.width - 70, Math.max(4, tip.x - box.left + 8))}px`;
    this.label.style.top = `${Math.min(box.height - 24, Math.max(4, tip.y - box.top - 10))}px`;
  }

  /** Mean speed of a body since the frame before this one, m/s. */
  private speed(body: number): number | null {
    const row = this.replay.header.bodies[body].pose * POSE_WORDS;
    if (row < 0 || this.present === null || this.before === null) return null;
    const seconds = this.present.state.time - this.before.state.time;
    if (!(seconds > 0)) return null;
    const [p, q] = [this.present.poses, this.before.poses];
    return Math.hypot(p[row] - q[row], p[row + 1] - q[row + 1], p[row + 2] - q[row + 2]) / seconds;
  }

  private commands(): Command[] {
    const { transport } = this;
    return [
      { keys: [" "], label: "space", text: "go on or pause", run: () => transport.togglePause() },
      { keys: ["."], label: ".", text: "one step", run: () => transport.step() },
      { keys: ["r"], label: "R", text: "start again", run: () => transport.reset() },
      { keys: ["e"], label: "E", text: "record, or end the recording", run: () => transport.toggleRecord() },
    ];
  }
}
