// Which of a run's numbers are plotted.
import type { Replay } from "../data/replay";
import type { Series } from "./plots";

export function seriesOf(replay: Replay): Series[] {
  const { steps, header } = replay;
  return [
    { id: "error", title: "certificate error", unit: "", values: steps.error, log: true, limit: header.tolerance },
    { id: "iterations", title: "iterations", unit: "", values: steps.iterations },
    { id: "energy", title: "energy", unit: "J", values: steps.kinetic.map((k, i) => k + steps.potential[i]) },
    { id: "contacts", title: "contacts", unit: "", values: steps.contacts },
    { id: "time", title: "step time (CPU)", unit: "ms", values: steps.cpu.map((s) => 1000 * s) },
  ];
}
