#include "stiction/stepping/second_contact.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Distance that the contact may wander, relative to the smaller body's size.
constexpr double kWander = 0.25;
/// Radii around the contact that are tried, relative to the same.
constexpr std::array kRadii = {0.35, 0.5, 0.7, 1.};
/// How far triangulations and what lies between samples may be off, relative to the same.
constexpr double kSlack = 0.01;
/// Cosine of the normals around the contact: of the smaller body, and of the other one, which sees them turned.
constexpr double kSmallCone = 0.5, kLargeCone = 0;
/// Curvature by which surfaces must differ to count as curved apart, relative to that of a ball of that size.
constexpr double kApart = 1e-3;

/// Least curvature within each of the radii, grown by `wander`.
std::array<double, kRadii.size()> bends(const SmoothSkin& skin, const Vec3& contact, const Vec3& normal, double size,
                                        double wander, double cone) {
  std::array<double, kRadii.size()> least;
  least.fill(kInfinity);
  const double most = kRadii.back() * size + wander;
  skin.tree.visit([&](const Vec3& centre, double radius) { return (centre - contact).norm() - radius < most; },
                  [&](const SurfaceSample& sample) {
                    if (sample.axis.dot(normal) < cone) return;
                    const double distance = (sample.x - contact).norm(), bend = skin.bend[std::size_t(sample.id)];
                    for (std::size_t k = kRadii.size(); k-- > 0 && distance < kRadii[k] * size + wander;)
                      least[k] = std::min(least[k], bend);
                  });
  return least;
}

}  // namespace

SecondContact::SecondContact(const SmoothPairModel& model) : model_(model) {
  const double first = model.first_skin->radius, second = model.second_skin->radius;
  first_is_smaller_ = first <= second;
  size_ = std::min(first, second);
  reach_ = kWander * size_;
}

double SecondContact::least_distance(const Side& side, const Vec3& x) {
  if (const auto* mesh = std::get_if<Mesh>(&side.body->shape)) {
    const DistanceField& field = mesh->solid->field();
    const Vec3 inner = field.clamped(x);
    return std::max(field.least_distance(inner) - (x - inner).norm(),
                    std::sqrt(mesh->solid->box().squaredExteriorDistance(x)));
  }
  if (const auto* terrain = std::get_if<Terrain>(&side.body->shape))
    return std::sqrt(terrain->surface->exact().tree().nearest(x).squared);
  return -kInfinity;
}

double SecondContact::region(const Side& small, const Side& large) const {
  const auto one = bends(*small.skin, small.contact, small.normal, size_, 0, kSmallCone);
  const auto two = bends(*large.skin, large.contact, large.normal, size_, reach_, kLargeCone);
  double found = 0;
  // Regions that hold no sample but the contact say nothing of what lies between.
  for (std::size_t k = 0; k < kRadii.size(); ++k)
    if (std::isfinite(one[k]) && std::isfinite(two[k]) && one[k] + two[k] > kApart / size_) found = kRadii[k] * size_;
  return found;
}

double SecondContact::clearance(const SmoothContact::Bodies& bodies, const SmoothContactState& state) const {
  const SmoothContact& contact = *model_.contact;
  const LocalSurface first = contact.first_surface().local(state.first),
                     second = contact.second_surface().local(state.second);
  Side small{model_.first_body, model_.first_skin, &bodies.first, first.x, first.axes.col(2)};
  Side large{model_.second_body, model_.second_skin, &bodies.second, second.x, second.axes.col(2)};
  if (!first_is_smaller_) std::swap(small, large);
  const double around = region(small, large);
  if (around == 0) return 0;

  const Mat3 turn = (large.motion->rotation.conjugate() * small.motion->rotation).toRotationMatrix();
  const Vec3 shift = large.contact - turn * small.contact;  // they touch
  double least = kMost;
  const auto left = [&](const Vec3& x, double radius) {
    const double arm = (x - small.contact).norm() + radius + reach_;
    // Most are far enough for their box alone.
    return (least_distance(large, turn * x + shift) - radius - kSlack * size_) / arm;
  };
  small.skin->tree.visit([&](const Vec3& centre, double radius) { return left(centre, radius) < least; },
                         [&](const SurfaceSample& sample) {
                           if (sample.axis.dot(small.normal) > kSmallCone && (sample.x - small.contact).norm() < around)
                             return;
                           least = std::min(least, left(sample.x, 0));
                         });
  return std::max(least, 0.);
}

double SecondContact::rate(const SmoothContactState& state, const ContactReaction& reaction) const {
  const double slip = state.slip.norm();
  return std::max(state.spin.norm() + slip / reach_, (reaction.speed + slip) / reach_);
}

}  // namespace stiction
