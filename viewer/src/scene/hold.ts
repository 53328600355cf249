// A body that is pulled: the point held, where it is pulled to, and the force.
import { CylinderGeometry, Group, Mesh, MeshBasicMaterial, Quaternion, SphereGeometry, Vector3 } from "three";
import { arrow } from "./arrow";
import type { Theme } from "./palette";

const UP = new Vector3(0, 0, 1);
/** The arrow of a force equal to the weight is one body size long; longer ones end at so many. */
const LONGEST = 3;
const EARTH = 9.81; // m/s²

export class HoldGlyph extends Group {
  private readonly coupling = new MeshBasicMaterial({ depthTest: false, transparent: true, opacity: 0.7, toneMapped: false });
  private readonly pull = new MeshBasicMaterial({ depthTest: false, transparent: true, toneMapped: false });
  private readonly rod = new Mesh(new CylinderGeometry(1, 1, 1, 8).rotateX(Math.PI / 2).translate(0, 0, 0.5), this.coupling);
  private readonly held = new Mesh(new SphereGeometry(1, 16, 12), this.pull);
  private readonly target = new Mesh(new SphereGeometry(1, 16, 12), this.coupling);
  private readonly force = new Mesh(arrow(0.3, 2.8), this.pull);
  /** The end of the arrow. */
  readonly tip = new Vector3();

  /** `size`: a length typical of the bodies, m. */
  constructor(private readonly size: number) {
    super();
    this.add(this.rod, this.target, this.force, this.held);
    for (const mesh of [this.rod, this.target, this.force, this.held]) {
      mesh.frustumCulled = false;
      mesh.renderOrder = 5;
    }
    this.visible = false;
  }

  setTheme(theme: Theme): void {
    this.coupling.color.set(theme.hold);
    this.pull.color.set(theme.hold);
  }

  /** `mass` of the body, kg, and `force`, N, give the arrow's length. */
  show(position: Vector3, target: Vector3, force: Vector3, mass: number): void {
    const { size } = this;
    this.visible = true;
    this.held.position.copy(position);
    this.held.scale.setScalar(0.06 * size);
    this.target.position.copy(target);
    this.target.scale.setScalar(0.045 * size);
    const along = target.clone().sub(position);
    stretch(this.rod, position, along, along.length(), 0.012 * size);
    const length = Math.min(LONGEST * size, (size * force.length()) / Math.max(mass * EARTH, 1e-12));
    stretch(this.force, position, force, length, Math.min(0.03 * size, 0.1 * length));
    this.tip.copy(position).addScaledVector(force.clone().normalize(), length);
  }
}

/** Lays a mesh of length 1 along z from a point in a direction. */
function stretch(mesh: Mesh, from: Vector3, direction: Vector3, length: number, width: number): void {
  mesh.visible = length > 1e-9;
  if (!mesh.visible) return;
  mesh.position.copy(from);
  mesh.quaternion.copy(new Quaternion().setFromUnitVectors(UP, direction.clone().normalize()));
  mesh.scale.set(width, width, length);
}
