// A smooth surface as a contact travels over it: patches, their borders, and charts around extraordinary vertices.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "stiction/evolution/vertex_chart.h"
#include "stiction/geometry/smooth/smooth_surface.h"

namespace stiction {

/// Where a contact is on one of its surfaces.
struct SurfacePlace {
  int patch = 0;
  int chart = -1;          ///< vertex chart, or -1: then `st` are parameters of the patch
  Vec2 st = Vec2::Zero();  ///< in a vertex chart: m in its tangent plane
};

/// What ends at a place that lies outside of its patch.
enum class Crossing { kPassed, kSurfaceEnds, kCrease };

class ContactSurface {
 public:
  explicit ContactSurface(std::shared_ptr<const SmoothSurface> surface);

  const SmoothSurface& surface() const { return *surface_; }
  LocalSurface local(const SurfacePlace& place) const;
  /// How far inside its patch or chart a place is, relative to its size; negative outside, and near an extraordinary
  /// vertex that is left to a chart.
  double margin(const SurfacePlace& place) const;
  /// Whether a place lies near an extraordinary vertex.
  bool near_vertex(const SurfacePlace& place) const;

  /// Moves a place of negative margin to where the contact goes on. `tangent` is its velocity (surface coordinates,
  /// m/s), which decides at corners.
  Crossing cross(SurfacePlace& place, const Vec3& tangent) const;

  /// As parameters of a patch, whatever the place's chart.
  SurfacePoint patch_point(const SurfacePlace& place) const;
  int charts() const { return static_cast<int>(charts_.size()); }

 private:
  struct Edge {
    Vec2 inward;
    double offset;
  };
  struct Vertex {
    Vec2 corner;
    int chart;  ///< -1: none could be made
    double entry;
  };
  struct Patch {
    std::vector<Edge> edges;
    std::vector<Vertex> vertices;  ///< extraordinary ones
    double size;                   ///< the longest edge
  };
  bool cross_corner(SurfacePlace& place, int corner, const Vec3& tangent) const;
  double edge_margin(const Patch& patch, int edge, const Vec2& st) const {
    return (patch.edges[edge].inward.dot(st) - patch.edges[edge].offset) / patch.size;
  }

  std::shared_ptr<const SmoothSurface> surface_;
  std::vector<Patch> patches_;
  std::vector<VertexChart> charts_;
};

}  // namespace stiction
