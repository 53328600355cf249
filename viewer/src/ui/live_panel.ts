// What can be changed in a world while it runs, and how well it keeps up.
import type { Vec } from "../data/format";
import type { LiveState, Order } from "../data/live";
import { button, element, readable } from "./dom";

/** For this long after the user's hand was on a control, the world's own value does not move it, ms. */
const HANDS_OFF = 600;

const tilted = (degrees: number): Vec => {
  const angle = (degrees * Math.PI) / 180;
  return [Math.sin(angle), 0, -Math.cos(angle)];
};
const DIRECTIONS: [string, Vec][] = [
  ["down", [0, 0, -1]],
  ["tilted 10°", tilted(10)],
  ["tilted 20°", tilted(20)],
  ["tilted 30°", tilted(30)],
  ["to +x", [1, 0, 0]],
  ["to −x", [-1, 0, 0]],
  ["to +y", [0, 1, 0]],
  ["to −y", [0, -1, 0]],
  ["up", [0, 0, 1]],
];
const STRENGTHS: [string, string, number][] = [
  ["0", "No gravity", 0],
  ["Moon", "Gravity of the Moon, 1.62 m/s²", 1.62],
  ["Earth", "Gravity of the Earth, 9.81 m/s²", 9.81],
];
const TOLERANCES = [1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12];

/** A control that shows the world's value unless somebody is at it. */
class Control<T extends HTMLInputElement | HTMLSelectElement> {
  private touched = Number.NEGATIVE_INFINITY;

  constructor(
    readonly input: T,
    onChange: () => void,
  ) {
    input.addEventListener("pointerdown", () => (this.touched = performance.now()));
    input.addEventListener(input instanceof HTMLInputElement ? "input" : "change", () => {
      this.touched = performance.now();
      onChange();
    });
  }

  get free(): boolean {
    const open = this.input instanceof HTMLSelectElement && document.activeElement === this.input;
    return performance.now() - this.touched > (open ? 10 * HANDS_OFF : HANDS_OFF);
  }

  set(value: string): void {
    if (this.free && this.input.value !== value) this.input.value = value;
  }
}

function range(max: string, step: string, name: string): HTMLInputElement {
  return element("input", { type: "range", min: "0", max, step, value: "0", "aria-label": name });
}

export class LivePanel {
  readonly root: HTMLElement;
  private readonly mu: Control<HTMLInputElement>;
  private readonly strength: Control<HTMLInputElement>;
  private readonly direction: Control<HTMLSelectElement>;
  private readonly solver: Control<HTMLSelectElement>;
  private readonly tolerance: Control<HTMLSelectElement>;
  private readonly muValue = element("output", { "data-live": "mu" });
  private readonly strengthValue = element("output", { "data-live": "gravity" });
  private readonly numbers = new Map<string, HTMLElement>();
  private down: Vec = [0, 0, -1]; // the way of gravity, also while there is none

  constructor(private readonly send: (order: Order) => void) {
    this.mu = new Control(range("2", "0.01", "Friction coefficient"), () => this.sendMu());
    this.strength = new Control(range("20", "0.01", "Strength of gravity"), () =>
      this.sendGravity(Number(this.strength.input.value)),
    );
    const ways = element("select", { "aria-label": "Direction of gravity" });
    DIRECTIONS.forEach(([name], i) => ways.append(element("option", { value: String(i) }, name)));
    ways.append(element("option", { value: "own", hidden: "" }, "as it is"));
    this.direction = new Control(ways, () => {
      this.down = DIRECTIONS[Number(ways.value)]?.[1] ?? this.down;
      this.sendGravity(Number(this.strength.input.value));
    });
    const solvers = element("select", { "aria-label": "Solver" });
    this.solver = new Control(solvers, () => send({ do: "solver", value: solvers.value }));
    const tolerances = element("select", { "aria-label": "Tolerance" });
    for (const t of TOLERANCES) tolerances.append(element("option", { value: String(t) }, t.toExponential(0)));
    this.tolerance = new Control(tolerances, () => send({ do: "tolerance", value: Number(tolerances.value) }));
    const strengths = STRENGTHS.map(([text, title, value]) =>
      button(text, title, () => this.sendGravity(value), { class: "chip" }),
    );
    const controls = element(
      "div",
      { class: "controls" },
      element("span", {}, "friction μ"),
      this.mu.input,
      this.muValue,
      element("span", {}, "gravity"),
      this.strength.input,
      this.strengthValue,
      element("span", {}, ""),
      element("span", { class: "wide" }, ways, ...strengths),
      element("span", {}, "solver"),
      element("span", { class: "wide" }, solvers, element("span", { class: "word" }, "tolerance"), tolerances),
    );
    const readouts = element("dl", { class: "readouts" });
    for (const [id, name, title] of [
      ["rate", "steps/s", "Steps over the last second"],
      ["realtime", "real time", "Simulated time over the clock's"],
      ["converged", "converged", "Share of steps within the tolerance, since the start"],
      ["p50", "p50", "CPU time of a step: half of them take less"],
      ["p99", "p99", "CPU time of a step: 99 of 100 take less"],
      ["p999", "p99.9", "CPU time of a step: 999 of 1000 take less"],
    ]) {
      const value = element("dd", { "data-live": id });
      this.numbers.set(id, value);
      readouts.append(element("div", { title }, element("dt", {}, name), value));
    }
    this.root = element("section", { class: "live-panel", "aria-label": "World" }, controls, readouts);
  }

  private sendMu(): void {
    const value = Number(this.mu.input.value);
    this.muValue.textContent = value.toFixed(2);
    this.send({ do: "friction", value });
  }

  private sendGravity(size: number): void {
    this.strengthValue.textContent = `${size.toFixed(2)} m/s²`;
    this.send({ do: "gravity", value: this.down.map((x) => x * size + 0) as Vec });
  }

  show(state: LiveState): void {
    if (state.mu !== null) this.mu.set(String(state.mu));
    if (this.mu.free) this.muValue.textContent = state.mu === null ? "mixed" : state.mu.toFixed(2);
    this.showGravity(state.gravity);
    if (this.solver.input.options.length === 0)
      for (const name of state.solvers) this.solver.input.append(element("option", { value: name }, name));
    this.solver.set(state.solver);
    const { input } = this.tolerance;
    if (![...input.options].some((option) => Number(option.value) === state.tolerance)) {
      input.append(element("option", { value: String(state.tolerance) }, readable(state.tolerance)));
    }
    this.tolerance.set(String(state.tolerance));
    const ms = (x: number) => `${readable(x)} ms`;
    const texts: [string, string][] = [
      ["rate", state.rate.toFixed(0)],
      ["realtime", `${state.realtime.toFixed(2)}×`],
      ["converged", `${(100 * state.converged_share).toFixed(state.converged_share === 1 ? 0 : 1)} %`],
      ["p50", ms(state.p50)],
      ["p99", ms(state.p99)],
      ["p999", ms(state.p999)],
    ];
    for (const [id, text] of texts) (this.numbers.get(id) as HTMLElement).textContent = text;
  }

  private showGravity(gravity: Vec): void {
    const size = Math.hypot(...gravity);
    if (this.strength.free) this.strengthValue.textContent = `${size.toFixed(2)} m/s²`;
    this.strength.set(String(Number(size.toFixed(6))));
    if (size === 0 || !this.direction.free || !this.strength.free) return;
    this.down = gravity.map((x) => x / size) as Vec;
    const way = DIRECTIONS.findIndex(([, d]) => Math.hypot(...d.map((x, i) => x - this.down[i])) < 1e-6);
    this.direction.set(way < 0 ? "own" : String(way));
  }
}
