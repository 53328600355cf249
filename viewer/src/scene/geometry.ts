// Geometries of unit size that instances stretch, so that all boxes, all spheres, ... are one draw call each.
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  ConeGeometry,
  CylinderGeometry,
  EdgesGeometry,
  Matrix4,
  Quaternion,
  SphereGeometry,
  Vector3,
} from "three";
import { toCreasedNormals } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import type { Part, Shape } from "../data/format";
import type { Replay } from "../data/replay";

export const CREASE = 0.6; // rad: edges of a mesh that are sharper than this are drawn sharp
export const MESH_EDGE = 35; // degrees, likewise for the lines; more than between the sides of our roundest cylinders

/** One instance: what to draw, and how it lies in its body's frame. */
export interface Piece {
  key: string;
  local: Matrix4;
}

function place(part: Part, scale: Vector3, shift = 0): Matrix4 {
  const rotation = new Quaternion(...part.rotation);
  const position = new Vector3(...part.position).add(new Vector3(0, 0, shift).applyQuaternion(rotation));
  return new Matrix4().compose(position, rotation, scale);
}

/** A capsule is a cylinder and two balls; everything else is one piece. Half-spaces are the ground's business. */
export function piecesOf(part: Part, shapes: Shape[]): Piece[] {
  const shape = shapes[part.shape];
  switch (shape.type) {
    case "half_space":
      return [];
    case "box":
      return [{ key: "box", local: place(part, new Vector3(...shape.size)) }];
    case "sphere":
      return [{ key: "sphere", local: place(part, new Vector3().setScalar(shape.radius)) }];
    case "capsule": {
      const ball = new Vector3().setScalar(shape.radius);
      return [
        { key: "tube", local: place(part, new Vector3(shape.radius, shape.radius, shape.length)) },
        { key: "sphere", local: place(part, ball, shape.length / 2) },
        { key: "sphere", local: place(part, ball, -shape.length / 2) },
      ];
    }
    case "cylinder":
    case "cone":
      return [{ key: shape.type, local: place(part, new Vector3(shape.radius, shape.radius, shape.length)) }];
    default:
      return [{ key: `triangles${part.shape}`, local: place(part, new Vector3(1, 1, 1)) }];
  }
}

function triangleGeometry(shape: Extract<Shape, { vertex_count: number }>, replay: Replay): BufferGeometry {
  const geometry = new BufferGeometry();
  const v = shape.first_vertex * 3;
  const t = shape.first_triangle * 3;
  geometry.setAttribute("position", new BufferAttribute(replay.vertices.slice(v, v + shape.vertex_count * 3), 3));
  geometry.setIndex(new BufferAttribute(replay.triangles.slice(t, t + shape.triangle_count * 3), 1));
  const creased = toCreasedNormals(geometry, shape.type === "hull" ? 0.01 : CREASE);
  creased.computeBoundingSphere();
  return creased;
}

/** three.js has its cylinders about y; ours are about z. */
function upright(geometry: BufferGeometry): BufferGeometry {
  return geometry.rotateX(Math.PI / 2);
}

/** `count`: how many of them there will be; thousands need not be as round as one. */
export function geometryOf(key: string, replay: Replay, count: number): BufferGeometry {
  const around = count < 200 ? 40 : count < 1000 ? 24 : 14;
  switch (key) {
    case "box":
      return new BoxGeometry(1, 1, 1);
    case "sphere":
      return new SphereGeometry(1, around, around >> 1);
    case "tube":
      return upright(new CylinderGeometry(1, 1, 1, around, 1, true));
    case "cylinder":
      return upright(new CylinderGeometry(1, 1, 1, around));
    case "cone":
      return upright(new ConeGeometry(1, 1, around));
    default:
      return triangleGeometry(
        replay.header.shapes[Number(key.slice("triangles".length))] as Extract<Shape, { vertex_count: number }>,
        replay,
      );
  }
}

/** Lines along the sharp edges; null where there are none. */
export function edgesOf(key: string, geometry: BufferGeometry): BufferGeometry | null {
  if (key === "sphere" || key === "tube") return null;
  const edges = new EdgesGeometry(geometry, MESH_EDGE);
  return edges.getAttribute("position").count > 0 ? edges : null;
}
