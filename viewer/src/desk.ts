// What recordings and running worlds have in common: the picture, what of it is shown, the body that was clicked.
import type { View } from "./control/camera";
import { type Command, listen } from "./control/keyboard";
import type { ContactRows, Replay } from "./data/replay";
import { type Layer, LAYERS } from "./scene/contacts";
import { Picture } from "./scene/picture";
import { type Dialog, helpDialog, runDialog } from "./ui/dialogs";
import { readable } from "./ui/dom";
import { Inspector } from "./ui/inspector";
import { Layout } from "./ui/layout";
import type { Plots } from "./ui/plots";
import { ThemeSwitch } from "./ui/theme";
import { Toggles } from "./ui/toggles";

/** A pointer that moves less than this between down and up has clicked, pixels. */
const CLICK = 5;

export interface Subject {
  replay: Replay;
  transport: HTMLElement;
  controls: HTMLElement | null;
  plots: Plots;
  commands: Command[]; // its own, before those that all share
  homeKeys: string[];
  mouse: string; // how to use the mouse, for the help
  /** The contacts of what is shown; null while they are on their way. */
  contacts: () => ContactRows | null;
  /** Speed of a body, m/s; null where it is unknown. */
  speed: (body: number) => number | null;
}

export class Desk {
  readonly picture: Picture;
  readonly layout: Layout;
  private readonly themes = new ThemeSwitch(() => this.themeChanged());
  private readonly toggles = new Toggles((id, on) => this.toggled(id, on));
  private readonly inspector: Inspector;
  private readonly help: Dialog;
  private readonly about: Dialog;
  private selected = -1;
  contactsDue = true; // contacts, islands or the inspector want what is shown now

  constructor(
    parent: HTMLElement,
    private readonly subject: Subject,
  ) {
    const { replay, plots, commands } = subject;
    const { header } = replay;
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
    this.inspector = new Inspector(
      header,
      () => this.select(-1),
      () => this.follow(),
    );
    const all = [...commands, ...this.commands()];
    this.help = helpDialog(all, subject.mouse);
    this.about = runDialog(header, replay.summary, replay.scene);
    this.layout = new Layout(parent, {
      title: header.name,
      transport: subject.transport,
      toggles: this.toggles.root,
      plots: plots.root,
      controls: subject.controls,
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
    listen(all);
    this.listenToClicks();
  }

  /** When the picture has been settled: shows it, and from then on fits it to the window. */
  begin(): void {
    this.fit();
    this.picture.setTheme(this.themes.theme);
    this.layout.setGrid(this.picture.gridSpacing);
    this.picture.look("home");
    new ResizeObserver(() => this.fit()).observe(this.layout.stage);
  }

  private fit(): void {
    this.picture.resize(this.layout.stage.clientWidth, this.layout.stage.clientHeight);
    this.subject.plots.redraw();
    this.picture.render();
  }

  get wantsContacts(): boolean {
    return this.selected >= 0 || this.toggles.has("islands") || LAYERS.some((layer) => this.toggles.has(layer));
  }

  /** Shows contacts and what depends on them, if they are wanted and there. */
  showContacts(): void {
    if (!this.wantsContacts) {
      this.contactsDue = false;
      return;
    }
    const rows = this.subject.contacts();
    if (rows === null) return;
    this.contactsDue = false;
    const tally = this.picture.showContacts(rows);
    if (this.toggles.has("islands")) this.picture.showIslands(rows);
    this.layout.setTally(LAYERS.some((layer) => this.toggles.has(layer)) ? tally : null);
    if (this.selected < 0) return;
    this.inspector.show(
      this.selected,
      this.picture.centre(this.selected),
      this.subject.speed(this.selected),
      rows,
      this.picture.following === this.selected,
    );
  }

  /** What the step that led to what is shown says about itself. */
  showStep(step: number, path: string, error: number, converged: boolean, tolerance: number): void {
    const title = converged ? "within the tolerance" : `not within the tolerance ${tolerance}`;
    this.layout.setStatus(`step ${step} · ${path} · error ${readable(error, 2)}`, converged, title);
  }

  private themeChanged(): void {
    this.picture.setTheme(this.themes.theme);
    this.contactsDue = true;
    this.subject.plots.redraw();
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
    const look = (view: View) => () => this.picture.look(view);
    const flip = (id: string) => () => this.toggles.flip(id);
    const { homeKeys } = this.subject;
    return [
      { keys: ["c"], label: "C", text: "contact points: stick, slip, idle", run: flip("points") },
      { keys: ["n"], label: "N", text: "contact normals", run: flip("normals") },
      { keys: ["i"], label: "I", text: "contact forces (impulse over step)", run: flip("forces") },
      { keys: ["k"], label: "K", text: "friction cones", run: flip("cones") },
      { keys: ["g"], label: "G", text: "colour by island", run: flip("islands") },
      { keys: ["t"], label: "T", text: "glassy bodies", run: flip("glassy") },
      { keys: ["x"], label: "X", text: "triangles of the collision shapes", run: flip("shapes") },
      { keys: ["f"], label: "F", text: "follow the selected body", run: () => this.follow() },
      { keys: homeKeys, label: homeKeys[0].toUpperCase(), text: "look at everything", run: look("home") },
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
