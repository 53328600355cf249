// Pulling bodies with the mouse or a finger: from the pointer to the point in space that the world pulls towards.
import type { Vector3 } from "three";
import type { Vec } from "../data/format";
import type { Order } from "../data/live";
import type { Picture } from "../scene/picture";

/** A press is a click, which only tells about a body, until it has moved this far (pixels) or lasted this long (ms). */
const CLICK = 4;
const PRESS = 250;
/** Between two messages that move the target, ms. */
const PAUSE = 1000 / 60;

export class Grab {
  private pointer = -1;
  private body = -1;
  private local: Vec = [0, 0, 0];
  private target: Vector3 | null = null;
  private from = { x: 0, y: 0 };
  private at = { x: 0, y: 0 };
  private since = 0;
  private held = false;
  private moved = false;
  private lastSent = 0;

  /** `free` tells which bodies can be pulled. */
  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly picture: Picture,
    private readonly free: (body: number) => boolean,
    private readonly send: (order: Order) => void,
  ) {
    // Before the camera's own listener, which must not turn while a body is pulled.
    canvas.addEventListener("pointerdown", (event) => this.down(event), { capture: true });
    canvas.addEventListener("pointermove", (event) => this.move(event));
    for (const kind of ["pointerup", "pointercancel", "lostpointercapture"] as const)
      canvas.addEventListener(kind, (event) => {
        if (event.pointerId === this.pointer) this.release();
      });
    canvas.addEventListener("wheel", (event) => this.wheel(event), { capture: true, passive: false });
    window.addEventListener("blur", () => this.release());
  }

  get holding(): boolean {
    return this.held;
  }

  private down(event: PointerEvent): void {
    if (this.pointer >= 0 || event.button !== 0 || event.ctrlKey || event.metaKey) return;
    const hit = this.picture.hit(event.clientX, event.clientY);
    if (hit === null || !this.free(hit.body)) return;
    this.pointer = event.pointerId;
    this.body = hit.body;
    this.local = hit.local.toArray();
    this.target = hit.point;
    this.from = this.at = { x: event.clientX, y: event.clientY };
    this.since = performance.now();
    this.picture.setCameraFree(false);
    this.canvas.setPointerCapture(event.pointerId);
    this.canvas.classList.add("grabbing");
  }

  private move(event: PointerEvent): void {
    if (event.pointerId !== this.pointer || this.target === null) return;
    const { right, up, away } = this.picture.pixelAt(this.target);
    const climb = this.at.y - event.clientY;
    // With Shift what goes up on the screen goes away over the ground, else it stays in a plane facing the camera.
    this.target.addScaledVector(right, event.clientX - this.at.x).addScaledVector(event.shiftKey ? away : up, climb);
    this.at = { x: event.clientX, y: event.clientY };
    this.moved = true;
    if (Math.hypot(this.at.x - this.from.x, this.at.y - this.from.y) > CLICK) this.hold();
    this.update();
  }

  private wheel(event: WheelEvent): void {
    if (this.target === null) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.target.addScaledVector(this.picture.pixelAt(this.target).into, -0.5 * event.deltaY);
    this.moved = true;
    this.hold();
  }

  private hold(): void {
    if (this.held || this.pointer < 0) return;
    this.held = true;
    this.send({ do: "grab", body: this.body, point: this.local });
  }

  /** To be called with every picture: sends what is due. */
  update(): void {
    if (this.target === null) return;
    const now = performance.now();
    if (now - this.since > PRESS) this.hold();
    if (this.held && this.moved && now - this.lastSent >= PAUSE) this.sendMove(now);
  }

  private sendMove(now: number): void {
    this.moved = false;
    this.lastSent = now;
    this.send({ do: "move", target: (this.target as Vector3).toArray() });
  }

  release(): void {
    if (this.pointer < 0) return;
    const { pointer } = this;
    this.pointer = -1;
    if (this.held && this.moved) this.sendMove(performance.now());
    if (this.held) this.send({ do: "release" });
    this.held = this.moved = false;
    this.target = null;
    this.picture.setCameraFree(true);
    this.canvas.classList.remove("grabbing");
    if (this.canvas.hasPointerCapture(pointer)) this.canvas.releasePointerCapture(pointer);
  }
}
