// Everything a run's summary says, gathered step by step, and its two faces: JSON and plain words.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "stiction/recording/records.h"
#include "stiction/scene/scene.h"
#include "stiction/stepping/motion.h"

namespace stiction::cli {

/// Mean and maximum of a count over the steps.
struct CountStatistics {
  double sum = 0;
  int max = 0;
  void add(int value) {
    sum += value;
    max = value > max ? value : max;
  }
};

/// Smooth bodies over a run.
struct SmoothStatistics {
  std::int64_t evolving = 0, general = 0;  ///< body-steps: in contact coordinates or flight, on the general path
  std::array<std::int64_t, 12> events{};   ///< by kind
  double cone = 0, alignment = 0;          ///< worst, N
  double energy_drift = 0;                 ///< worst of a step, J
  double least_normal = 0;                 ///< N, over steps in which something touched
  bool touched = false;
};

/// Tetrahedra of deformable bodies that were squeezed beyond what their material describes, over the frames of a run.
struct DistressStatistics {
  int inverted = 0, softened = 0;  ///< most in any frame
  SoftDistress worst;              ///< of all frames
  double time = 0;                 ///< of the worst, s
};

class RunStatistics {
 public:
  void add(const StepRecord& record);
  /// What only frames tell; `model` is that of the world that was recorded.
  void add(const WorldModel& model, const Frame& frame);

  std::int64_t steps() const { return static_cast<std::int64_t>(cpu_ms_.size()); }
  bool all_converged() const { return converged_ == steps(); }
  double converged_fraction() const;
  const Certificate& worst() const { return worst_; }  ///< each entry its own maximum; NaN if any was
  const std::array<std::int64_t, 7>& paths() const { return paths_; }
  const CountStatistics& contacts() const { return contacts_; }
  const CountStatistics& iterations() const { return iterations_; }
  double penetration() const { return penetration_; }                    ///< m
  double joint_gap() const { return joint_gap_; }                        ///< m
  double overlap() const { return overlap_; }                            ///< m
  double correction() const { return correction_; }                      ///< m
  double correction_energy() const { return correction_energy_; }        ///< J, of all steps together
  double displacement() const { return displacement_; }                  ///< m
  double displacement_settled() const { return displacement_settled_; }  ///< m
  double contact_work_max() const { return contact_work_max_; }          ///< J
  const SmoothStatistics& smooth() const { return smooth_; }
  const DistressStatistics& distress() const { return distress_; }
  double step_wall_s() const { return wall_s_; }
  double step_cpu_s() const { return cpu_s_; }

  struct StepTimes {
    double mean = 0, p50 = 0, p99 = 0, max = 0;
  };
  StepTimes step_ms() const;  ///< CPU time

 private:
  std::vector<float> cpu_ms_;  ///< float: 4 bytes a step suffice for a percentile
  std::int64_t converged_ = 0;
  Certificate worst_;
  std::array<std::int64_t, 7> paths_{};
  CountStatistics contacts_, iterations_;
  SmoothStatistics smooth_;
  DistressStatistics distress_;
  double penetration_ = 0, joint_gap_ = 0, displacement_ = 0, displacement_settled_ = 0;
  double overlap_ = 0, correction_ = 0, correction_energy_ = 0;
  double contact_work_max_ = 0, wall_s_ = 0, cpu_s_ = 0;
};

/// What the statistics alone do not know.
struct RunSummary {
  const Scene* scene = nullptr;
  const RunStatistics* statistics = nullptr;
  double simulated_s = 0, cpu_s = 0, wall_s = 0;
  double energy_start = 0, energy_end = 0;  ///< J, kinetic, of gravity and elastic
  double energy_elastic = 0;                ///< J, elastic alone, at the end
  Vec3 momentum = Vec3::Zero();             ///< at the end, kg m/s
  Vec3 angular_momentum = Vec3::Zero();     ///< at the end, about the world's origin, kg m²/s
  std::uint64_t hash = 0;
  std::string recording;  ///< file; empty if none
  bool stopped = false;
  std::int64_t resumed_at = -1;  ///< step; -1 for a run from the start
  int moving_bodies = 0;

  /// Whether everything stood; nothing if the run ended before bodies had time to settle.
  std::optional<bool> stood() const;
};

/// One JSON object on one line.
std::string to_json(const RunSummary& summary);
/// For a newcomer, several lines.
std::string to_text(const RunSummary& summary);

}  // namespace stiction::cli
