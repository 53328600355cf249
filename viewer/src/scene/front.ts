// Which side of a scene is its front: the one that shows its broad side.
import { type Box3, Vector3 } from "three";

/** A direction meant for a front along -y, turned to the front of what is in the box: along +x if that is long in y. */
export function turnToFront(direction: Vector3, bounds: Box3): Vector3 {
  const size = bounds.getSize(new Vector3());
  return size.y > 1.2 * size.x ? new Vector3(-direction.y, direction.x, direction.z) : direction.clone();
}
