// Timelines of the run beside the picture: one small plot for each quantity, one cursor through all of them.
import { element, readable } from "./dom";

export interface Series {
  id: string;
  title: string;
  unit: string;
  values: Float32Array; // by row of the step table
  log?: boolean;
  limit?: number; // a line that values should stay below
}

const PAD = 4; // CSS pixels
const LEFT = 46; // room for the ticks' numbers

class Plot {
  readonly root: HTMLElement;
  readonly canvas = element("canvas");
  private readonly value = element("output");
  private readonly cursor = element("div", { class: "cursor" });
  private low = 0;
  private high = 1;

  constructor(readonly series: Series) {
    this.root = element(
      "figure",
      { class: "plot", "data-plot": series.id },
      element("figcaption", {}, element("span", {}, series.title), this.value),
      element("div", { class: "area" }, this.canvas, this.cursor),
    );
    this.range();
  }

  private scaled(value: number): number {
    if (!this.series.log) return value;
    return value > 0 ? Math.log10(value) : Number.NEGATIVE_INFINITY;
  }

  /** Fits the plot to its values. */
  range(): void {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (const value of this.series.values) {
      const v = this.scaled(value);
      if (!Number.isFinite(v)) continue;
      low = Math.min(low, v);
      high = Math.max(high, v);
    }
    if (low > high) [low, high] = this.series.log ? [-16, 0] : [0, 1];
    if (this.series.log) {
      if (this.series.limit) high = Math.max(high, Math.log10(this.series.limit));
      // Zeros lie on the floor of the plot; a power of ten of room above and below.
      [this.low, this.high] = [Math.floor(low) - 1, Math.ceil(high) + 0.5];
    } else {
      if (low > 0 && low < 0.6 * high) low = 0;
      const room = high > low ? 0.06 * (high - low) : Math.max(Math.abs(high), 1) * 0.5;
      [this.low, this.high] = [low === 0 ? 0 : low - room, high + room];
    }
  }

  /** Height of a value above the plot's floor, 0 to 1. */
  private height(value: number): number {
    const v = this.scaled(value);
    if (Number.isNaN(v)) return 1;
    return Math.min(1, Math.max(0, (v - this.low) / (this.high - this.low)));
  }

  draw(times: Float64Array, duration: number): void {
    const width = this.canvas.clientWidth;
    const height = this.canvas.clientHeight;
    if (width === 0 || height === 0) return;
    const ratio = window.devicePixelRatio;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    const pen = this.canvas.getContext("2d") as CanvasRenderingContext2D;
    pen.scale(ratio, ratio);
    const style = getComputedStyle(this.canvas);
    const colour = (name: string) => style.getPropertyValue(name);
    const x = (t: number) => LEFT + (t / Math.max(duration, 1e-12)) * (width - LEFT - PAD);
    const y = (value: number) => height - PAD - this.height(value) * (height - 2 * PAD);

    pen.font = "10px system-ui, sans-serif";
    pen.textBaseline = "middle";
    pen.textAlign = "right";
    pen.strokeStyle = colour("--line");
    pen.fillStyle = colour("--faint");
    for (const tick of this.ticks()) {
      const at = Math.round(y(tick)) + 0.5;
      pen.fillText(this.tickText(tick), LEFT - 6, Math.min(height - 6, Math.max(6, at)));
      pen.beginPath();
      pen.moveTo(LEFT, at);
      pen.lineTo(width - PAD, at);
      pen.stroke();
    }
    if (this.series.limit) {
      pen.strokeStyle = colour("--limit");
      pen.setLineDash([4, 3]);
      pen.beginPath();
      pen.moveTo(LEFT, y(this.series.limit));
      pen.lineTo(width - PAD, y(this.series.limit));
      pen.stroke();
      pen.setLineDash([]);
    }
    this.drawCurve(pen, times, x, y, colour("--plot"));
  }

