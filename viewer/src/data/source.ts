// Where a replay's bytes come from: memory, or a server that is asked for ranges.

export interface ByteSource {
  /** The bytes from `offset` on; fewer than `length` only at the end. */
  read(offset: number, length: number): Promise<ArrayBuffer>;
}

export class MemorySource implements ByteSource {
  constructor(private readonly bytes: ArrayBuffer) {}

  read(offset: number, length: number): Promise<ArrayBuffer> {
    return Promise.resolve(this.bytes.slice(offset, offset + length));
  }
}

export class HttpSource implements ByteSource {
  constructor(private readonly url: string) {}

  async read(offset: number, length: number): Promise<ArrayBuffer> {
    const pieces: Uint8Array[] = [];
    let got = 0;
    // A server may answer with less than was asked for.
    while (got < length) {
      const first = offset + got;
      const response = await fetch(this.url, { headers: { Range: `bytes=${first}-${offset + length - 1}` } });
      if (response.status !== 206) throw new Error(`the server answered ${response.status}: ${await response.text()}`);
      const piece = new Uint8Array(await response.arrayBuffer());
      if (piece.length === 0) break;
      pieces.push(piece);
      got += piece.length;
      const total = Number(response.headers.get("Content-Range")?.split("/")[1]);
      if (first + piece.length >= total) break;
    }
    if (pieces.length === 1) return pieces[0].buffer as ArrayBuffer;
    const all = new Uint8Array(got);
    let at = 0;
    for (const piece of pieces) {
      all.set(piece, at);
      at += piece.length;
    }
    return all.buffer;
  }
}

/** Bytes that a report carries inside the page: compressed, then base64. */
async function unpack(text: string): Promise<ArrayBuffer> {
  const letters = atob(text);
  const packed = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; ++i) packed[i] = letters.charCodeAt(i);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).arrayBuffer();
}

/** The replay inside the page where there is one, else the one beside it, asked for with the page's own token. */
export async function openSource(): Promise<ByteSource> {
  const slot = document.getElementById("stiction-replay");
  const text = slot?.textContent?.trim() ?? "";
  if (text !== "") {
    slot?.remove(); // megabytes of text that nobody reads again
    return new MemorySource(await unpack(text));
  }
  const url = new URL("replay.bin", location.href);
  const token = new URLSearchParams(location.search).get("token");
  if (token !== null) url.searchParams.set("token", token);
  return new HttpSource(url.href);
}
