#include "stiction/solvers/kernels/kept_contacts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace stiction {

namespace {

/// Up to this many contacts are all kept.
constexpr int kSmall = 40;
/// Open by this part of the typical contact speed, a contact waits; the second for those of deformable bodies, whose
/// surfaces have many more vertices near each other than ever touch at once.
constexpr double kOpen = 0.2, kOpenRun = 0.01;
/// Of the contacts of two deformable bodies that would close, so many are taken in at first, the fastest: where two
/// fine surfaces meet, hundreds of vertices approach and a few of them stop the others.
constexpr int kMostOfRun = 8;

}  // namespace

template <class Problem>
KeptContacts<Problem>::KeptContacts(const Problem& problem, const std::vector<Vec3>& r)
    : problem_(problem), kept_(problem.size(), problem.size() < kSmall), most_of_run_(kMostOfRun) {
  if (problem.size() < kSmall) return;
  const double near = kOpen / (problem.relative_to_free_speed(1) * std::sqrt(double(problem.size())));
  const double nearer = kOpenRun / kOpen * near;
  add_open_by(std::vector<Vec3>(r.size(), Vec3::Zero()), near, -std::numeric_limits<double>::infinity());
  add_open_by(r, near, nearer);
  for (int k = 0; k < problem.size(); ++k) {
    // Rolling rows need their contact.
    if (problem.parent(k) >= 0) kept_[problem.parent(k)] = true;
    if (problem.law(k) != RowLaw::coulomb || r[k].x() > 0) kept_[k] = true;
  }
}

template <class Problem>
bool KeptContacts<Problem>::add_open_by(const std::vector<Vec3>& r, double speed, double speed_in_runs) {
  std::vector<Vec3> u;
  problem_.relative_velocities(r, u);
  bool added = false;
  const auto add = [&](int k) { kept_[k] = added = true; };
  std::vector<int> closing;  // of the run in hand
  const auto add_fastest = [&] {
    if (std::ssize(closing) > most_of_run_) {
      std::nth_element(closing.begin(), closing.begin() + most_of_run_, closing.end(),
                       [&](int i, int j) { return std::pair(u[i].x(), i) < std::pair(u[j].x(), j); });
      closing.resize(std::size_t(most_of_run_));
    }
    for (const int k : closing) add(k);
    closing.clear();
  };
  for (int k = 0, run = -1; k < problem_.size(); ++k) {
    if (problem_.run_of(k) != run) add_fastest();
    run = problem_.run_of(k);
    if (kept_[k] || u[k].x() >= (run >= 0 ? speed_in_runs : speed)) continue;
    if (run >= 0 && problem_.law(k) == RowLaw::coulomb)
      closing.push_back(k);
    else
      add(k);
  }
  add_fastest();
  if (speed_in_runs == 0) most_of_run_ *= 2;
  return added;
}

template <class Problem>
std::vector<int> KeptContacts<Problem>::indices() const {
  std::vector<int> indices;
  for (int k = 0; k < problem_.size(); ++k)
    if (kept_[k]) indices.push_back(k);
  return indices;
}

template class KeptContacts<WhitenedProblem>;
template class KeptContacts<ContactSurvey>;

}  // namespace stiction