  /** From lowest to highest value of every pixel column: no peak is lost, however long the run. */
  private drawCurve(
    pen: CanvasRenderingContext2D,
    times: Float64Array,
    x: (t: number) => number,
    y: (v: number) => number,
    colour: string,
  ): void {
    const { values } = this.series;
    pen.strokeStyle = colour;
    pen.lineWidth = 1.2;
    pen.lineJoin = "round";
    pen.beginPath();
    let i = 0;
    while (i < values.length) {
      const column = Math.floor(x(times[i]) * 2);
      let top = Number.POSITIVE_INFINITY;
      let bottom = Number.NEGATIVE_INFINITY;
      const first = y(values[i]);
      let last = first;
      const at = x(times[i]);
      for (; i < values.length && Math.floor(x(times[i]) * 2) === column; ++i) {
        last = y(values[i]);
        top = Math.min(top, last);
        bottom = Math.max(bottom, last);
      }
      pen.lineTo(at, first);
      if (top < bottom) {
        pen.lineTo(at, top);
        pen.lineTo(at, bottom);
        pen.lineTo(at, last);
      }
    }
    pen.stroke();
  }

  /** As few digits as tell the ticks apart. */
  private tickText(tick: number): string {
    if (this.series.log) return tick.toExponential(0).replace("e+", "e");
    const digits = Math.max(0, -Math.floor(Math.log10(this.high - this.low) - 0.5));
    return Math.abs(tick) >= 1e6 ? readable(tick, 4) : tick.toFixed(Math.min(digits, 8));
  }

  private ticks(): number[] {
    if (!this.series.log) {
      const span = this.high - this.low;
      const power = 10 ** Math.floor(Math.log10(span / 2));
      const unit = [1, 2, 5, 10].map((k) => k * power).find((u) => span / u <= 3) ?? 10 * power;
      const ticks: number[] = [];
      for (let k = Math.ceil(this.low / unit); k * unit <= this.high; ++k) ticks.push(k * unit);
      return ticks;
    }
    const every = Math.max(1, Math.ceil((this.high - this.low) / 3));
    const ticks: number[] = [];
    for (let k = Math.floor(this.high); k >= this.low + 0.5; k -= every) ticks.push(10 ** k);
    return ticks;
  }

  /** The value of a row, and the cursor at this share of the duration. */
  show(row: number, share: number): void {
    this.cursor.style.left = `calc(${LEFT}px + ${share} * (100% - ${LEFT + PAD}px))`;
    const value = row < 0 ? null : this.series.values[row];
    this.value.textContent =
      value === null ? "–" : `${readable(value, 4)}${this.series.unit ? ` ${this.series.unit}` : ""}`;
    this.root.dataset.value = value === null ? "" : String(value);
  }
}

export class Plots {
  readonly root = element("section", { class: "plots", "aria-label": "Timelines" });
  private readonly plots: Plot[];
  private readonly parts: { root: HTMLElement; redraw: () => void }[] = [];

  /** `times` of the rows, s. `onSeek` is told a time that the user points at; null: plots that nobody points into. */
  constructor(
    series: Series[],
    private times: Float64Array,
    private readonly duration: number,
    onSeek: ((time: number) => void) | null,
  ) {
    this.plots = series.map((one) => new Plot(one));
    this.root.append(...this.plots.map((plot) => plot.root));
    this.root.classList.toggle("rolling", onSeek === null);
    if (onSeek === null) return;
    for (const plot of this.plots) {
      const point = (event: PointerEvent): void => {
        const box = plot.canvas.getBoundingClientRect();
        const share = (event.clientX - box.left - LEFT) / (box.width - LEFT - PAD);
        onSeek(Math.min(1, Math.max(0, share)) * duration);
      };
      plot.canvas.addEventListener("pointerdown", (event) => {
        plot.canvas.setPointerCapture(event.pointerId);
        point(event);
      });
      plot.canvas.addEventListener("pointermove", (event) => {
        if (event.buttons !== 0) point(event);
      });
    }
  }

  /** The series have other values now, at these times. */
  renew(times: Float64Array): void {
    this.times = times;
    for (const plot of this.plots) plot.range();
    this.redraw();
  }

  /** Other drawings below the timelines, drawn again whenever these are. */
  attach(part: { root: HTMLElement; redraw: () => void }): void {
    this.parts.push(part);
    this.root.append(part.root);
  }

  /** After a change of size or colours. */
  redraw(): void {
    for (const plot of this.plots) plot.draw(this.times, this.duration);
    for (const part of this.parts) part.redraw();
  }

  update(row: number, now: number): void {
    for (const plot of this.plots) plot.show(row, now / Math.max(this.duration, 1e-12));
  }
}
