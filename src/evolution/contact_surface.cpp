#include "stiction/evolution/contact_surface.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stiction/common/error.h"

namespace stiction {
namespace {

// Nearer to a corner than this, relative to the patch's size, a path is taken to go through it.
constexpr double kCornerHit = 1e-9;
// Extraordinary vertices without a chart are kept at this distance.
constexpr double kForbidden = 0.02;
// Normals of neighbouring patches that differ by more than this (rad) make a crease.
constexpr double kCrease = 1e-3;

Vec3 normal_at(const SurfaceJet& jet) { return jet.s.cross(jet.t).normalized(); }

}  // namespace

ContactSurface::ContactSurface(std::shared_ptr<const SmoothSurface> surface) : surface_(std::move(surface)) {
  if (!surface_) throw InputError("smooth surface", "is missing", "give a surface");
  patches_.resize(surface_->patches());
  for (int p = 0; p < surface_->patches(); ++p) {
    const auto& domain = surface_->domain(p);
    if (domain.size() < 3) throw InputError("smooth surface", "has a patch without a domain", "give 3 corners or more");
    patches_[p].size = 0;
    for (std::size_t i = 0; i < domain.size(); ++i) {
      const Vec2 edge = domain[(i + 1) % domain.size()] - domain[i];
      const Vec2 inward = Vec2(-edge.y(), edge.x()).normalized();
      patches_[p].edges.push_back({inward, inward.dot(domain[i])});
      patches_[p].size = std::max(patches_[p].size, edge.norm());
    }
  }
  for (int p = 0; p < surface_->patches(); ++p) {
    const auto& domain = surface_->domain(p);
    for (int c = 0; c < static_cast<int>(domain.size()); ++c) {
      const auto known = [&](const Vertex& vertex) { return vertex.corner == domain[c]; };
      if (!surface_->extraordinary(p, c) || std::ranges::any_of(patches_[p].vertices, known)) continue;
      if (auto chart = VertexChart::around(*surface_, p, c)) {
        for (const auto& [patch, corner] : chart->corners(*surface_))
          patches_[patch].vertices.push_back({surface_->domain(patch)[corner], charts(), chart->entry()});
        charts_.push_back(std::move(*chart));
      } else {
        patches_[p].vertices.push_back({domain[c], -1, kForbidden});
      }
    }
  }
}

LocalSurface ContactSurface::local(const SurfacePlace& place) const {
  if (place.chart < 0) return local_surface(surface_->jet({place.patch, place.st}));
  return local_surface(charts_[place.chart].jet(*surface_, place.st));
}

SurfacePoint ContactSurface::patch_point(const SurfacePlace& place) const {
  if (place.chart < 0) return {place.patch, place.st};
  return charts_[place.chart].patch_point(*surface_, place.st);
}

double ContactSurface::margin(const SurfacePlace& place) const {
  if (place.chart >= 0) return 1 - place.st.norm() / charts_[place.chart].radius();
  const Patch& patch = patches_[place.patch];
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < patch.edges.size(); ++i)
    least = std::min(least, edge_margin(patch, static_cast<int>(i), place.st));
  for (const Vertex& vertex : patch.vertices)
    least = std::min(least, (place.st - vertex.corner).norm() / patch.size - vertex.entry);
  return least;
}

bool ContactSurface::near_vertex(const SurfacePlace& place) const {
  if (place.chart >= 0) return true;
  const Patch& patch = patches_[place.patch];
  return std::ranges::any_of(patch.vertices, [&](const Vertex& vertex) {
    return (place.st - vertex.corner).norm() <= vertex.entry * patch.size;
  });
}

Crossing ContactSurface::cross(SurfacePlace& place, const Vec3& tangent) const {
  if (place.chart >= 0) {
    const SurfacePoint point = patch_point(place);
    place = {point.patch, -1, point.st};
    return Crossing::kPassed;
  }
  const Patch& patch = patches_[place.patch];
  for (const Vertex& vertex : patch.vertices) {
    if ((place.st - vertex.corner).norm() > vertex.entry * patch.size) continue;
    if (vertex.chart < 0) return Crossing::kSurfaceEnds;
    const Vec3 x = surface_->jet({place.patch, place.st}).x;
    place = {place.patch, vertex.chart, charts_[vertex.chart].project(x)};
    return Crossing::kPassed;
  }
  const auto& domain = surface_->domain(place.patch);
  for (int c = 0; c < static_cast<int>(domain.size()); ++c)
    if ((place.st - domain[c]).norm() < kCornerHit * patch.size && cross_corner(place, c, tangent))
      return Crossing::kPassed;
  int edge = 0;
  for (int i = 1; i < static_cast<int>(patch.edges.size()); ++i)
    if (edge_margin(patch, i, place.st) < edge_margin(patch, edge, place.st)) edge = i;
  const auto next = surface_->across({place.patch, place.st}, edge);
  if (!next) return Crossing::kSurfaceEnds;
  const Vec3 before = normal_at(surface_->jet({place.patch, place.st})), after = normal_at(surface_->jet(*next));
  if (before.cross(after).norm() > kCrease || before.dot(after) < 0) return Crossing::kCrease;
  place = {next->patch, -1, next->st};
  return Crossing::kPassed;
}

// Through a corner: the first patch, counter-clockwise, into which the velocity points. The very same point of space is
// then found in it, so that the bodies do not move.
bool ContactSurface::cross_corner(SurfacePlace& place, int corner, const Vec3& tangent) const {
  const SurfaceJet here = surface_->jet({place.patch, place.st});
  const auto neighbours = surface_->around(place.patch, corner);
  for (std::size_t i = 1; i < neighbours.size(); ++i) {
    const Patch& patch = patches_[neighbours[i].patch];
    const LocalSurface at = local_surface(surface_->jet(neighbours[i]));
    const Vec2 along = parameter_rate(at, at.axes.leftCols<2>().transpose() * tangent);
    bool inside = true;
    for (std::size_t e = 0; e < patch.edges.size(); ++e)
      if (std::abs(edge_margin(patch, static_cast<int>(e), neighbours[i].st)) < kCornerHit)
        inside = inside && patch.edges[e].inward.dot(along) >= -1e-12 * along.norm();
    if (!inside) continue;
    SurfacePoint point = neighbours[i];
    for (int newton = 0; newton < 3; ++newton) {
      const LocalSurface there = local_surface(surface_->jet(point));
      point.st += parameter_rate(there, there.axes.leftCols<2>().transpose() * (here.x - there.x));
    }
    if (normal_at(surface_->jet(point)).dot(normal_at(here)) < 1 - kCrease) return false;
    place = {point.patch, -1, point.st};
    return true;
  }
  return false;
}

}  // namespace stiction
