// All bodies of a replay as few instanced meshes, moved by a frame's poses.
import {
  Box3,
  type BufferGeometry,
  type Color,
  DynamicDrawUsage,
  Group,
  InstancedMesh,
  type Intersection,
  LineBasicMaterial,
  Matrix4,
  MeshStandardMaterial,
  Quaternion,
  type Raycaster,
  Vector3,
} from "three";
import { POSE_WORDS, type Shape } from "../data/format";
import type { Replay } from "../data/replay";
import { edgesOf, geometryOf, piecesOf } from "./geometry";
import { InstancedLines } from "./instanced_lines";
import type { Theme } from "./palette";
import { SoftGeometry } from "./soft";

interface Batch {
  mesh: InstancedMesh;
  lines: InstancedLines | null;
  bodies: number[]; // of each instance
  locals: Matrix4[];
}

export class Bodies extends Group {
  private readonly batches: Batch[] = [];
  private readonly surface = new MeshStandardMaterial({
    roughness: 0.72,
    metalness: 0,
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 1,
  });
  private readonly line = new LineBasicMaterial({ transparent: true });
  private readonly soft = new Map<number, SoftGeometry>(); // of the deformable bodies
  /** Placement of every body's centre of mass now. */
  readonly placements: Matrix4[];
  /** Of a ball about the centre of mass that holds the body; 0 for half-spaces. */
  readonly radii: Float64Array;

  constructor(private readonly replay: Replay) {
    super();
    const { bodies, shapes } = replay.header;
    this.radii = new Float64Array(bodies.length);
    this.placements = bodies.map((body) =>
      new Matrix4().compose(
        new Vector3(...(body.position ?? [0, 0, 0])),
        new Quaternion(...(body.rotation ?? [0, 0, 0, 1])),
        new Vector3(1, 1, 1),
      ),
    );
    const byKey = new Map<string, { bodies: number[]; locals: Matrix4[] }>();
    bodies.forEach((body, i) => {
      if (body.soft !== undefined) return this.addSoft(i, body.soft, shapes[body.parts[0].shape]);
      for (const part of body.parts) {
        for (const piece of piecesOf(part, shapes)) {
          let entry = byKey.get(piece.key);
          if (entry === undefined) byKey.set(piece.key, (entry = { bodies: [], locals: [] }));
          entry.bodies.push(i);
          entry.locals.push(piece.local);
        }
      }
    });
    for (const [key, entry] of byKey) this.addBatch(key, entry.bodies, entry.locals);
    this.place(() => true);
  }

  private addBatch(key: string, bodies: number[], locals: Matrix4[]): void {
    const geometry = geometryOf(key, this.replay, bodies.length);
    this.addMeshes(geometry, edgesOf(key, geometry), bodies, locals);
  }

  private addSoft(body: number, firstVertex: number, shape: Shape): void {
    const first = this.replay.header.moving * POSE_WORDS + 3 * firstVertex;
    const soft = new SoftGeometry(shape as Extract<Shape, { vertex_count: number }>, this.replay, first);
    this.soft.set(body, soft);
    this.addMeshes(soft.surface, soft.edges, [body], [new Matrix4()]);
  }

  private addMeshes(
    geometry: BufferGeometry,
    edges: BufferGeometry | null,
    bodies: number[],
    locals: Matrix4[],
  ): void {
    const mesh = new InstancedMesh(geometry, this.surface, bodies.length);
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.castShadow = mesh.receiveShadow = true;
    mesh.frustumCulled = false;
    const lines = edges && new InstancedLines(edges, this.line, bodies.length);
    if (lines) lines.instanceMatrix = mesh.instanceMatrix;
    this.add(mesh);
    if (lines) this.add(lines);
    this.batches.push({ mesh, lines, bodies, locals });
    geometry.computeBoundingBox();
    const corner = new Vector3();
    const box = geometry.boundingBox as Box3;
    bodies.forEach((body, k) => {
      for (let c = 0; c < 8; ++c) {
        corner.set(c & 1 ? box.max.x : box.min.x, c & 2 ? box.max.y : box.min.y, c & 4 ? box.max.z : box.min.z);
        this.radii[body] = Math.max(this.radii[body], corner.applyMatrix4(locals[k]).length());
      }
    });
  }

