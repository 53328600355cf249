// Islands: bodies that contacts or joints tie together. What is fixed ties nothing, as in the solver's decomposition.
import type { Body } from "../data/format";
import { CONTACT_WORDS } from "../data/format";
import type { ContactRows } from "../data/replay";

/** For every body the lowest body of its island; -1 for fixed bodies. */
export function islands(bodies: Body[], joints: [number, number][], contacts: ContactRows): Int32Array {
  const parent = Int32Array.from(bodies, (body, i) => (body.fixed ? -1 : i));
  const root = (i: number): number => {
    while (parent[i] !== i) {
      parent[i] = parent[parent[i]];
      i = parent[i];
    }
    return i;
  };
  const tie = (a: number, b: number): void => {
    if (a < 0 || b < 0 || parent[a] < 0 || parent[b] < 0) return;
    const x = root(a);
    const y = root(b);
    if (x !== y) parent[Math.max(x, y)] = Math.min(x, y);
  };
  for (const [a, b] of joints) tie(a, b);
  for (let i = 0; i < contacts.count; ++i) {
    tie(contacts.bodies[i * CONTACT_WORDS], contacts.bodies[i * CONTACT_WORDS + 1]);
  }
  return Int32Array.from(parent, (p, i) => (p < 0 ? -1 : root(i)));
}
