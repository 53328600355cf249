// A deformable body: a mesh whose vertices every frame brings anew.
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Vector3 } from "three";
import { toCreasedNormals } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import type { Shape } from "../data/format";
import type { Replay } from "../data/replay";
import { CREASE, MESH_EDGE } from "./geometry";

type Triangles = Extract<Shape, { vertex_count: number }>;

export class SoftGeometry {
  /** In the body's frame; sharp where the body is sharp at rest. */
  readonly surface = new BufferGeometry();
  /** Lines along the sharp edges, on the same vertices; null where there are none. */
  readonly edges: BufferGeometry | null;
  private readonly source: Uint32Array; // vertex of the body for each one here
  private readonly first: number; // word of the body's first vertex in a frame

  /** `first`: the word of a frame at which the body's vertices begin. */
  constructor(shape: Triangles, replay: Replay, first: number) {
    this.first = first;
    const v = 3 * shape.first_vertex;
    const t = 3 * shape.first_triangle;
    const rest = replay.vertices.slice(v, v + 3 * shape.vertex_count);
    const triangles = replay.triangles.slice(t, t + 3 * shape.triangle_count);
    const { index, source } = split(rest, triangles);
    this.source = source;
    const position = new BufferAttribute(new Float32Array(3 * source.length), 3).setUsage(DynamicDrawUsage);
    this.surface.setAttribute("position", position);
    this.surface.setIndex(new BufferAttribute(index, 1));
    this.put((word) => rest[word]);
    const lines = sharpEdges(rest, triangles, index);
    this.edges = lines.length > 0 ? new BufferGeometry() : null;
    this.edges?.setAttribute("position", position);
    this.edges?.setIndex(lines);
  }

  /** Takes the vertices of a frame, or of a mixture of two (share of the second). */
  update(frame: Float32Array, next: Float32Array | null, share: number): void {
    const { first } = this;
    if (next === null) this.put((word) => frame[first + word]);
    else this.put((word) => (1 - share) * frame[first + word] + share * next[first + word]);
  }

  private put(at: (word: number) => number): void {
    const position = this.surface.getAttribute("position") as BufferAttribute;
    const { array } = position;
    this.source.forEach((vertex, k) => {
      for (let i = 0; i < 3; ++i) array[3 * k + i] = at(3 * vertex + i);
    });
    position.needsUpdate = true;
    this.surface.computeVertexNormals();
    this.surface.computeBoundingBox();
    this.surface.computeBoundingSphere();
  }

  /** The body's own vertices as they are shown: x, y, z of each. */
  vertices(): number[] {
    const { array } = this.surface.getAttribute("position");
    const found: number[] = [];
    this.source.forEach((vertex, k) => {
      for (let i = 0; i < 3; ++i) found[3 * vertex + i] = array[3 * k + i];
    });
    return found;
  }
}

/** Doubles vertices at sharp edges: one for each normal. */
function split(rest: Float32Array, triangles: Uint32Array): { index: Uint32Array; source: Uint32Array } {
  const flat = new BufferGeometry();
  flat.setAttribute("position", new BufferAttribute(rest, 3));
  flat.setIndex(new BufferAttribute(triangles, 1));
  const normals = toCreasedNormals(flat, CREASE).getAttribute("normal");
  const known = new Map<string, number>();
  const source: number[] = [];
  const index = triangles.map((vertex, corner) => {
    const normal = [normals.getX(corner), normals.getY(corner), normals.getZ(corner)];
    const key = [vertex, ...normal.map((x) => Math.round(1e4 * x))].join();
    let number = known.get(key);
    if (number === undefined) {
      known.set(key, (number = source.length));
      source.push(vertex);
    }
    return number;
  });
  return { index, source: Uint32Array.from(source) };
}

/** Pairs of entries of `index`, along the edges at which the rest shape bends sharply. */
function sharpEdges(rest: Float32Array, triangles: Uint32Array, index: Uint32Array): number[] {
  const normals: Vector3[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((i) => new Vector3().fromArray(rest, 3 * triangles[t + i]));
    normals.push(b.sub(a).cross(c.sub(a)).normalize());
  }
  const limit = Math.cos((MESH_EDGE * Math.PI) / 180);
  const open = new Map<string, number>(); // by the edge as its other triangle sees it
  const pairs: number[] = [];
  for (let corner = 0; corner < triangles.length; ++corner) {
    const next = corner % 3 === 2 ? corner - 2 : corner + 1;
    const other = open.get(`${triangles[corner]},${triangles[next]}`);
    const here = Math.floor(corner / 3);
    if (other === undefined) open.set(`${triangles[next]},${triangles[corner]}`, here);
    else if (normals[other].dot(normals[here]) < limit) pairs.push(index[corner], index[next]);
  }
  return pairs;
}