  /** The vertices of a deformable body in its frame; null for others. */
  vertices(body: number): number[] | null {
    return this.soft.get(body)?.vertices() ?? null;
  }

  /** Moves and deforms the bodies as a frame says, or to a mixture of two frames' (share of the second). */
  setPoses(poses: Float32Array, next: Float32Array | null = null, share = 0): void {
    const p = new Vector3();
    const q = new Quaternion();
    const p2 = new Vector3();
    const q2 = new Quaternion();
    const one = new Vector3(1, 1, 1);
    this.replay.header.bodies.forEach((body, i) => {
      if (body.pose < 0) return;
      const at = body.pose * POSE_WORDS;
      p.fromArray(poses, at);
      q.fromArray(poses, at + 3);
      if (next !== null) {
        p.lerp(p2.fromArray(next, at), share);
        q.slerp(q2.fromArray(next, at + 3), share);
      }
      this.placements[i].compose(p, q, one);
    });
    for (const soft of this.soft.values()) soft.update(poses, next, share);
    this.place((body) => this.replay.header.bodies[body].pose >= 0);
  }

  private place(which: (body: number) => boolean): void {
    const matrix = new Matrix4();
    for (const { mesh, bodies, locals } of this.batches) {
      bodies.forEach((body, k) => {
        if (which(body)) mesh.setMatrixAt(k, matrix.multiplyMatrices(this.placements[body], locals[k]));
      });
      mesh.instanceMatrix.needsUpdate = true;
      mesh.boundingSphere = null; // the ray caster's, of all instances together
    }
  }

  setColours(colourOf: (body: number) => Color): void {
    for (const { mesh, bodies } of this.batches) {
      bodies.forEach((body, k) => mesh.setColorAt(k, colourOf(body)));
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
  }

  setTheme(theme: Theme): void {
    this.line.color.set(theme.edge);
    this.line.opacity = theme.edgeOpacity;
  }

  /** Glassy bodies let contacts inside a heap be seen. */
  setGlassy(glassy: boolean): void {
    this.surface.transparent = glassy;
    this.surface.opacity = glassy ? 0.35 : 1;
    this.surface.depthWrite = !glassy;
    this.surface.needsUpdate = true;
  }

  /** Shows the triangles that collision works with. */
  setWireframe(on: boolean): void {
    this.surface.wireframe = on;
  }

  pick(ray: Raycaster): { body: number; distance: number } | null {
    let best: { body: number; distance: number } | null = null;
    for (const { mesh, bodies } of this.batches) {
      const hits: Intersection[] = [];
      mesh.raycast(ray, hits);
      for (const hit of hits) {
        if (hit.instanceId === undefined || (best !== null && best.distance <= hit.distance)) continue;
        best = { body: bodies[hit.instanceId], distance: hit.distance };
      }
    }
    return best;
  }

  centre(body: number): Vector3 {
    return new Vector3().setFromMatrixPosition(this.placements[body]);
  }

  /** A quick, generous box around the bodies for which `which` holds; half-spaces have no extent. */
  bounds(which: (body: number) => boolean): Box3 {
    const box = new Box3();
    for (let i = 0; i < this.radii.length; ++i) {
      if (this.radii[i] === 0 || !which(i)) continue;
      const c = this.centre(i);
      if (!Number.isFinite(c.x + c.y + c.z)) continue;
      box.expandByPoint(c.clone().addScalar(this.radii[i]));
      box.expandByPoint(c.subScalar(this.radii[i]));
    }
    return box;
  }

  /** The same, as tight as the boxes of their parts are. */
  tightBounds(which: (body: number) => boolean): Box3 {
    const box = new Box3();
    const part = new Box3();
    const matrix = new Matrix4();
    for (const { mesh, bodies } of this.batches) {
      bodies.forEach((body, k) => {
        if (!which(body)) return;
        mesh.getMatrixAt(k, matrix);
        part.copy(mesh.geometry.boundingBox as Box3).applyMatrix4(matrix);
        if (Number.isFinite(part.min.x + part.min.y + part.min.z)) box.union(part);
      });
    }
    return box;
  }
}
