// What probes read over time: one plot for each probe, one line for each of its components.
import type { Replay } from "../data/replay";
import { element, readable } from "./dom";

const PAD = 6; // CSS pixels
const LEFT = 46; // room for numbers, as in the other plots
const COLOURS = ["--plot", "--slip", "--stick", "--accent", "--idle", "--limit"];

interface Line {
  column: number;
  name: string; // of the component: x, y, z; empty where the probe reads one number
}

interface Probe {
  name: string;
  unit: string;
  lines: Line[];
  canvas: HTMLCanvasElement;
}

/** "front.x [m/s]" is component x of the probe "front", in m/s. */
function parsed(text: string): { name: string; component: string; unit: string } {
  const bracket = text.lastIndexOf(" [");
  const unit = bracket < 0 ? "" : text.slice(bracket + 2, -1);
  const whole = bracket < 0 ? text : text.slice(0, bracket);
  const dot = whole.lastIndexOf(".");
  return dot < 0
    ? { name: whole, component: "", unit }
    : { name: whole.slice(0, dot), component: whole.slice(dot + 1), unit };
}

export class ProbePlots {
  readonly root = element("section", { class: "plots probes", "aria-label": "Probes" });
  private readonly probes: Probe[] = [];

  constructor(
    private readonly replay: Replay,
    private readonly columns: string[],
    private readonly values: Float32Array,
    onSeek: (time: number) => void,
  ) {
    columns.forEach((text, column) => {
      const { name, component, unit } = parsed(text);
      let probe = this.probes[this.probes.length - 1];
      if (probe === undefined || probe.name !== name || probe.unit !== unit) {
        probe = { name, unit, lines: [], canvas: element("canvas") };
        this.probes.push(probe);
      }
      probe.lines.push({ column, name: component });
    });
    for (const probe of this.probes) {
      const caption = element("figcaption", {}, element("span", {}, `${probe.name}${probe.unit ? `, ${probe.unit}` : ""}`));
      this.root.append(
        element(
          "figure",
          { class: "plot", "data-plot": `probe-${probe.name}` },
          caption,
          element("div", { class: "area" }, probe.canvas),
        ),
      );
      probe.canvas.addEventListener("pointerdown", (event) => {
        const box = probe.canvas.getBoundingClientRect();
        const share = (event.clientX - box.left - LEFT) / (box.width - LEFT - PAD);
        onSeek(Math.min(1, Math.max(0, share)) * replay.duration);
      });
    }
  }

  redraw(): void {
    for (const probe of this.probes) this.draw(probe);
  }

  private value(frame: number, column: number): number {
    return this.values[frame * this.columns.length + column];
  }

  /** Lowest and highest value that is a number. */
  private range(probe: Probe): [number, number] {
    let low = Infinity;
    let high = -Infinity;
    for (let frame = 0; frame < this.replay.frameCount; ++frame)
      for (const { column } of probe.lines) {
        const v = this.value(frame, column);
        if (!Number.isFinite(v)) continue;
        low = Math.min(low, v);
        high = Math.max(high, v);
      }
    return low <= high ? [low, high] : [0, 1];
  }

  private draw(probe: Probe): void {
    const { canvas } = probe;
    const width = canvas.clientWidth;
    const height = canvas.clientHeight;
    if (width === 0 || height === 0) return;
    const ratio = window.devicePixelRatio;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    const pen = canvas.getContext("2d") as CanvasRenderingContext2D;
    pen.scale(ratio, ratio);
    pen.font = "10px system-ui, sans-serif";
    const style = getComputedStyle(canvas);
    const colour = (name: string) => style.getPropertyValue(name);
    const { times, frameCount, duration } = this.replay;
    const [low, high] = this.range(probe);
    const room = Math.max(0.06 * (high - low), 1e-12);
    const x = (t: number) => LEFT + (t / Math.max(duration, 1e-12)) * (width - LEFT - PAD);
    const y = (v: number) => height - PAD - ((v - low + room) / (high - low + 2 * room)) * (height - 2 * PAD);
    pen.textAlign = "right";
    pen.textBaseline = "middle";
    for (const tick of low < 0 && high > 0 ? [low, 0, high] : [low, high]) {
      pen.strokeStyle = colour("--line");
      pen.fillStyle = colour("--faint");
      pen.beginPath();
      pen.moveTo(LEFT, y(tick));
      pen.lineTo(width - PAD, y(tick));
      pen.stroke();
      const apart = tick === 0 && Math.min(y(low) - y(0), y(0) - y(high)) < 10;
      if (!apart) pen.fillText(readable(tick, 3), LEFT - 6, y(tick));
    }
    probe.lines.forEach(({ column, name }, i) => {
      pen.strokeStyle = pen.fillStyle = colour(COLOURS[i % COLOURS.length]);
      pen.lineWidth = 1.1;
      pen.beginPath();
      for (let frame = 0; frame < frameCount; ++frame) {
        const v = this.value(frame, column);
        if (Number.isFinite(v)) pen.lineTo(x(times[frame]), y(v));
      }
      pen.stroke();
      pen.textAlign = "left";
      if (name !== "") pen.fillText(name, LEFT + 6 + 14 * i, PAD + 4);
    });
    canvas.dataset.drawn = String(frameCount);
  }
}
