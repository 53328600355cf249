// The path of a smooth body with its events, the steps of its integrator, and x over time with patch transitions.
import type { SmoothHeader } from "../data/format";
import type { Replay, SmoothTable } from "../data/replay";
import { element, readable } from "./dom";

const PAD = 6; // CSS pixels
const LEFT = 46; // room for numbers, as in the other plots
const BOTTOM = 14;

/** How events look: a letter for each, and a colour of the page. */
const LOOKS: Record<string, [string, string]> = {
  impact: ["▼", "--slip"],
  touches: ["●", "--stick"],
  leaves: ["○", "--stick"],
  rolls: ["■", "--idle"],
  slides: ["□", "--idle"],
  "stops spinning": ["◆", "--idle"],
  spins: ["◇", "--idle"],
  "general path": ["✕", "--limit"],
  returns: ["✓", "--limit"],
};
const OWN = "enters a patch of its own";
const OTHER = "enters a patch of the other";

interface Event {
  time: number;
  kind: string;
  text: string;
}

interface Pen {
  pen: CanvasRenderingContext2D;
  width: number;
  height: number;
  colour: (name: string) => string;
}

export class SmoothPlots {
  readonly root = element("section", { class: "plots smooth", "aria-label": "Smooth contact" });
  private readonly chooser = element("select", { "aria-label": "Smooth body" });
  private readonly path = element("canvas");
  private readonly histogram = element("canvas");
  private readonly transitions = element("canvas");
  private readonly note = element("p", { class: "events" });
  private row = 0; // of the body among the smooth ones

  constructor(
    private readonly replay: Replay,
    private readonly header: SmoothHeader,
    private readonly table: SmoothTable,
    onSeek: (time: number) => void,
  ) {
    for (const body of header.bodies) this.chooser.append(element("option", {}, replay.header.bodies[body].name));
    this.chooser.addEventListener("change", () => {
      this.row = this.chooser.selectedIndex;
      this.redraw();
    });
    this.chooser.hidden = header.bodies.length < 2;
    const figure = (id: string, title: string, canvas: HTMLCanvasElement) =>
      element(
        "figure",
        { class: "plot", "data-plot": id },
        element("figcaption", {}, element("span", {}, title)),
        element("div", { class: "area" }, canvas),
      );
    this.root.append(
      this.chooser,
      figure("smooth-path", "path seen from above, with its events", this.path),
      figure("smooth-steps", "steps of the integrator, s", this.histogram),
      figure("smooth-x", "x over time, m, with patch transitions", this.transitions),
      this.note,
    );
    this.transitions.addEventListener("pointerdown", (event) => {
      const box = this.transitions.getBoundingClientRect();
      const share = (event.clientX - box.left - LEFT) / (box.width - LEFT - PAD);
      onSeek(Math.min(1, Math.max(0, share)) * replay.duration);
    });
  }

  /** Events of the chosen body, patch crossings included. */
  private events(): Event[] {
    const { table, header } = this;
    const body = header.bodies[this.row];
    const events: Event[] = [];
    for (let i = 0; i < table.time.length; ++i) {
      if (table.body[i] !== body) continue;
      const kind = header.kinds[table.kind[i]];
      let text = `${readable(table.time[i], 5)} s: ${kind}`;
      if (kind === "impact") text += ` at ${readable(table.value[i], 3)} m/s`;
      if (kind === OWN || kind === OTHER) text += ` (${table.patch[i]})`;
      if (kind === "general path") text += `: ${header.reasons[table.value[i]]}`;
      events.push({ time: table.time[i], kind, text });
    }
    return events;
  }

