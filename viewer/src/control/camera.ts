// The camera: orbit, pan, zoom by mouse or fingers, standard views, and following a body.
import { type Box3, type PerspectiveCamera, Sphere, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { turnToFront } from "../scene/front";

export type View = "home" | "front" | "side" | "top";
const DIRECTIONS: Record<View, Vector3> = {
  home: new Vector3(0.36, -1, 0.36).normalize(),
  front: new Vector3(0, -1, 0.001).normalize(),
  side: new Vector3(1, 0, 0.001).normalize(),
  top: new Vector3(0, -0.001, 1).normalize(),
};

export class CameraControl {
  private readonly orbit: OrbitControls;
  private readonly lastCentre = new Vector3();
  following = -1;

  constructor(
    private readonly camera: PerspectiveCamera,
    canvas: HTMLElement,
    onChange: () => void,
  ) {
    this.orbit = new OrbitControls(camera, canvas);
    this.orbit.enableDamping = false;
    this.orbit.screenSpacePanning = true;
    this.orbit.zoomToCursor = true;
    this.orbit.zoomSpeed = 1.4;
    this.orbit.addEventListener("change", onChange);
  }

  /** Looks at everything in the box from a side of it. */
  look(view: View, bounds: Box3): void {
    const sphere = bounds.getBoundingSphere(new Sphere());
    const radius = Math.max(sphere.radius, 1e-3);
    const half = (this.camera.fov * Math.PI) / 360;
    const narrow = Math.min(half, Math.atan(Math.tan(half) * this.camera.aspect));
    const distance = (0.92 * radius) / Math.sin(narrow);
    const direction = view === "home" ? turnToFront(DIRECTIONS.home, bounds) : DIRECTIONS[view];
    this.camera.position.copy(sphere.center).addScaledVector(direction, distance);
    this.camera.near = distance / 200;
    this.camera.far = distance * 60;
    this.camera.updateProjectionMatrix();
    this.orbit.target.copy(sphere.center);
    this.orbit.minDistance = radius / 60;
    this.orbit.maxDistance = distance * 12;
    this.orbit.update();
  }

  /** Whether mouse and fingers move the camera. */
  setFree(free: boolean): void {
    this.orbit.enabled = free;
  }

  /** Begins (or with -1 ends) to move along with a body. */
  follow(body: number, centre: Vector3): void {
    this.following = body;
    this.lastCentre.copy(centre);
  }

  /** The body that is followed is here now. */
  track(centre: Vector3): void {
    const moved = centre.clone().sub(this.lastCentre);
    this.lastCentre.copy(centre);
    this.camera.position.add(moved);
    this.orbit.target.add(moved);
    this.orbit.update();
  }
}
