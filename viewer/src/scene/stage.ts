// Renderer, camera, light and ground: everything of the picture that is not the replay's own.
import {
  Box3,
  Color,
  DirectionalLight,
  HemisphereLight,
  Matrix4,
  NeutralToneMapping,
  PCFShadowMap,
  PerspectiveCamera,
  Quaternion,
  Scene,
  Sphere,
  Vector3,
  WebGLRenderer,
} from "three";
import type { Header } from "../data/format";
import { turnToFront } from "./front";
import { Ground, gridSpacing } from "./ground";
import type { Theme } from "./palette";

const SHADOW_PIXELS = 2048;
/**
 * Steep, so that shadows lie close to what casts them and a gap below a body shows; from the left of the front, so that
 * they fall where they can be seen.
 */
const SUN = new Vector3(-0.42, -0.6, 1.3).normalize();

export class Stage {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(34, 1, 0.01, 1000);
  readonly renderer: WebGLRenderer;
  private readonly sun = new DirectionalLight();
  private readonly sky = new HemisphereLight();
  private readonly grounds: Ground[];
  private readonly floating: boolean; // nothing is below: a mere grid there tells up from down
  private sunwards = SUN;
  private lit = new Sphere(new Vector3(), 0);
  spacing = 1;

  constructor(canvas: HTMLCanvasElement, header: Header) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, powerPreference: "high-performance" });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.toneMapping = NeutralToneMapping;
    this.renderer.toneMappingExposure = 1;
    this.camera.up.set(0, 0, 1);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(SHADOW_PIXELS, SHADOW_PIXELS);
    this.sun.shadow.radius = 2;
    this.scene.add(this.sun, this.sun.target, this.sky);
    this.sky.position.set(0, 0, 1);
    this.renderer.localClippingEnabled = true;
    this.grounds = groundsOf(header);
    this.floating = this.grounds.length === 0;
    if (this.floating) this.grounds.push(new Ground(new Matrix4(), true));
    for (const ground of this.grounds) ground.clip(this.grounds);
    this.scene.add(...this.grounds);
  }

  setTheme(theme: Theme): void {
    this.scene.background = new Color(theme.background);
    this.sky.color.set(theme.sky);
    this.sky.groundColor.set(theme.bounce);
    this.sky.intensity = theme.skyStrength;
    this.sun.intensity = theme.sunStrength;
    for (const ground of this.grounds) ground.setTheme(theme);
  }

  /** Fits ground and grid to what there is to see. */
  fitGround(bounds: Box3): void {
    const size = bounds.getSize(new Vector3()).length();
    const centre = bounds.getCenter(new Vector3());
    this.spacing = gridSpacing(size);
    this.sunwards = turnToFront(SUN, bounds);
    if (this.floating) this.grounds[0].lower(bounds.min.z - 0.02 * size);
    for (const ground of this.grounds) ground.fit(centre, 7 * size, this.spacing);
  }

  /** Points the sun's shadow at these bounds, when they have left what it covered. */
  light(bounds: Box3): void {
    const sphere = bounds.getBoundingSphere(new Sphere());
    const covered = sphere.center.distanceTo(this.lit.center) + sphere.radius <= this.lit.radius;
    if (covered && sphere.radius > 0.5 * this.lit.radius) return;
    this.lit = new Sphere(sphere.center.clone(), 1.15 * sphere.radius);
    const { center, radius } = this.lit;
    this.sun.target.position.copy(center);
    this.sun.position.copy(center).addScaledVector(this.sunwards, 3 * radius);
    const frustum = this.sun.shadow.camera;
    frustum.left = frustum.bottom = -radius;
    frustum.right = frustum.top = radius;
    frustum.near = radius;
    frustum.far = 6 * radius;
    frustum.updateProjectionMatrix();
    // About a texel and a half: enough against stripes, too little to part a body from its shadow.
    this.sun.shadow.normalBias = (1.5 * 2 * radius) / SHADOW_PIXELS;
    this.sun.shadow.bias = -0.0004;
    this.sun.target.updateMatrixWorld();
  }

  resize(width: number, height: number): void {
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / Math.max(height, 1);
    this.camera.updateProjectionMatrix();
  }

  render(): void {
    this.renderer.render(this.scene, this.camera);
  }
}

function groundsOf(header: Header): Ground[] {
  const grounds: Ground[] = [];
  const one = new Vector3(1, 1, 1);
  for (const body of header.bodies) {
    for (const part of body.parts) {
      if (header.shapes[part.shape].type !== "half_space" || body.pose >= 0) continue;
      const outer = new Matrix4().compose(
        new Vector3(...(body.position ?? [0, 0, 0])),
        new Quaternion(...(body.rotation ?? [0, 0, 0, 1])),
        one,
      );
      const inner = new Matrix4().compose(new Vector3(...part.position), new Quaternion(...part.rotation), one);
      grounds.push(new Ground(outer.multiply(inner)));
    }
  }
  return grounds;
}
