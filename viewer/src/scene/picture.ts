// The picture: bodies, contacts, light and camera of one replay.
import { Box3, Color, Raycaster, Vector2, Vector3 } from "three";
import { CameraControl, type View } from "../control/camera";
import type { ContactRows, Replay } from "../data/replay";
import { Bodies } from "./bodies";
import { type ContactKind, ContactGlyphs, type Layer } from "./contacts";
import { islands } from "./islands";
import { bodyColour, islandColour, type Theme } from "./palette";
import { Stage } from "./stage";

const FEW = 10;
const EMPTY: ContactRows = { count: 0, words: new Float32Array(), bodies: new Int32Array() };

export class Picture {
  private readonly stage: Stage;
  private readonly bodies: Bodies;
  private readonly glyphs: ContactGlyphs;
  private readonly camera: CameraControl;
  private readonly fixedColour = new Color();
  private readonly selectedColour = new Color();
  private readonly arena = new Box3();
  private islandOf: Int32Array | null = null;
  private selected = -1;
  private forcesFitted = false;
  private forceFactor = 1;
  private dirty = true;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly replay: Replay,
  ) {
    const { header } = replay;
    this.stage = new Stage(canvas, header);
    this.bodies = new Bodies(replay);
    const sizes = header.bodies.flatMap((body, i) =>
      body.fixed || this.bodies.radii[i] === 0 ? [] : [this.bodies.radii[i]],
    );
    sizes.sort((x, y) => x - y);
    this.glyphs = new ContactGlyphs(header.bodies, sizes[sizes.length >> 1] ?? 1, header.step);
    this.stage.scene.add(this.bodies, this.glyphs);
    this.camera = new CameraControl(this.stage.camera, canvas, () => (this.dirty = true));
  }

  get gridSpacing(): number {
    return this.stage.spacing;
  }
  get following(): number {
    return this.camera.following;
  }

  setTheme(theme: Theme): void {
    this.stage.setTheme(theme);
    this.bodies.setTheme(theme);
    this.glyphs.setTheme(theme);
    this.fixedColour.set(theme.fixed);
    this.selectedColour.set(theme.selected);
    this.paint();
  }

  resize(width: number, height: number): void {
    this.stage.resize(width, height);
    this.dirty = true;
  }

  /** Around what moves, or around all there is. */
  private bounds(tight: boolean): Box3 {
    const around = (which: (i: number) => boolean) =>
      tight ? this.bodies.tightBounds(which) : this.bodies.bounds(which);
    const moving = around((i) => this.replay.header.bodies[i].pose >= 0);
    return moving.isEmpty() ? around(() => true) : moving;
  }

  /** Looks at the place where everything happens. */
  look(view: View): void {
    this.camera.look(view, this.arena);
    this.dirty = true;
  }

  /** Makes room for these poses: the first ones, and later ones unless something has gone astray. */
  settle(poses: Float32Array): void {
    this.bodies.setPoses(poses);
    const bounds = this.bounds(true);
    if (bounds.isEmpty()) return;
    // Of few bodies each matters; of many, some may fall off the edge of the world.
    const room = (this.replay.header.moving <= FEW ? 15 : 1) * this.arena.getSize(new Vector3()).length();
    if (this.arena.isEmpty()) this.arena.copy(bounds);
    else this.arena.union(bounds.intersect(this.arena.clone().expandByScalar(room)));
    this.stage.fitGround(this.arena);
  }

  showPoses(poses: Float32Array, next: Float32Array | null, share: number): void {
    this.bodies.setPoses(poses, next, share);
    const bounds = this.bounds(false);
    if (!bounds.isEmpty()) this.stage.light(bounds);
    if (this.camera.following >= 0) this.camera.track(this.bodies.centre(this.camera.following));
    this.dirty = true;
  }

  /** Draws contacts as the layers say; null takes them away. Returns how many do what. */
  showContacts(rows: ContactRows | null): Record<ContactKind, number> {
    const shown = rows ?? EMPTY;
    if (!this.forcesFitted) this.forcesFitted = this.glyphs.fitForces(shown, this.forceFactor);
    this.dirty = true;
    return this.glyphs.update(shown);
  }

  setLayer(layer: Layer, on: boolean): void {
    this.glyphs.show(layer, on);
    this.dirty = true;
  }

  /** Makes arrows of forces longer or shorter than what fits the bodies. */
  setForceFactor(factor: number): void {
    this.glyphs.forceScale *= factor / this.forceFactor;
    this.forceFactor = factor;
  }

  /** Colours by island of these contacts; null: by body. */
  showIslands(rows: ContactRows | null): void {
    this.islandOf = rows && islands(this.replay.header.bodies, this.replay.header.joints, rows);
    this.paint();
  }

  setShapes(on: boolean): void {
    this.bodies.setWireframe(on);
    this.dirty = true;
  }

  setGlassy(on: boolean): void {
    this.bodies.setGlassy(on);
    this.dirty = true;
  }

  select(body: number): void {
    this.selected = body;
    this.paint();
  }

  follow(body: number): void {
    this.camera.follow(body, body < 0 ? new Vector3() : this.bodies.centre(body));
  }

  centre(body: number): Vector3 {
    return this.bodies.centre(body);
  }

  private paint(): void {
    const { bodies } = this.replay.header;
    this.bodies.setColours((i) => {
      if (i === this.selected) return this.selectedColour;
      if (bodies[i].fixed) return this.fixedColour;
      return this.islandOf ? islandColour(this.islandOf[i]) : bodyColour(i);
    });
    this.dirty = true;
  }

  /** The body at a point of the window; -1 for none. */
  pick(x: number, y: number): number {
    const box = this.canvas.getBoundingClientRect();
    const point = new Vector2((2 * (x - box.left)) / box.width - 1, 1 - (2 * (y - box.top)) / box.height);
    const ray = new Raycaster();
    ray.setFromCamera(point, this.stage.camera);
    return this.bodies.pick(ray)?.body ?? -1;
  }

  /** Where in the window a body's centre is. */
  windowPosition(body: number): { x: number; y: number } {
    this.stage.camera.updateMatrixWorld();
    const box = this.canvas.getBoundingClientRect();
    const at = this.bodies.centre(body).project(this.stage.camera);
    return { x: box.left + ((at.x + 1) / 2) * box.width, y: box.top + ((1 - at.y) / 2) * box.height };
  }

  /** Draws if anything has changed. */
  render(): void {
    if (!this.dirty) return;
    this.dirty = false;
    this.stage.render();
  }
}
