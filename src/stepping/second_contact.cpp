#include "stiction/stepping/second_contact.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace stiction {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Distance that the contact may wander, relative to the smaller body's size.
constexpr double kWander = 0.25;
/// Radii around the contact that are tried, relative to the same.
constexpr std::array kRadii = {0.35, 0.5, 0.7, 1.};
/// How far triangulations and what lies between samples may be off, relative to the same.
constexpr double kSlack = 0.01;
/// Turns (rad) that are tried: after a small one fewer points can touch, and a large one lasts longer.
constexpr std::array kTurns = {0.5, 0.2, 0.08, 0.03};
/// Normals further apart than this, rad, do not belong to one piece of a surface that is curved apart from another.
constexpr double kWidest = std::numbers::pi / 3;
/// Normals between samples, rad.
constexpr double kBetween = 0.02;
/// Curvature by which surfaces must differ to count as curved apart, relative to that of a ball of that size.
constexpr double kApart = 1e-3;

/// Calls leaf(sample) for the samples of all nodes that may_matter(node, cone) does not refuse.
template <class MayMatter, class Leaf>
void visit(const SmoothSkin& skin, MayMatter&& may_matter, Leaf&& leaf) {
  const auto& nodes = skin.tree.nodes();
  int stack[SphereTree::kDepth];
  int top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const int index = stack[--top];
    const SphereTree::Node& node = nodes[static_cast<std::size_t>(index)];
    if (!may_matter(node, skin.cones[static_cast<std::size_t>(index)])) continue;
    if (node.right < 0) {
      for (int k = node.first; k < node.last; ++k) leaf(skin.tree.samples()[static_cast<std::size_t>(k)]);
    } else {
      stack[top++] = node.right;
      stack[top++] = index + 1;
    }
  }
}

/// The body's distance from x (coordinates of its surface), m, or less; beyond `within` anything above that.
double least_distance(const Shape& shape, const Vec3& x, double within) {
  if (const auto* mesh = std::get_if<Mesh>(&shape)) {
    const DistanceField& field = mesh->solid->field();
    const Vec3 inner = field.clamped(x);
    return std::max(field.least_distance(inner) - (x - inner).norm(),
                    std::sqrt(mesh->solid->box().squaredExteriorDistance(x)));
  }
  if (const auto* terrain = std::get_if<Terrain>(&shape))
    return std::sqrt(terrain->surface->exact().tree().nearest(x, within).squared);
  return -kInfinity;
}

/// How far normals within `distance` of a point turn from that there, rad.
double normal_spread(const SmoothSkin& skin, const Vec3& point, const Vec3& normal, double distance) {
  double widest = 0;
  visit(
      skin,
      [&](const SphereTree::Node& node, const SmoothSkin::Cone& cone) {
        return (node.centre - point).norm() - node.radius < distance &&
               angle_between(cone.axis, normal) + cone.angle > widest;
      },
      [&](const SurfaceSample& sample) {
        if ((sample.x - point).norm() < distance) widest = std::max(widest, angle_between(sample.axis, normal));
      });
  return widest;
}

/// Least curvature within each of the radii, grown by `wander`, where normals turn by less than `cone`.
std::array<double, kRadii.size()> bends(const SmoothSkin& skin, const Vec3& point, const Vec3& normal, double size,
                                        double wander, double cone) {
  std::array<double, kRadii.size()> least;
  least.fill(kInfinity);
  const double most = kRadii.back() * size + wander, cosine = std::cos(cone);
  visit(
      skin,
      [&](const SphereTree::Node& node, const SmoothSkin::Cone& normals) {
        return (node.centre - point).norm() - node.radius < most &&
               angle_between(normals.axis, normal) - normals.angle < cone;
      },
      [&](const SurfaceSample& sample) {
        if (sample.axis.dot(normal) < cosine) return;
        const double distance = (sample.x - point).norm(), bend = skin.bend[static_cast<std::size_t>(sample.id)];
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

double SecondContact::region(const Side& small, const Side& large, double cone, double most) const {
  const auto one = bends(*small.skin, small.contact, small.normal, size_, 0, cone);
  // The other body sees the same piece turned, and from where the contact has wandered to.
  const auto two = bends(*large.skin, large.contact, large.normal, size_, 2 * reach_, cone + most);
  double found = 0;
  for (std::size_t k = 0; k < kRadii.size(); ++k)
    if (std::isfinite(one[k]) && std::isfinite(two[k]) && one[k] + two[k] > kApart / size_) found = kRadii[k] * size_;
  return found;
}

double SecondContact::clearance(const Side& small, const Side& large, double spread, double most) const {
  const bool narrow = spread + most + kBetween < kWidest;
  const double cone = narrow ? spread + most + kBetween : kWidest, cosine = std::cos(cone);
  const double around = region(small, large, cone, most);
  if (around == 0) return 0;
  const Mat3 turn = (large.motion->rotation.conjugate() * small.motion->rotation).toRotationMatrix();
  const Vec3 shift = large.contact - turn * small.contact;  // they touch
  double least = most;
  const auto left = [&](const Vec3& x, double radius) {
    const double arm = (x - small.contact).norm() + radius + reach_, off = radius + kSlack * size_;
    return (least_distance(large.body->shape, turn * x + shift, least * arm + off) - off) / arm;
  };
  visit(
      *small.skin,
      [&](const SphereTree::Node& node, const SmoothSkin::Cone& normals) {
        const double angle = angle_between(normals.axis, small.normal);
        if (narrow && angle - normals.angle > cone) return false;
        if (angle + normals.angle < cone && (node.centre - small.contact).norm() + node.radius < around) return false;
        return left(node.centre, node.radius) < least;
      },
      [&](const SurfaceSample& sample) {
        const bool faces = sample.axis.dot(small.normal) > cosine;
        if (faces ? (sample.x - small.contact).norm() < around : narrow) return;
        least = std::min(least, left(sample.x, 0));
      });
  return std::max(least, 0.);
}

double SecondContact::clearance(const SmoothContact::Bodies& bodies, const SmoothContactState& state) const {
  const SmoothContact& contact = *model_.contact;
  const LocalSurface first = contact.first_surface().local(state.first),
                     second = contact.second_surface().local(state.second);
  Side small{model_.first_body, model_.first_skin, &bodies.first, first.x, first.axes.col(2)};
  Side large{model_.second_body, model_.second_skin, &bodies.second, second.x, second.axes.col(2)};
  if (!first_is_smaller_) std::swap(small, large);
  const double spread = normal_spread(*large.skin, large.contact, large.normal, 2 * size_ + 2 * reach_);
  double best = 0;
  for (const double most : kTurns) {
    if (best >= most) break;
    best = std::max(best, clearance(small, large, spread, most));
  }
  return best;
}

double SecondContact::rate(const SmoothContactState& state, const ContactReaction& reaction) const {
  const double slip = state.slip.norm();
  return std::max(state.spin.norm() + slip / reach_, (reaction.speed + slip) / reach_);
}

}  // namespace stiction
