#include "run_statistics.h"

#include <algorithm>
#include <cmath>

namespace stiction::cli {
namespace {

/// Larger of the two; NaN once it has occurred.
void raise(double& worst, double value) {
  if (std::isnan(worst)) return;
  if (!(value <= worst)) worst = value;
}

}  // namespace

void RunStatistics::add(const StepRecord& record) {
  const StepReport& report = record.report;
  if (steps() == 0) contact_work_max_ = report.contact_work;
  cpu_ms_.push_back(static_cast<float>(1000 * report.cpu_s));
  converged_ += report.converged ? 1 : 0;
  raise(worst_.error, report.certificate.error);
  raise(worst_.error_worst, report.certificate.error_worst);
  raise(worst_.error_q, report.certificate.error_q);
  raise(worst_.normal, report.certificate.normal);
  raise(worst_.cone, report.certificate.cone);
  raise(worst_.complementarity, report.certificate.complementarity);
  raise(worst_.dissipation, report.certificate.dissipation);
  raise(worst_.joint, report.certificate.joint);
  raise(joint_gap_, report.joint_gap);
  raise(overlap_, report.overlap);
  raise(correction_, report.correction);
  correction_energy_ += report.correction_energy;
  ++paths_.at(static_cast<std::size_t>(report.path));
  contacts_.add(report.contacts);
  iterations_.add(report.iterations);
  raise(displacement_, record.displacement);
  raise(displacement_settled_, record.displacement_settled);
  raise(contact_work_max_, report.contact_work);
  smooth_.evolving += report.smooth.evolving;
  smooth_.general += report.smooth.general;
  for (const SmoothEvent& event : report.smooth.events) ++smooth_.events.at(static_cast<std::size_t>(event.kind));
  raise(smooth_.cone, report.smooth.cone);
  raise(smooth_.alignment, report.smooth.alignment);
  raise(smooth_.energy_drift, report.smooth.energy_drift);
  if (report.smooth.touching > 0) {
    smooth_.least_normal =
        smooth_.touched ? std::min(smooth_.least_normal, report.smooth.least_normal) : report.smooth.least_normal;
    smooth_.touched = true;
  }
  wall_s_ += report.wall_s;
  cpu_s_ += report.cpu_s;
}

void RunStatistics::add(const WorldModel& model, const Frame& frame) {
  raise(penetration_, frame.penetration);
  if (frame.deformations.empty()) return;
  const SoftDistress now = soft_distress(model, frame.deformations);
  distress_.inverted = std::max(distress_.inverted, now.inverted);
  distress_.softened = std::max(distress_.softened, now.softened);
  if (now.body < 0 || (distress_.worst.body >= 0 && now.least_stretch >= distress_.worst.least_stretch)) return;
  distress_.worst = now;
  distress_.time = frame.time;
}

double RunStatistics::converged_fraction() const {
  return steps() == 0 ? 1 : static_cast<double>(converged_) / static_cast<double>(steps());
}

RunStatistics::StepTimes RunStatistics::step_ms() const {
  if (cpu_ms_.empty()) return {};
  std::vector<float> sorted = cpu_ms_;
  std::sort(sorted.begin(), sorted.end());
  const auto quantile = [&](double q) {
    const auto rank = static_cast<std::size_t>(std::ceil(q * static_cast<double>(sorted.size())));
    return static_cast<double>(sorted[std::max<std::size_t>(rank, 1) - 1]);
  };
  return {1000 * cpu_s_ / static_cast<double>(sorted.size()), quantile(0.5), quantile(0.99), sorted.back()};
}

std::optional<bool> RunSummary::stood() const {
  if (statistics->steps() <= settle_step(scene->step)) return std::nullopt;
  return statistics->displacement_settled() < kStandLimit;
}

}  // namespace stiction::cli
