// Rows of bytes fetched in chunks, the chunks kept while they are likely to be wanted again.
import type { ByteSource } from "./source";

export class ChunkCache {
  private readonly chunks = new Map<number, ArrayBuffer>(); // in the order of their last use
  private readonly pending = new Map<number, Promise<ArrayBuffer>>();

  /** `chunkBytes` at a time from [begin, begin + total); at most `limit` chunks are kept. */
  constructor(
    private readonly source: ByteSource,
    private readonly begin: number,
    private readonly total: number,
    private readonly chunkBytes: number,
    private readonly limit: number,
  ) {}

  /** The bytes [from, to), or null if some of them have still to come. */
  ready(from: number, to: number): Uint8Array | null {
    const first = Math.floor(from / this.chunkBytes);
    const last = Math.floor((Math.max(to, from + 1) - 1) / this.chunkBytes);
    const parts: ArrayBuffer[] = [];
    for (let i = first; i <= last && i * this.chunkBytes < this.total; ++i) {
      const chunk = this.chunks.get(i);
      if (chunk === undefined) return null;
      this.chunks.delete(i);
      this.chunks.set(i, chunk);
      parts.push(chunk);
    }
    const out = new Uint8Array(to - from);
    parts.forEach((part, k) => {
      const start = (first + k) * this.chunkBytes;
      const a = Math.max(from, start);
      const b = Math.min(to, start + part.byteLength);
      if (a < b) out.set(new Uint8Array(part, a - start, b - a), a - from);
    });
    return out;
  }

  /** Fetches what [from, to) lacks. */
  async load(from: number, to: number): Promise<void> {
    const waiting: Promise<unknown>[] = [];
    for (let i = Math.floor(from / this.chunkBytes); i * this.chunkBytes < Math.min(to, this.total); ++i) {
      if (!this.chunks.has(i)) waiting.push(this.fetchChunk(i));
    }
    await Promise.all(waiting);
  }

  private fetchChunk(i: number): Promise<ArrayBuffer> {
    const known = this.pending.get(i);
    if (known !== undefined) return known;
    const start = i * this.chunkBytes;
    const wanted = Math.min(this.chunkBytes, this.total - start);
    const promise = this.source
      .read(this.begin + start, wanted)
      .then((bytes) => {
        if (bytes.byteLength !== wanted) throw new Error("the replay ended early");
        this.chunks.set(i, bytes);
        for (const oldest of this.chunks.keys()) {
          if (this.chunks.size <= this.limit) break;
          this.chunks.delete(oldest);
        }
        return bytes;
      })
      .finally(() => this.pending.delete(i));
    this.pending.set(i, promise);
    return promise;
  }
}
