// The replay's header, as src/export/replay.cpp writes it.

export type Vec = [number, number, number];
export type Quaternion = [number, number, number, number]; // x, y, z, w

export type Shape =
  | { type: "half_space" }
  | { type: "box"; size: Vec }
  | { type: "sphere"; radius: number }
  | { type: "capsule" | "cylinder" | "cone"; radius: number; length: number }
  | {
      type: "hull" | "mesh" | "terrain" | "soft";
      first_vertex: number;
      vertex_count: number;
      first_triangle: number;
      triangle_count: number;
    };

export interface Part {
  shape: number;
  position: Vec;
  rotation: Quaternion;
}

export interface Body {
  name: string;
  fixed: boolean;
  material: string;
  mass?: number; // kg
  pose: number; // row in every frame's poses, or -1 for a body that never moves
  position?: Vec;
  rotation?: Quaternion;
  parts: Part[];
  soft?: number; // of a deformable body: its first vertex among those that follow the poses of a frame
}

interface Section {
  type: string;
  offset: number; // from the end of the header
  bytes: number;
}

export interface Header {
  name: string;
  step: number; // s
  tolerance: number;
  bodies: Body[];
  shapes: Shape[];
  joints: [number, number][];
  paths: string[];
  moving: number;
  soft_vertices?: number; // of all deformable bodies
  frames: number;
  recorded_frames: number;
  recorded_steps: number;
  sections: Record<string, Section>;
  smooth?: SmoothHeader;
}

/** Smooth bodies that moved in contact coordinates. */
export interface SmoothHeader {
  bodies: number[];
  kinds: string[]; // names of events
  reasons: string[]; // why the general path moved a body
  least_step: number; // s, of the integrator: where the first bin begins
  bins_per_decade: number;
  bins: number;
}

export const POSE_WORDS = 7;

/** Words of a frame's poses, and of the vertices that follow them. */
export function frameWords(header: Header): number {
  return header.moving * POSE_WORDS + 3 * (header.soft_vertices ?? 0);
}

export const CONTACT_WORDS = 16;
const MAGIC = "STICTRPL";
const VERSION = 1;
export const PREFIX_BYTES = 16;

/** Length of the header's text, from the first bytes of a replay. */
export function headerLength(prefix: ArrayBuffer): number {
  const magic = new TextDecoder().decode(new Uint8Array(prefix, 0, Math.min(8, prefix.byteLength)));
  if (prefix.byteLength < PREFIX_BYTES || magic !== MAGIC) throw new Error("this is not a replay");
  const view = new DataView(prefix);
  const version = view.getUint32(8, true);
  if (version !== VERSION) throw new Error(`the replay has format ${version}; this viewer reads format ${VERSION}`);
  return view.getUint32(12, true);
}
