// How far bodies move and how deep they overlap, measured from outside the step.
#pragma once

#include <cstdint>
#include <vector>

#include "stiction/stepping/world.h"

namespace stiction {

/// Bodies have this long to settle before "did it stand" is asked, s.
inline constexpr double kSettleTime = 1;
/// "Stood" means that nothing moved more than this after settling, m.
inline constexpr double kStandLimit = 1e-4;

/// The first step that ends at or after kSettleTime.
std::int64_t settle_step(double step);

/// Follows the largest displacement of any body from a reference state. Rotation counts: a body's displacement is
/// that of its centre of mass plus 2 r sin(angle/2), which bounds the move of any of its corners. Of a deformable body
/// it is that of its farthest vertex.
class Displacement {
 public:
  explicit Displacement(const WorldModel& model);
  void set_reference(const WorldState& state);
  bool has_reference() const { return !reference_.empty(); }
  /// Farthest body of `state` from the reference, m; 0 without a reference.
  double measure(const WorldState& state) const;

 private:
  std::vector<int> moving_;
  std::vector<double> radius_;  ///< m, of each moving body about its centre of mass
  std::vector<BodyState> reference_;
  struct Soft {
    std::shared_ptr<const SoftBody> body;
    std::size_t index;
    std::vector<Vec3> reference;
  };
  std::vector<Soft> soft_;
};

/// Deepest overlap of any two bodies that may touch, m, 0 if none; by brute force, sharing nothing with the detector.
/// Of deformable bodies: by the contacts of the last step, when it began. Pairs of smooth bodies that moved in contact
/// coordinates are left out: they cannot overlap.
double deepest_overlap(const WorldModel& model, const WorldState& state);

/// Deformable bodies of which parts are squeezed beyond what their material describes.
struct SoftDistress {
  int inverted = 0;          ///< tetrahedra turned inside out, of all bodies
  int softened = 0;          ///< of St.Venant-Kirchhoff bodies: squeezed so far that more of it needs less force
  int body = -1;             ///< the one with the worst of them; -1: none
  double least_stretch = 1;  ///< of the worst one: least length of a direction relative to rest, negative when inverted
};

/// `deformations`: coordinates q of the deformable bodies, in the order of the bodies.
SoftDistress soft_distress(const WorldModel& model, const std::vector<std::vector<double>>& deformations);

}  // namespace stiction
