#include "stiction/evolution/contact_search.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace stiction {
namespace {

struct Posed {
  Vec3 x;
  Mat3 axes;
  Eigen::Matrix2d curvature;
  LocalSurface local;
};

Posed posed(const ContactSurface& surface, const SurfacePlace& place, const SmoothBody& body,
            const BodyMotion& motion) {
  Posed p;
  p.local = surface.local(place);
  p.x = motion.position + motion.rotation * (p.local.x - body.centre_of_mass);
  p.axes = motion.rotation.toRotationMatrix() * p.local.axes;
  p.curvature << p.local.k11, p.local.k12, p.local.k12, p.local.k22;
  return p;
}

// Moves a place over its surface by a vector in the axes there (m); false where the surface ends.
bool move(const ContactSurface& surface, SurfacePlace& place, const LocalSurface& at, const Vec2& by) {
  place.st += parameter_rate(at, by);
  const Vec3 direction = at.axes.leftCols<2>() * by;
  for (int crossings = 0; surface.margin(place) < 0; ++crossings)
    if (crossings > 8 || surface.cross(place, direction) != Crossing::kPassed) return false;
  return true;
}

}  // namespace

std::optional<NearestPair> refine_contact(const SmoothContact& contact, const SmoothContact::Bodies& bodies,
                                          SurfacePlace first, SurfacePlace second) {
  NearestPair pair;
  for (int i = 0; i < 50; ++i) {
    const Posed one = posed(contact.first_surface(), first, contact.first(), bodies.first);
    const Posed two = posed(contact.second_surface(), second, contact.second(), bodies.second);
    const Vec3 between = one.x - two.x;
    const auto T1 = one.axes.leftCols<2>(), T2 = two.axes.leftCols<2>();
    const double gap = between.dot(two.axes.col(2)), facing = -one.axes.col(2).dot(two.axes.col(2));
    // Unknown steps over both surfaces: the line between them is normal to surface 2, and its normal to surface 1.
    const Eigen::Matrix2d C = T2.transpose() * T1;
    Eigen::Matrix4d J;
    J << C, -Eigen::Matrix2d::Identity() - gap * two.curvature, facing * one.curvature, C.transpose() * two.curvature;
    Eigen::Vector4d residual;
    const Vec3 normal = two.axes.col(2);
    residual << T2.col(0).dot(between), T2.col(1).dot(between), T1.col(0).dot(normal), T1.col(1).dot(normal);
    Eigen::Vector4d step = J.partialPivLu().solve(-residual);
    if (!step.allFinite()) return std::nullopt;
    const double bend = std::max({one.curvature.cwiseAbs().maxCoeff(), two.curvature.cwiseAbs().maxCoeff(), 1e-9});
    const double size = bend * step.cwiseAbs().maxCoeff();
    if (size > 0.5) step *= 0.5 / size;  // at most half a radian
    pair.iterations = i;
    if (size < 1e-13) {
      if (facing < 0) return std::nullopt;
      pair.first = first;
      pair.second = second;
      pair.gap = gap;
      pair.position = two.x;
      pair.normal = two.axes.col(2);
      return pair;
    }
    if (!move(contact.first_surface(), first, one.local, step.head<2>())) return std::nullopt;
    if (!move(contact.second_surface(), second, two.local, step.tail<2>())) return std::nullopt;
  }
  return std::nullopt;
}

namespace {

struct Sample {
  SurfacePlace place;
  Vec3 x, normal;
};

std::vector<Sample> samples_of(const ContactSurface& surface, const SmoothBody& body, const BodyMotion& motion,
                               int count) {
  std::vector<Sample> all;
  for (int patch = 0; patch < surface.surface().patches(); ++patch) {
    const auto& domain = surface.surface().domain(patch);
    Vec2 low = domain.front(), high = domain.front();
    for (const Vec2& corner : domain) {
      low = low.cwiseMin(corner);
      high = high.cwiseMax(corner);
    }
    for (int i = 0; i < count; ++i)
      for (int j = 0; j < count; ++j) {
        const SurfacePlace place{patch, -1, low + Vec2((i + 0.5) / count, (j + 0.5) / count).cwiseProduct(high - low)};
        if (surface.margin(place) < 0) continue;
        const Posed p = posed(surface, place, body, motion);
        all.push_back({place, p.x, p.axes.col(2)});
      }
  }
  return all;
}

}  // namespace

std::optional<NearestPair> search_contact(const SmoothContact& contact, const SmoothContact::Bodies& bodies,
                                          int count) {
  const auto first = samples_of(contact.first_surface(), contact.first(), bodies.first, count);
  const auto second = samples_of(contact.second_surface(), contact.second(), bodies.second, count);
  struct Guess {
    double distance;
    const Sample *one, *two;
  };
  std::vector<Guess> guesses;
  for (const Sample& a : first)
    for (const Sample& b : second)
      if (a.normal.dot(b.normal) < 0) guesses.push_back({(a.x - b.x).norm(), &a, &b});
  const std::size_t tries = std::min<std::size_t>(guesses.size(), 16);
  std::partial_sort(guesses.begin(), guesses.begin() + static_cast<std::ptrdiff_t>(tries), guesses.end(),
                    [](const Guess& a, const Guess& b) { return a.distance < b.distance; });
  std::optional<NearestPair> best;
  for (std::size_t i = 0; i < tries; ++i) {
    const auto pair = refine_contact(contact, bodies, guesses[i].one->place, guesses[i].two->place);
    if (pair && (!best || pair->gap < best->gap)) best = pair;
  }
  return best;
}

}  // namespace stiction
