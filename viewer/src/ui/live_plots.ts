// Plots that roll: the last frames that arrived from a running world.
import type { LiveState } from "../data/live";
import { Plots, type Series } from "./plots";

/** Frames kept: 20 s at 60 a second. */
const KEPT = 1200;

const COLUMNS: { id: string; title: string; unit: string; log?: boolean; value: (s: LiveState) => number }[] = [
  { id: "error", title: "certificate error", unit: "", log: true, value: (s) => s.error },
  { id: "iterations", title: "iterations", unit: "", value: (s) => s.iterations },
  { id: "energy", title: "energy", unit: "J", value: (s) => s.kinetic_energy + s.potential_energy },
  { id: "contacts", title: "contacts", unit: "", value: (s) => s.contacts },
  { id: "time", title: "step time (CPU)", unit: "ms", value: (s) => s.cpu_ms },
];

export class LivePlots {
  readonly plots: Plots;
  private readonly memory = COLUMNS.map(() => new Float32Array(KEPT));
  private readonly series: Series[];
  private count = 0;
  private step = -1; // of the last row

  constructor() {
    this.series = COLUMNS.map(({ id, title, unit, log }) => ({ id, title, unit, log, values: new Float32Array() }));
    this.plots = new Plots(this.series, new Float64Array(), KEPT, null);
  }

  /** Takes in what has arrived; a world that stands still adds nothing, one that starts again begins a new curve. */
  add(state: LiveState): void {
    if (state.step === this.step) return;
    if (state.step < this.step) this.count = 0;
    this.step = state.step;
    if (this.count === KEPT) {
      for (const column of this.memory) column.copyWithin(0, 1);
      --this.count;
    }
    COLUMNS.forEach(({ value }, k) => (this.memory[k][this.count] = value(state)));
    ++this.count;
    this.series[0].limit = state.tolerance;
  }

  /** Draws what has been taken in, the newest at the right edge. */
  show(): void {
    this.series.forEach((one, k) => (one.values = this.memory[k].subarray(0, this.count)));
    this.plots.renew(Float64Array.from({ length: this.count }, (_, i) => KEPT - this.count + i));
    this.plots.update(this.count - 1, KEPT);
  }
}
