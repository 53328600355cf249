// Line segments drawn many times. three.js instances only meshes; its renderer asks for nothing but these flags.
import { type BufferGeometry, InstancedMesh, type LineBasicMaterial } from "three";

export class InstancedLines extends InstancedMesh<BufferGeometry, LineBasicMaterial> {
  readonly isLine = true;
  readonly isLineSegments = true;

  constructor(geometry: BufferGeometry, material: LineBasicMaterial, count: number) {
    super(geometry, material, count);
    (this as { isMesh: boolean }).isMesh = false;
    this.frustumCulled = false;
    this.raycast = () => undefined;
  }
}
