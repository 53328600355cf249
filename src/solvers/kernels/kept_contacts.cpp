#include "stiction/solvers/kernels/kept_contacts.h"

#include <cmath>
#include <limits>

namespace stiction {

namespace {

/// Up to this many contacts are all kept.
constexpr int kSmall = 40;
/// Open by this part of the typical contact speed, a contact waits; the second for those of deformable bodies, whose
/// surfaces have many more vertices near each other than ever touch at once.
constexpr double kOpen = 0.2, kOpenRun = 0.01;

}  // namespace

KeptContacts::KeptContacts(const WhitenedProblem& problem, const std::vector<Vec3>& r)
    : problem_(problem), kept_(problem.size(), problem.size() < kSmall) {
  if (problem.size() < kSmall) return;
  const double near = kOpen / (problem.relative_to_free_speed(1) * std::sqrt(double(problem.size())));
  const double nearer = kOpenRun / kOpen * near;
  add_open_by(r, near, nearer);
  add_open_by(std::vector<Vec3>(r.size(), Vec3::Zero()), near, -std::numeric_limits<double>::infinity());
  for (int k = 0; k < problem.size(); ++k) {
    const WhitenedContact& c = problem.contacts[k];
    // Rolling rows need their contact.
    if (c.parent >= 0) kept_[c.parent] = true;
    if (c.law != RowLaw::coulomb || r[k].x() > 0) kept_[k] = true;
  }
}

bool KeptContacts::add_open_by(const std::vector<Vec3>& r, double speed, double speed_in_runs) {
  std::vector<Vec3> u;
  problem_.relative_velocities(r, u);
  bool added = false;
  for (int k = 0; k < problem_.size(); ++k) {
    if (kept_[k] || u[k].x() >= (problem_.contacts[k].run ? speed_in_runs : speed)) continue;
    kept_[k] = added = true;
  }
  return added;
}

std::vector<int> KeptContacts::indices() const {
  std::vector<int> indices;
  for (int k = 0; k < problem_.size(); ++k)
    if (kept_[k]) indices.push_back(k);
  return indices;
}

}  // namespace stiction
