// Contacts as glyphs: points, normals, forces and friction cones, in the colour of what the contact does.
import {
  type BufferGeometry,
  Color,
  ConeGeometry,
  DynamicDrawUsage,
  Group,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  Quaternion,
  SphereGeometry,
  Vector3,
  DoubleSide,
} from "three";
import { type Body, CONTACT_WORDS } from "../data/format";
import type { ContactRows } from "../data/replay";
import { arrow } from "./arrow";
import type { Theme } from "./palette";

/** Faster than this is slipping, m/s: far above what a converged step leaves of sticking, far below what one sees. */
export const SLIP_SPEED = 1e-5;

/** Arrows and cones of the strongest impacts end at so many body sizes: they would hide everything else. */
const LONGEST = 3;

export type ContactKind = "idle" | "stick" | "slip";
export type Layer = "points" | "normals" | "forces" | "cones";
export const LAYERS: readonly Layer[] = ["points", "normals", "forces", "cones"];

/** A contact of a frame, read out of its row. The force is that on the body that can move; of two, on the upper one. */
export class ContactReader {
  readonly position = new Vector3();
  readonly normal = new Vector3();
  readonly impulse = new Vector3();
  readonly slip = new Vector3();
  a = 0;
  b = 0;
  onFirst = true; // whether the force is that on body a
  gap = 0;
  mu = 0;

  read(rows: ContactRows, i: number, bodies: Body[]): void {
    const at = i * CONTACT_WORDS;
    const w = rows.words;
    this.a = rows.bodies[at];
    this.b = rows.bodies[at + 1];
    this.position.fromArray(w, at + 2);
    this.normal.fromArray(w, at + 5);
    this.gap = w[at + 8];
    this.mu = w[at + 9];
    this.impulse.fromArray(w, at + 10);
    this.slip.fromArray(w, at + 13);
    const aFixed = bodies[this.a].fixed;
    this.onFirst = aFixed === bodies[this.b].fixed ? this.normal.z >= 0 : !aFixed;
    if (this.onFirst) return;
    this.normal.negate();
    this.impulse.negate();
  }

  get pressed(): boolean {
    return this.impulse.dot(this.normal) > 0;
  }
  get kind(): ContactKind {
    return !this.pressed ? "idle" : this.slip.length() > SLIP_SPEED ? "slip" : "stick";
  }
}

/** An open cone with its tip at the origin, one high, of radius one at the top. */
function openCone(): BufferGeometry {
  return new ConeGeometry(1, 1, 40, 1, true).rotateX(-Math.PI / 2).translate(0, 0, 0.5);
}

/** The same instances twice: in front of bodies in full, behind them faintly, so that a heap stays readable. */
class Glyphs extends Group {
  private meshes: InstancedMesh[] = [];
  private capacity = 0;
  count = 0;

  constructor(
    private readonly geometry: BufferGeometry,
    private readonly opacity: number,
    private readonly hidden: number,
  ) {
    super();
  }

  reserve(count: number): void {
    this.count = 0;
    if (count <= this.capacity) return;
    for (const mesh of this.meshes) mesh.dispose();
    this.clear();
    this.capacity = Math.max(64, 2 * count);
    const make = (opacity: number, behind: boolean): InstancedMesh => {
      const material = new MeshBasicMaterial({
        transparent: true,
        opacity,
        depthTest: !behind,
        depthWrite: !behind && opacity === 1,
        side: DoubleSide,
        toneMapped: false,
      });
      const mesh = new InstancedMesh(this.geometry, material, this.capacity);
      mesh.frustumCulled = false;
      mesh.renderOrder = behind ? 2 : 3;
      return mesh;
    };
    this.meshes = [make(this.hidden, true), make(this.opacity, false)];
    this.meshes[0].instanceMatrix.setUsage(DynamicDrawUsage);
    this.meshes[1].instanceMatrix = this.meshes[0].instanceMatrix;
    this.meshes[0].setColorAt(0, new Color());
    this.meshes[1].instanceColor = this.meshes[0].instanceColor;
    this.add(...this.meshes);
  }

  put(matrix: Matrix4, colour: Color): void {
    this.meshes[0].setMatrixAt(this.count, matrix);
    this.meshes[0].setColorAt(this.count++, colour);
  }

