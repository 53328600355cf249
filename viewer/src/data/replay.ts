// A replay: the header and small tables at hand, poses and contacts of frames when they have arrived.
import { ChunkCache } from "./chunks";
import { CONTACT_WORDS, frameWords, type Header, headerLength, PREFIX_BYTES } from "./format";
import type { ByteSource } from "./source";

const CHUNK_BYTES = 1 << 20;
const CHUNKS_KEPT = 96;

/** One row for every step that is told of, as columns. */
export interface StepTable {
  step: Uint32Array;
  error: Float32Array;
  iterations: Float32Array;
  kinetic: Float32Array; // J
  potential: Float32Array; // J
  contacts: Float32Array;
  cpu: Float32Array; // s
  converged: Float32Array;
  path: Float32Array;
}

/** The contacts of one frame: rows of CONTACT_WORDS words, the first two of them integers. */
export interface ContactRows {
  count: number;
  words: Float32Array;
  bodies: Int32Array; // the same memory
}

/** What happened to smooth bodies. */
export interface SmoothTable {
  path: Float32Array; // frame by frame, of each smooth body: x, y, z, m
  steps: Uint32Array; // of each smooth body: steps of the integrator in each bin
  time: Float64Array; // of events, s
  body: Int32Array;
  kind: Int32Array;
  patch: Int32Array;
  value: Float32Array;
}

export class Replay {
  private constructor(
    readonly header: Header,
    readonly times: Float64Array,
    readonly frameSteps: Uint32Array,
    private readonly contactEnd: Uint32Array,
    readonly steps: StepTable,
    readonly vertices: Float32Array,
    readonly triangles: Uint32Array,
    readonly summary: string,
    readonly scene: string,
    private readonly poses: ChunkCache,
    private readonly contacts: ChunkCache,
    readonly smooth: SmoothTable | null,
  ) {}

  static async open(source: ByteSource): Promise<Replay> {
    const length = headerLength(await source.read(0, PREFIX_BYTES));
    const header = JSON.parse(new TextDecoder().decode(await source.read(PREFIX_BYTES, length))) as Header;
    const base = PREFIX_BYTES + length;
    const { sections } = header;
    const small = await source.read(base, sections.poses.offset);
    const bytes = (name: string) => small.slice(sections[name].offset, sections[name].offset + sections[name].bytes);
    const floats = (name: string) => new Float32Array(bytes(name));
    const text = (name: string) => new TextDecoder().decode(bytes(name));
    const cache = (name: string) =>
      new ChunkCache(source, base + sections[name].offset, sections[name].bytes, CHUNK_BYTES, CHUNKS_KEPT);
    return new Replay(
      header,
      new Float64Array(bytes("frames.time")),
      new Uint32Array(bytes("frames.step")),
      new Uint32Array(bytes("frames.contact_end")),
      {
        step: new Uint32Array(bytes("steps.step")),
        error: floats("steps.error"),
        iterations: floats("steps.iterations"),
        kinetic: floats("steps.kinetic_energy"),
        potential: floats("steps.potential_energy"),
        contacts: floats("steps.contacts"),
        cpu: floats("steps.cpu_s"),
        converged: floats("steps.converged"),
        path: floats("steps.path"),
      },
      floats("vertices"),
      new Uint32Array(bytes("triangles")),
      text("summary"),
      text("scene"),
      cache("poses"),
      cache("contacts"),
      header.smooth
        ? {
            path: floats("smooth.path"),
            steps: new Uint32Array(bytes("smooth.steps")),
            time: new Float64Array(bytes("smooth.time")),
            body: new Int32Array(bytes("smooth.body")),
            kind: new Int32Array(bytes("smooth.kind")),
            patch: new Int32Array(bytes("smooth.patch")),
            value: floats("smooth.value"),
          }
        : null,
    );
  }

  get frameCount(): number {
    return this.times.length;
  }
  get duration(): number {
    return this.times[this.frameCount - 1];
  }

  /** The last frame that is not after `time`. */
  frameAt(time: number): number {
    let low = 0;
    let high = this.frameCount - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.times[middle] <= time + 1e-9) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private poseRange(frame: number): [number, number] {
    const row = 4 * frameWords(this.header);
    return [frame * row, (frame + 1) * row];
  }

  private contactRange(frame: number): [number, number] {
    const row = CONTACT_WORDS * 4;
    return [(frame === 0 ? 0 : this.contactEnd[frame - 1]) * row, this.contactEnd[frame] * row];
  }

  /** Poses of the moving bodies, then vertices of the deformable ones in their frames; or null while they are on their way. */
  posesOf(frame: number): Float32Array | null {
    const bytes = this.poses.ready(...this.poseRange(frame));
    return bytes && new Float32Array(bytes.buffer);
  }

  contactsOf(frame: number): ContactRows | null {
    const [from, to] = this.contactRange(frame);
    if (from === to) return { count: 0, words: new Float32Array(), bodies: new Int32Array() };
    const bytes = this.contacts.ready(from, to);
    if (bytes === null) return null;
    const words = new Float32Array(bytes.buffer);
    return { count: words.length / CONTACT_WORDS, words, bodies: new Int32Array(bytes.buffer) };
  }

  /** Fetches a frame and what follows soon. Resolves when the frame itself is there. */
  async load(frame: number, withContacts: boolean, ahead: number): Promise<void> {
    const last = Math.min(this.frameCount - 1, frame + ahead);
    const own = [this.poses.load(...this.poseRange(frame))];
    if (withContacts) own.push(this.contacts.load(...this.contactRange(frame)));
    await Promise.all(own);
    // Not waited for: it is for later, and its failure will show when it is needed.
    void this.poses.load(this.poseRange(frame)[1], this.poseRange(last)[1]).catch(() => undefined);
    if (withContacts) {
      const next = Math.min(last, frame + 2);
      void this.contacts.load(this.contactRange(frame)[1], this.contactRange(next)[1]).catch(() => undefined);
    }
  }

  /** Row of the step table for a frame: the last step at or before it; -1 for the start. */
  stepRow(frame: number): number {
    const wanted = this.frameSteps[frame];
    const { step } = this.steps;
    let low = 0;
    let high = step.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (step[middle] <= wanted) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
