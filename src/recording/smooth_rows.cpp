// Rows of smooth bodies, their steps and their events.
#include <cstddef>

#include "stiction/recording/compound.h"
#include "stiction/recording/rows.h"

namespace stiction::recording {

SmoothRow to_row(const SmoothState& state) {
  SmoothRow row{};
  row.other = state.other;
  const bool flags[] = {state.touching, state.placed, state.rolling, state.spin_locked, state.general};
  for (int i = 0; i < 5; ++i) row.flags |= flags[i] ? 1 << i : 0;
  for (int i = 0; i < 2; ++i) {
    row.patch[i] = state.patch[i];
    row.chart[i] = state.chart[i];
    row.slip[i] = state.slip[i];
    row.slip_direction[i] = state.slip_direction[i];
    for (int k = 0; k < 2; ++k) row.place[2 * i + k] = state.place[i][k];
  }
  row.psi = state.psi;
  for (int i = 0; i < 3; ++i) row.spin[i] = state.spin[i];
  row.spin_direction = state.spin_direction;
  row.step = state.step;
  return row;
}

SmoothState from_row(const SmoothRow& row) {
  SmoothState state;
  state.other = row.other;
  bool* flags[] = {&state.touching, &state.placed, &state.rolling, &state.spin_locked, &state.general};
  for (int i = 0; i < 5; ++i) *flags[i] = (row.flags >> i & 1) != 0;
  for (int i = 0; i < 2; ++i) {
    state.patch[i] = row.patch[i];
    state.chart[i] = row.chart[i];
    state.slip[i] = row.slip[i];
    state.slip_direction[i] = row.slip_direction[i];
    for (int k = 0; k < 2; ++k) state.place[i][k] = row.place[2 * i + k];
  }
  state.psi = row.psi;
  for (int i = 0; i < 3; ++i) state.spin[i] = row.spin[i];
  state.spin_direction = row.spin_direction;
  state.step = row.step;
  return state;
}

SmoothStepRow smooth_row(const StepRecord& record) {
  const SmoothReport& smooth = record.report.smooth;
  return {record.step,         smooth.evolving, smooth.touching,  smooth.general,     0,
          smooth.least_normal, smooth.cone,     smooth.alignment, smooth.energy_drift};
}

SmoothReport smooth_report(const SmoothStepRow& row) {
  return {row.evolving, row.touching, row.general, row.least_normal, row.cone, row.alignment, row.energy_drift, {}};
}

SmoothEventRow to_row(std::int64_t step, const SmoothEvent& event) {
  return {step, event.time, event.body, event.other, static_cast<std::int32_t>(event.kind), event.patch, event.value};
}

SmoothEvent from_row(const SmoothEventRow& row) {
  return {row.time, row.body, row.other, static_cast<SmoothEventKind>(row.kind), row.patch, row.value};
}

hdf5::Handle smooth_type() {
  return Compound(sizeof(SmoothRow))
      .count("other", offsetof(SmoothRow, other))
      .count("flags", offsetof(SmoothRow, flags))
      .add("patch", offsetof(SmoothRow, patch), H5T_NATIVE_INT32, 2)
      .add("chart", offsetof(SmoothRow, chart), H5T_NATIVE_INT32, 2)
      .add("place", offsetof(SmoothRow, place), H5T_NATIVE_DOUBLE, 4)
      .real("psi", offsetof(SmoothRow, psi))
      .vector("spin", offsetof(SmoothRow, spin))
      .add("slip", offsetof(SmoothRow, slip), H5T_NATIVE_DOUBLE, 2)
      .add("slip_direction", offsetof(SmoothRow, slip_direction), H5T_NATIVE_DOUBLE, 2)
      .real("spin_direction", offsetof(SmoothRow, spin_direction))
      .real("step", offsetof(SmoothRow, step))
      .take();
}

hdf5::Handle smooth_step_type() {
  return Compound(sizeof(SmoothStepRow))
      .integer("step", offsetof(SmoothStepRow, step))
      .count("evolving", offsetof(SmoothStepRow, evolving))
      .count("touching", offsetof(SmoothStepRow, touching))
      .count("general", offsetof(SmoothStepRow, general))
      .real("least_normal", offsetof(SmoothStepRow, least_normal))
      .real("cone", offsetof(SmoothStepRow, cone))
      .real("alignment", offsetof(SmoothStepRow, alignment))
      .real("energy_drift", offsetof(SmoothStepRow, energy_drift))
      .take();
}

hdf5::Handle smooth_event_type() {
  return Compound(sizeof(SmoothEventRow))
      .integer("step", offsetof(SmoothEventRow, step))
      .real("time", offsetof(SmoothEventRow, time))
      .count("body", offsetof(SmoothEventRow, body))
      .count("other", offsetof(SmoothEventRow, other))
      .count("kind", offsetof(SmoothEventRow, kind))
      .count("patch", offsetof(SmoothEventRow, patch))
      .real("value", offsetof(SmoothEventRow, value))
      .take();
}

}  // namespace stiction::recording
