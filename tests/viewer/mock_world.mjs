// A make-believe world behind a WebSocket, in the protocol of `stiction live`: three boxes on each other, of which the
// one that is held glides to where it is pulled. It remembers every order.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

export const SIZE = 0.4;
export const BOXES = ["lower", "middle", "upper"];
export const TOKEN = "0123456789abcdef";
const ONE = [0, 0, 0, 1];

const padded = (text) => text + " ".repeat((8 - (Buffer.byteLength(text) % 8)) % 8);

/** The greeting: a replay of one frame. */
function replay(poses) {
  const data = {
    "frames.time": Buffer.from(new Float64Array([0]).buffer),
    "frames.step": Buffer.from(new Uint32Array([0]).buffer),
    "frames.contact_end": Buffer.from(new Uint32Array([0]).buffer),
  };
  for (const name of ["error", "iterations", "kinetic_energy", "potential_energy", "contacts", "cpu_s", "converged"])
    data[`steps.${name}`] = Buffer.alloc(0);
  for (const name of ["steps.path", "steps.step", "vertices", "triangles"]) data[name] = Buffer.alloc(0);
  data.summary = Buffer.from("mock: 4 bodies");
  data.scene = Buffer.from("{}");
  data.poses = Buffer.from(poses.buffer);
  data.contacts = Buffer.alloc(0);
  const sections = {};
  const pieces = [];
  let offset = 0;
  for (const [name, bytes] of Object.entries(data)) {
    const rest = (8 - (bytes.length % 8)) % 8;
    sections[name] = { type: "f32", offset, bytes: bytes.length };
    pieces.push(bytes, Buffer.alloc(rest));
    offset += bytes.length + rest;
  }
  const part = (shape) => [{ shape, position: [0, 0, 0], rotation: ONE }];
  const header = {
    name: "mock",
    step: 0.001,
    tolerance: 1e-6,
    bodies: [
      { name: "floor", fixed: true, material: "wood", pose: -1, position: [0, 0, 0], rotation: ONE, parts: part(0) },
      ...BOXES.map((name, i) => ({ name, fixed: false, material: "wood", mass: 2, pose: i, parts: part(1) })),
    ],
    shapes: [{ type: "half_space" }, { type: "box", size: [SIZE, SIZE, SIZE] }],
    joints: [],
    paths: ["direct"],
    moving: BOXES.length,
    frames: 1,
    recorded_frames: 1,
    recorded_steps: 0,
    sections,
  };
  const text = Buffer.from(padded(JSON.stringify(header)));
  const prefix = Buffer.alloc(16);
  prefix.write("STICTRPL");
  prefix.writeUInt32LE(1, 8);
  prefix.writeUInt32LE(text.length, 12);
  return Buffer.concat([prefix, text, ...pieces]);
}

/** Four contacts below each box, alternately sticking and slipping. */
function contacts(poses) {
  const rows = Buffer.alloc(64 * 4 * BOXES.length);
  let at = 0;
  for (let i = 0; i < BOXES.length; ++i)
    for (const [x, y] of [[-1, -1], [1, -1], [-1, 1], [1, 1]]) {
      rows.writeInt32LE(i + 1, at);
      rows.writeInt32LE(i, at + 4);
      const centre = poses.subarray(7 * i, 7 * i + 3);
      const position = [centre[0] + (x * SIZE) / 2, centre[1] + (y * SIZE) / 2, centre[2] - SIZE / 2];
      const impulse = [0.002, 0, 0.005 * (BOXES.length - i)];
      const words = [...position, 0, 0, 1, 0, 0.5, ...impulse, x > 0 ? 0.1 : 0, 0, 0];
      words.forEach((word, k) => rows.writeFloatLE(word, at + 8 + 4 * k));
      at += 64;
    }
  return rows;
}

/** One frame of the WebSocket protocol from a server. */
function framed(payload, opcode = 2) {
  const head = payload.length < 126 ? Buffer.alloc(2) : payload.length < 65536 ? Buffer.alloc(4) : Buffer.alloc(10);
  head[0] = 0x80 | opcode;
  head[1] = payload.length < 126 ? payload.length : payload.length < 65536 ? 126 : 127;
  if (head.length === 4) head.writeUInt16BE(payload.length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(payload.length), 2);
  return Buffer.concat([head, payload]);
}

/** Takes whole frames of a client off the front of `buffer`; calls `onText` with each text. Returns the rest. */
function unframed(buffer, onText) {
  for (;;) {
    if (buffer.length < 6) return buffer;
    const long = (buffer[1] & 127) === 126;
    const length = long ? buffer.readUInt16BE(2) : buffer[1] & 127;
    const start = long ? 8 : 6;
    if (buffer.length < start + length) return buffer;
    const mask = buffer.subarray(start - 4, start);
    const data = Buffer.from(buffer.subarray(start, start + length).map((byte, i) => byte ^ mask[i % 4]));
    if ((buffer[0] & 15) === 1) onText(data.toString());
    buffer = buffer.subarray(start + length);
  }
}

