// The shape of all arrows.
import { type BufferGeometry, ConeGeometry, CylinderGeometry } from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";

/** An arrow of length 1 along z, its shaft of radius 1; scaled to its place. */
export function arrow(headLength: number, headRadius: number): BufferGeometry {
  const shaft = new CylinderGeometry(1, 1, 1 - headLength, 10).translate(0, (1 - headLength) / 2, 0);
  const head = new ConeGeometry(headRadius, headLength, 16).translate(0, 1 - headLength / 2, 0);
  return mergeGeometries([shaft, head]).rotateX(Math.PI / 2);
}
