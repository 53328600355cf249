// The picture: bodies, contacts, light and camera of one replay.
import { Box3, Color, Matrix4, Raycaster, Vector2, Vector3 } from "three";
import { CameraControl, type View } from "../control/camera";
import type { Vec } from "../data/format";
import type { ContactRows, Replay } from "../data/replay";
import { Bodies } from "./bodies";
import { type ContactKind, ContactGlyphs, type Layer } from "./contacts";
import { HoldGlyph } from "./hold";
import { islands } from "./islands";
import { bodyColour, islandColour, type Theme } from "./palette";
import { Stage } from "./stage";

const FEW = 10;
const EMPTY: ContactRows = { count: 0, words: new Float32Array(), bodies: new Int32Array() };

export class Picture {
  private readonly stage: Stage;
  private readonly bodies: Bodies;
  private readonly glyphs: ContactGlyphs;
  private readonly hold: HoldGlyph;
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
    const size = sizes[sizes.length >> 1] ?? 1;
    this.glyphs = new ContactGlyphs(header.bodies, size, header.step);
    this.hold = new HoldGlyph(size);
    this.stage.scene.add(this.bodies, this.glyphs, this.hold);
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
    this.hold.setTheme(theme);
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

  /** The vertices of a deformable body in the world, x, y, z of each; null for others. */
  vertices(body: number): number[] | null {
    const local = this.bodies.vertices(body);
    if (local === null) return null;
    const x = new Vector3();
    for (let i = 0; i < local.length; i += 3) {
      x.fromArray(local, i).applyMatrix4(this.bodies.placements[body]).toArray(local, i);
    }
    return local;
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

  /** Draws a pull, or with null takes it away. Returns where in the window its arrow ends. */
  showHold(pull: { body: number; position: Vec; target: Vec; force: Vec } | null): { x: number; y: number } | null {
    if (pull === null && !this.hold.visible) return null;
    this.dirty = true;
    this.hold.visible = false;
    if (pull === null) return null;
    const { mass } = this.replay.header.bodies[pull.body];
    this.hold.show(new Vector3(...pull.position), new Vector3(...pull.target), new Vector3(...pull.force), mass ?? 1);
    return this.inWindow(this.hold.tip.clone());
  }

  setCameraFree(free: boolean): void {
    this.camera.setFree(free);
  }

  /** What a step of one pixel is in the world, at the depth of a point: along the screen, over the ground, into the picture. */
  pixelAt(point: Vector3): { right: Vector3; up: Vector3; away: Vector3; into: Vector3 } {
    const { camera } = this.stage;
    camera.updateMatrixWorld();
    const right = new Vector3();
    const up = new Vector3();
    const into = new Vector3();
    camera.matrixWorld.extractBasis(right, up, into);
    into.negate();
    const depth = point.clone().sub(camera.position).dot(into);
    const metres = (2 * depth * Math.tan((camera.fov * Math.PI) / 360)) / Math.max(this.canvas.clientHeight, 1);
    const away = new Vector3().crossVectors(camera.up, right);
    for (const axis of [right, up, into, away]) axis.multiplyScalar(metres);
    return { right, up, away, into };
  }

  /** The body at a point of the window; -1 for none. */
  pick(x: number, y: number): number {
    return this.hit(x, y)?.body ?? -1;
  }

  /** The body at a point of the window, and where it was hit: in the world and in its own frame. */
  hit(x: number, y: number): { body: number; point: Vector3; local: Vector3 } | null {
    const box = this.canvas.getBoundingClientRect();
    const spot = new Vector2((2 * (x - box.left)) / box.width - 1, 1 - (2 * (y - box.top)) / box.height);
    const ray = new Raycaster();
    ray.setFromCamera(spot, this.stage.camera);
    const found = this.bodies.pick(ray);
    if (found === null) return null;
    const point = ray.ray.at(found.distance, new Vector3());
    const local = point.clone().applyMatrix4(new Matrix4().copy(this.bodies.placements[found.body]).invert());
    return { body: found.body, point, local };
  }

  /** Where in the window a body's centre is. */
  windowPosition(body: number): { x: number; y: number } {
    return this.inWindow(this.bodies.centre(body));
  }

  private inWindow(point: Vector3): { x: number; y: number } {
    this.stage.camera.updateMatrixWorld();
    const box = this.canvas.getBoundingClientRect();
    const at = point.project(this.stage.camera);
    return { x: box.left + ((at.x + 1) / 2) * box.width, y: box.top + ((1 - at.y) / 2) * box.height };
  }

  /** Draws if anything has changed. */
  render(): void {
    if (!this.dirty) return;
    this.dirty = false;
    this.stage.render();
  }
}
