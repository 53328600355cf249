// The running world at the other end of a WebSocket: what it says many times a second, and what it is told.
import { CONTACT_WORDS, frameWords, type Header, type Vec } from "./format";
import type { ContactRows } from "./replay";

/** What the world says about itself beside poses and contacts, as apps/cli/live_command.cpp writes it. */
export interface LiveState {
  time: number; // s
  step: number;
  paused: boolean;
  error: number;
  iterations: number;
  converged: boolean;
  path: string;
  contacts: number;
  cpu_ms: number; // of the last step
  kinetic_energy: number; // J
  potential_energy: number; // J
  rate: number; // steps a second, over the last second
  realtime: number; // simulated time over wall time
  converged_share: number;
  p50: number; // ms CPU of a step, since the start
  p99: number;
  p999: number;
  hold: { body: number; position: Vec; target: Vec; force: Vec } | null;
  mu: number | null; // null where contacts differ
  gravity: Vec;
  tolerance: number;
  solver: string;
  solvers: string[];
  recording: string | null; // a file's name
  notice: string | null;
}

export interface Present {
  state: LiveState;
  poses: Float32Array;
  contacts: ContactRows;
}

export type Order =
  | { do: "grab"; body: number; point: Vec } // in the body's frame
  | { do: "move"; target: Vec } // in the world
  | { do: "release" | "step" | "reset" }
  | { do: "friction" | "tolerance"; value: number }
  | { do: "gravity"; value: Vec }
  | { do: "solver"; value: string }
  | { do: "pause" | "record"; value: boolean };

const MAGIC = "STICLIVE";
const PREFIX_BYTES = 16;

/** Reads a message about the world whose replay has this header. */
export function readPresent(message: ArrayBuffer, header: Header): Present {
  const view = new DataView(message);
  const text = (from: number, length: number) => new TextDecoder().decode(new Uint8Array(message, from, length));
  if (message.byteLength < PREFIX_BYTES || text(0, 8) !== MAGIC) throw new Error("the server sent something unknown");
  const length = view.getUint32(8, true);
  const count = view.getUint32(12, true);
  const poses = PREFIX_BYTES + length;
  const words = frameWords(header);
  const contacts = poses + 4 * words;
  const wanted = contacts + 4 * CONTACT_WORDS * count;
  if (poses % 4 !== 0 || message.byteLength !== wanted)
    throw new Error(`the server sent ${message.byteLength} bytes, not ${wanted}`);
  const state = JSON.parse(text(PREFIX_BYTES, length)) as LiveState;
  state.error ??= Number.NaN; // JSON has no word for it
  return {
    state,
    poses: new Float32Array(message, poses, words),
    contacts: {
      count,
      words: new Float32Array(message, contacts, CONTACT_WORDS * count),
      bodies: new Int32Array(message, contacts, CONTACT_WORDS * count),
    },
  };
}

/** Where the running world is, with the page's own token; null for a page that shows a recording. */
export function liveAddress(): string | null {
  const path = document.querySelector<HTMLMetaElement>("meta[name=stiction-live]")?.content;
  if (!path) return null;
  const url = new URL(path, location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  const token = new URLSearchParams(location.search).get("token");
  if (token !== null) url.searchParams.set("token", token);
  return url.href;
}

/** Pause between two attempts to get through, ms. */
const RETRY = 1000;

export class LiveLink {
  private socket: WebSocket | null = null;
  private greeted = false;

  /** `onGreeting` gets the first message of every connection, `onMessage` the others; `onLost` may come many times. */
  constructor(
    private readonly url: string,
    private readonly onGreeting: (replay: ArrayBuffer) => void,
    private readonly onMessage: (message: ArrayBuffer) => void,
    private readonly onLost: () => void,
  ) {
    this.connect();
  }

  private connect(): void {
    const socket = new WebSocket(this.url);
    this.socket = socket;
    this.greeted = false;
    socket.binaryType = "arraybuffer";
    socket.addEventListener("message", (event) => {
      if (!(event.data instanceof ArrayBuffer)) return;
      if (this.greeted) return this.onMessage(event.data);
      this.greeted = true;
      this.onGreeting(event.data);
    });
    socket.addEventListener("close", () => {
      this.onLost();
      setTimeout(() => this.connect(), RETRY);
    });
  }

  /** What cannot be sent now is dropped: it would be out of date later. */
  send(order: Order): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(order));
  }
}
