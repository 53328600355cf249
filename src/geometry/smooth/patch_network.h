// Patches that meet along whole edges: what all surfaces but single charts share.
#pragma once

#include <string>
#include <vector>

#include "stiction/geometry/smooth/smooth_surface.h"
#include "stiction/geometry/smooth/taylor.h"

namespace stiction {

/// Domains and adjacency of patches. Along a common edge the two patches run in opposite directions, at the same speed.
class PatchNetwork : public SmoothSurface {
 public:
  /// An edge of a patch; patch -1 is no edge at all.
  struct Edge {
    int patch = -1;
    int edge = -1;
    bool operator==(const Edge&) const = default;
  };

  int patches() const final { return int(domains_.size()); }
  const std::vector<Vec2>& domain(int patch) const final { return domains_[std::size_t(patch)]; }
  /// The point of the edge that is nearest in the parameters, seen from the other side.
  std::optional<SurfacePoint> across(const SurfacePoint& at, int edge) const override;
  std::vector<SurfacePoint> around(int patch, int corner) const override;
  bool extraordinary(int, int) const override { return false; }

  /// The edge on the other side; none where the surface ends or has a crease.
  Edge beyond(int patch, int edge) const { return beyond_[std::size_t(patch)][std::size_t(edge)]; }
  /// Edges that two patches share with an angle between them, one of each pair.
  const std::vector<Edge>& creases() const { return creases_; }
  /// No edge is free: the surface encloses a volume. Edges of no length count as closed.
  bool closed() const;

 protected:
  /// The control points of an edge, in its direction. Curves of equal control points are equal, at equal speeds.
  struct BoundaryCurve {
    Edge edge;
    std::vector<Vec4> points;
  };

  int add_patch(std::vector<Vec2> domain);
  void join(Edge a, Edge b);
  /// Joins edges whose control points are equal within `tolerance` (m), in opposite order. Throws InputError where
  /// three edges meet or two run in the same direction: one patch then has its outside inside.
  void join_equal_curves(const std::vector<BoundaryCurve>& curves, double tolerance);
  /// Undoes joins across which the normal turns by more than `angle` (rad).
  void cut_creases(double angle);

 private:
  void cut(Edge a);
  double worst_turn(Edge a) const;

  std::vector<std::vector<Vec2>> domains_;
  std::vector<std::vector<Edge>> beyond_;
  std::vector<Edge> creases_, points_;  // points_: edges of no length
};

}  // namespace stiction