  /** Position at a time, between frames. */
  private at(time: number): [number, number, number] {
    const { times, frameCount } = this.replay;
    const frame = this.replay.frameAt(time);
    const next = Math.min(frame + 1, frameCount - 1);
    const span = times[next] - times[frame];
    const share = span > 0 ? Math.min(1, (time - times[frame]) / span) : 0;
    const a = this.point(frame);
    const b = this.point(next);
    return [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]), a[2] + share * (b[2] - a[2])];
  }

  private point(frame: number): [number, number, number] {
    const from = 3 * (frame * this.header.bodies.length + this.row);
    const { path } = this.table;
    return [path[from], path[from + 1], path[from + 2]];
  }

  redraw(): void {
    const events = this.events();
    this.drawPath(events);
    this.drawHistogram();
    this.drawTransitions(events);
    const few = events.filter((event) => LOOKS[event.kind] !== undefined);
    this.note.textContent = few
      .slice(0, 12)
      .map((event) => `${LOOKS[event.kind][0]} ${event.text}`)
      .join("\n");
    if (few.length > 12) this.note.textContent += `\n… and ${few.length - 12} more`;
    this.root.dataset.events = String(events.length);
  }

  private prepare(canvas: HTMLCanvasElement): Pen | null {
    const width = canvas.clientWidth;
    const height = canvas.clientHeight;
    if (width === 0 || height === 0) return null;
    const ratio = window.devicePixelRatio;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    const pen = canvas.getContext("2d") as CanvasRenderingContext2D;
    pen.scale(ratio, ratio);
    pen.font = "10px system-ui, sans-serif";
    const style = getComputedStyle(canvas);
    return { pen, width, height, colour: (name) => style.getPropertyValue(name) };
  }

  private drawPath(events: Event[]): void {
    const paper = this.prepare(this.path);
    if (paper === null) return;
    const { pen, width, height, colour } = paper;
    const low = [Infinity, Infinity];
    const high = [-Infinity, -Infinity];
    for (let frame = 0; frame < this.replay.frameCount; ++frame) {
      const p = this.point(frame);
      for (const i of [0, 1]) {
        low[i] = Math.min(low[i], p[i]);
        high[i] = Math.max(high[i], p[i]);
      }
    }
    const span = Math.max(high[0] - low[0], high[1] - low[1], 1e-6);
    const scale = Math.min(width - 2 * PAD, height - 2 * PAD) / (1.15 * span);
    const x = (value: number) => width / 2 + (value - (low[0] + high[0]) / 2) * scale;
    const y = (value: number) => height / 2 - (value - (low[1] + high[1]) / 2) * scale;
    pen.strokeStyle = colour("--plot");
    pen.lineWidth = 1.2;
    pen.beginPath();
    for (let frame = 0; frame < this.replay.frameCount; ++frame) {
      const p = this.point(frame);
      pen.lineTo(x(p[0]), y(p[1]));
    }
    pen.stroke();
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    for (const event of events) {
      const look = LOOKS[event.kind];
      if (look === undefined) continue;
      const p = this.at(event.time);
      pen.fillStyle = colour(look[1]);
      pen.fillText(look[0], x(p[0]), y(p[1]));
    }
    // A bar of a round length.
    const power = 10 ** Math.floor(Math.log10(span / 2));
    const bar = [5, 2, 1].map((k) => k * power).find((length) => length <= span / 2) ?? power;
    pen.strokeStyle = pen.fillStyle = colour("--faint");
    pen.textAlign = "left";
    pen.fillText(`${readable(bar, 2)} m`, PAD + bar * scale + 4, height - PAD);
    pen.beginPath();
    pen.moveTo(PAD, height - PAD);
    pen.lineTo(PAD + bar * scale, height - PAD);
    pen.stroke();
  }

  private drawHistogram(): void {
    const paper = this.prepare(this.histogram);
    if (paper === null) return;
    const { pen, width, height, colour } = paper;
    const { bins, bins_per_decade: perDecade, least_step: least } = this.header;
    const counts = this.table.steps.subarray(this.row * bins, (this.row + 1) * bins);
    const used = Array.from(counts.keys()).filter((i) => counts[i] > 0);
    if (used.length === 0) return;
    const first = Math.floor(used[0] / perDecade) * perDecade;
    const last = (Math.floor(used[used.length - 1] / perDecade) + 1) * perDecade;
    const most = Math.max(...counts);
    const x = (bin: number) => LEFT + ((bin - first) / (last - first)) * (width - LEFT - PAD);
    const y = (count: number) => height - BOTTOM - (count / most) * (height - BOTTOM - PAD);
    pen.fillStyle = colour("--accent");
    for (const i of used) pen.fillRect(x(i) + 0.5, y(counts[i]), x(i + 1) - x(i) - 1, height - BOTTOM - y(counts[i]));
    pen.fillStyle = colour("--faint");
    pen.textAlign = "center";
    pen.textBaseline = "alphabetic";
    for (let i = first; i <= last; i += perDecade)
      pen.fillText((least * 10 ** (i / perDecade)).toExponential(0), Math.min(x(i), width - 14), height - 2);
    pen.textAlign = "right";
    pen.textBaseline = "middle";
    pen.fillText(String(most), LEFT - 6, y(most) + 4);
  }

  private drawTransitions(events: Event[]): void {
    const paper = this.prepare(this.transitions);
    if (paper === null) return;
    const { pen, width, height, colour } = paper;
    const { times, frameCount, duration } = this.replay;
    let low = Infinity;
    let high = -Infinity;
    for (let frame = 0; frame < frameCount; ++frame) {
      low = Math.min(low, this.point(frame)[0]);
      high = Math.max(high, this.point(frame)[0]);
    }
    const room = 0.08 * Math.max(high - low, 1e-6);
    const x = (t: number) => LEFT + (t / Math.max(duration, 1e-12)) * (width - LEFT - PAD);
    const y = (value: number) =>
      height - PAD - ((value - low + room) / (high - low + 2 * room)) * (height - 2 * PAD);
    for (const event of events) {
      if (event.kind !== OWN && event.kind !== OTHER) continue;
      pen.strokeStyle = colour(event.kind === OWN ? "--slip" : "--stick");
      pen.lineWidth = 0.6;
      pen.beginPath();
      pen.moveTo(x(event.time), event.kind === OWN ? PAD : height / 2);
      pen.lineTo(x(event.time), event.kind === OWN ? height / 2 : height - PAD);
      pen.stroke();
    }
    pen.strokeStyle = colour("--plot");
    pen.lineWidth = 1.2;
    pen.beginPath();
    for (let frame = 0; frame < frameCount; ++frame) pen.lineTo(x(times[frame]), y(this.point(frame)[0]));
    pen.stroke();
    pen.fillStyle = colour("--faint");
    pen.textAlign = "right";
    pen.textBaseline = "middle";
    pen.fillText(readable(high, 3), LEFT - 6, y(high));
    if (high - low > 1e-9) pen.fillText(readable(low, 3), LEFT - 6, y(low));
    pen.textAlign = "center";
    for (const event of events) {
      const look = LOOKS[event.kind];
      if (look === undefined) continue;
      pen.fillStyle = colour(look[1]);
      pen.fillText(look[0], x(event.time), y(this.at(event.time)[0]));
    }
  }
}