  finish(): void {
    for (const mesh of this.meshes) {
      mesh.count = this.count;
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
  }
}

const UP = new Vector3(0, 0, 1);

export class ContactGlyphs extends Group {
  private readonly glyphs: Record<Layer, Glyphs> = {
    cones: new Glyphs(openCone(), 0.13, 0.06),
    normals: new Glyphs(arrow(0.25, 2.6), 1, 0.25),
    forces: new Glyphs(arrow(0.28, 2.4), 1, 0.3),
    points: new Glyphs(new SphereGeometry(1, 16, 12), 1, 0.45),
  };
  private readonly colours = { idle: new Color(), stick: new Color(), slip: new Color(), normal: new Color() };
  private readonly shown = new Set<Layer>();
  /** Length of an arrow for one N, m. */
  forceScale = 1;

  /** `size`: a length typical of the bodies, m; `step`: h, s. */
  constructor(
    private readonly bodies: Body[],
    private readonly size: number,
    private readonly step: number,
  ) {
    super();
    for (const layer of LAYERS) {
      this.glyphs[layer].visible = false;
      this.add(this.glyphs[layer]);
    }
  }

  setTheme(theme: Theme): void {
    this.colours.idle.set(theme.idle);
    this.colours.stick.set(theme.stick);
    this.colours.slip.set(theme.slip);
    this.colours.normal.set(theme.normal);
  }

  show(layer: Layer, on: boolean): void {
    if (on) this.shown.add(layer);
    else this.shown.delete(layer);
    this.glyphs[layer].visible = on;
  }

  /** A scale at which the strong forces of a frame are about as long as bodies are large, times `factor`. */
  fitForces(rows: ContactRows, factor: number): boolean {
    const contact = new ContactReader();
    const forces: number[] = [];
    for (let i = 0; i < rows.count; ++i) {
      contact.read(rows, i, this.bodies);
      const force = contact.impulse.length() / this.step;
      if (force > 0) forces.push(force);
    }
    if (forces.length === 0) return false;
    forces.sort((x, y) => x - y);
    this.forceScale = (factor * this.size) / forces[Math.floor(0.9 * (forces.length - 1))];
    return true;
  }

  /** Draws the contacts of a frame; returns how many of them do what. */
  update(rows: ContactRows): Record<ContactKind, number> {
    const tally = { idle: 0, stick: 0, slip: 0 };
    for (const layer of this.shown) this.glyphs[layer].reserve(rows.count);
    const contact = new ContactReader();
    for (let i = 0; i < rows.count; ++i) {
      contact.read(rows, i, this.bodies);
      ++tally[contact.kind];
      for (const layer of this.shown) this.put(layer, contact);
    }
    for (const layer of this.shown) this.glyphs[layer].finish();
    return tally;
  }

  /** What an impulse is drawn as, m. */
  private lengthOf(impulse: number): number {
    return Math.min(LONGEST * this.size, (impulse / this.step) * this.forceScale);
  }

  private put(layer: Layer, contact: ContactReader): void {
    const { size } = this;
    const colour = this.colours[contact.kind];
    const turn = new Quaternion();
    const matrix = new Matrix4();
    const glyphs = this.glyphs[layer];
    if (layer === "points") {
      const radius = size * (contact.pressed ? 0.042 : 0.028);
      glyphs.put(matrix.compose(contact.position, turn, new Vector3().setScalar(radius)), colour);
    } else if (layer === "normals") {
      turn.setFromUnitVectors(UP, contact.normal);
      glyphs.put(
        matrix.compose(contact.position, turn, new Vector3(size * 0.014, size * 0.014, size * 0.5)),
        this.colours.normal,
      );
    } else if (layer === "forces") {
      const length = this.lengthOf(contact.impulse.length());
      if (!(length > 1e-4 * size)) return;
      turn.setFromUnitVectors(UP, contact.impulse.clone().normalize());
      const width = size * Math.min(0.018, 0.06 * (length / size));
      glyphs.put(matrix.compose(contact.position, turn, new Vector3(width, width, length)), colour);
    } else {
      const height = this.lengthOf(contact.impulse.dot(contact.normal));
      if (!(height > 1e-4 * size)) return;
      turn.setFromUnitVectors(UP, contact.normal);
      glyphs.put(
        matrix.compose(contact.position, turn, new Vector3(contact.mu * height, contact.mu * height, height)),
        colour,
      );
    }
  }
}