export class MockWorld {
  orders = [];
  silent = false; // sends nothing of its own
  state = {
    time: 0, step: 0, paused: false, error: 3e-9, iterations: 7, converged: true, path: "direct", contacts: 12,
    cpu_ms: 0.12, kinetic_energy: 0.25, potential_energy: 8, rate: 998, realtime: 0.998, converged_share: 0.9987,
    p50: 0.101, p99: 0.42, p999: 0.87, hold: null, mu: 0.5, gravity: [0, 0, -9.81], tolerance: 1e-6, solver: "auto",
    solvers: ["auto", "newton", "gauss-seidel"], recording: null, notice: null,
  };
  #sockets = new Set();
  #page;
  #server;
  #grip = null; // body, point, target
  #timer;

  /** `page`: the viewer's file. */
  constructor(page) {
    this.#page = readFileSync(page, "utf8").replace("</head>", '<meta name="stiction-live" content="/live"></head>');
    this.reset();
  }

  reset() {
    this.poses = new Float32Array(BOXES.flatMap((_, i) => [0, 0, SIZE * (i + 0.5), ...ONE]));
    this.#grip = null;
    Object.assign(this.state, { time: 0, step: 0, hold: null });
  }

  async start(port = 0) {
    this.#server = createServer((_request, response) => {
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      response.setHeader("Content-Security-Policy", "default-src 'none'; script-src 'unsafe-inline'; " +
        "style-src 'unsafe-inline'; img-src data:; connect-src 'self'");
      response.end(this.#page);
    });
    this.#server.on("upgrade", (request, socket) => this.#upgrade(request, socket));
    await new Promise((done) => this.#server.listen(port, "127.0.0.1", done));
    this.port = this.#server.address().port;
    this.url = `http://127.0.0.1:${this.port}/?token=${TOKEN}`;
    this.#timer = setInterval(() => this.#tick(), 16);
  }

  /** As if the program had been killed. */
  async stop() {
    clearInterval(this.#timer);
    for (const socket of this.#sockets) socket.destroy();
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  /** Sends bytes that no world would send. */
  babble(bytes) {
    for (const socket of this.#sockets) socket.write(framed(bytes));
  }

  #upgrade(request, socket) {
    socket.on("error", () => socket.destroy());
    if (request.url !== `/live?token=${TOKEN}`) return socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    const key = request.headers["sec-websocket-key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    const accept = createHash("sha1").update(key).digest("base64");
    socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
      `Sec-WebSocket-Accept: ${accept}\r\n\r\n`);
    socket.write(framed(replay(this.poses)));
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket));
    let buffer = Buffer.alloc(0);
    socket.on("data", (bytes) => {
      buffer = unframed(Buffer.concat([buffer, bytes]), (text) => this.#obey(JSON.parse(text)));
    });
  }

  #obey(order) {
    this.orders.push({ ...order, at: Date.now() });
    const { state } = this;
    const { value } = order;
    if (order.do === "grab") this.#grip = { body: order.body, point: order.point, target: null };
    if (order.do === "move" && this.#grip) this.#grip.target = order.target;
    if (order.do === "release") this.#grip = state.hold = null;
    if (order.do === "friction") state.mu = value;
    if (order.do === "gravity") state.gravity = value;
    if (order.do === "tolerance") state.tolerance = value;
    if (order.do === "solver") state.solver = value;
    if (order.do === "pause") state.paused = value;
    if (order.do === "step") this.#advance(1);
    if (order.do === "reset") this.reset();
    if (order.do === "record") {
      state.recording = value ? "mock-1.h5" : null;
      state.notice = value ? null : "mock-1.h5 is written";
    }
  }

  #advance(steps) {
    this.state.step += steps;
    this.state.time = this.state.step * 0.001;
    if (this.#grip?.target == null) return;
    const { body, point, target } = this.#grip;
    const centre = this.poses.subarray(7 * (body - 1), 7 * (body - 1) + 3);
    const position = point.map((x, i) => x + centre[i]);
    const force = target.map((x, i) => 100 * (x - position[i]));
    for (let i = 0; i < 3; ++i) centre[i] += 0.2 * (target[i] - position[i]);
    this.state.hold = { body, position: point.map((x, i) => x + centre[i]), target, force };
  }

  #tick() {
    if (!this.state.paused) this.#advance(16);
    if (this.silent) return;
    const text = Buffer.from(padded(JSON.stringify(this.state)));
    const rows = contacts(this.poses);
    const prefix = Buffer.alloc(16);
    prefix.write("STICLIVE");
    prefix.writeUInt32LE(text.length, 8);
    prefix.writeUInt32LE(rows.length / 64, 12);
    const message = framed(Buffer.concat([prefix, text, Buffer.from(this.poses.buffer), rows]));
    for (const socket of this.#sockets) if (socket.writableLength < 1 << 20) socket.write(message);
  }
}
