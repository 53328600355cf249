// Half-spaces as wide discs with a grid that fades into the background, so that distances and shadows can be read.
import {
  CircleGeometry,
  Color,
  Matrix4,
  Mesh,
  MeshLambertMaterial,
  Plane,
  type Quaternion,
  Vector2,
  Vector3,
} from "three";
import type { Theme } from "./palette";

/** Spacing of grid lines for a scene of this extent: 1, 2 or 5 times a power of ten, some ten lines in view. */
export function gridSpacing(extent: number): number {
  const wanted = extent / 6;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const factor = wanted / power;
  return power * (factor < 1.5 ? 1 : factor < 3.5 ? 2 : factor < 7.5 ? 5 : 10);
}

/** Planes whose normal has less than this of the vertical are walls. */
const STEEP = 0.5;

// Two nets of lines, every fifth line stronger; each about a pixel wide, fading where they would get too dense.
const FRAGMENT = /* glsl */ `
  vec2 cell = gridPoint / gridStep;
  vec2 width = fwidth(cell);
  float blur = max(width.x, width.y);
  vec2 fine = 1.0 - min(abs(fract(cell - 0.5) - 0.5) / width, 1.0);
  vec2 strong = 1.0 - min(abs(fract(cell / 5.0 - 0.5) - 0.5) * 5.0 / width, 1.0);
  float line = max(0.3 * clamp(1.0 - 2.0 * blur, 0.0, 1.0) * max(fine.x, fine.y),
                   0.65 * clamp(1.0 - 0.4 * blur, 0.0, 1.0) * max(strong.x, strong.y));
  gl_FragColor.rgb = mix(gl_FragColor.rgb, gridColour, line);
  gl_FragColor.a *= 1.0 - smoothstep(0.3, 1.0, length(gridPoint - gridCentre) / gridRadius);
  #include <dithering_fragment>
`;

export class Ground extends Mesh<CircleGeometry, MeshLambertMaterial> {
  private readonly uniforms = {
    gridStep: { value: 1 },
    gridRadius: { value: 1 },
    gridCentre: { value: new Vector2() },
    gridColour: { value: new Color() },
  };
  private readonly origin: Vector3;
  private readonly turn: Quaternion;

  /** `placement`: the plane's frame, its normal along z; the grid's lines go through its origin. `faint`: no floor. */
  constructor(placement: Matrix4, faint = false) {
    super(new CircleGeometry(1, 96), new MeshLambertMaterial({ transparent: true }));
    this.frustumCulled = false;
    this.renderOrder = -1;
    this.origin = new Vector3().setFromMatrixPosition(placement);
    this.turn = this.quaternion.setFromRotationMatrix(placement).clone();
    // Walls are there to be seen past.
    const upright = new Vector3(0, 0, 1).applyQuaternion(this.turn).z;
    this.material.opacity = faint || Math.abs(upright) < STEEP ? 0.35 : 1;
    this.receiveShadow = this.material.opacity === 1;
    this.material.depthWrite = this.receiveShadow;
    this.material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, this.uniforms);
      const common = "varying vec2 gridPoint; uniform float gridRadius; uniform vec2 gridCentre;\n";
      shader.vertexShader =
        common +
        shader.vertexShader.replace(
          "#include <project_vertex>",
          "#include <project_vertex>\ngridPoint = position.xy * gridRadius + gridCentre;",
        );
      shader.fragmentShader =
        common +
        "uniform float gridStep; uniform vec3 gridColour;\n" +
        shader.fragmentShader.replace("#include <dithering_fragment>", FRAGMENT);
    };
  }

  lower(z: number): void {
    this.origin.z = z;
  }

  /** Cuts off what lies inside other half-spaces: floors end at walls. */
  clip(all: Ground[]): void {
    this.material.clippingPlanes = all
      .filter((other) => other !== this)
      .map((other) => {
        const normal = new Vector3(0, 0, 1).applyQuaternion(other.turn);
        return new Plane(normal, -normal.dot(other.origin) + 1e-4);
      });
  }

  /** Centres the disc below a point of the scene. */
  fit(centre: Vector3, radius: number, spacing: number): void {
    const local = centre.clone().sub(this.origin).applyQuaternion(this.turn.clone().invert());
    this.uniforms.gridCentre.value.set(local.x, local.y);
    this.uniforms.gridRadius.value = radius;
    this.uniforms.gridStep.value = spacing;
    this.position.copy(local.setZ(0).applyQuaternion(this.turn).add(this.origin));
    this.scale.setScalar(radius);
  }

  setTheme(theme: Theme): void {
    this.material.color.set(theme.ground);
    this.uniforms.gridColour.value.set(theme.grid).convertLinearToSRGB(); // mixed after the conversion to the screen's
  }
}
