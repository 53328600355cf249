#include "stiction/scene/smooth_model.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "stiction/common/error.h"
#include "stiction/geometry/smooth/analytic_surfaces.h"
#include "stiction/geometry/smooth/bezier_surface.h"
#include "stiction/geometry/smooth/loop_surface.h"
#include "stiction/geometry/smooth/smooth_shapes.h"
#include "stiction/geometry/smooth/surface_moments.h"
#include "stiction/geometry/smooth/surface_triangulation.h"

namespace stiction {
namespace {

using Network = std::shared_ptr<const PatchNetwork>;

/// A surface and how finely it must be cut into triangles to look smooth.
struct Made {
  Network surface;
  int segments = 1;
};

int segments_for(int triangles, int patches) {
  return std::clamp(static_cast<int>(std::ceil(std::sqrt(double(triangles) / patches))), 2, 24);
}

struct SurfaceMaker {
  Made operator()(const SmoothSphere& d) const {
    return {std::make_shared<EllipsoidSurface>(EllipsoidSurface::sphere(d.radius)), 12};
  }
  Made operator()(const SmoothEllipsoid& d) const { return {std::make_shared<EllipsoidSurface>(d.semi_axes), 16}; }
  Made operator()(const SmoothTorus& d) const { return {std::make_shared<TorusSurface>(d.ring, d.tube), 64}; }
  Made operator()(const SmoothPlane& d) const {
    return {std::make_shared<PlaneSurface>(d.size.x() / 2, d.size.y() / 2), 1};
  }
  Made operator()(const SmoothParaboloid& d) const {
    const BezierNet net = paraboloid_net(d.radii.x(), d.radii.y(), d.size.x() / 2, d.size.y() / 2,
                                         d.bowl ? BodySide::kBelow : BodySide::kAbove);
    return {std::make_shared<BezierSurface>(std::vector<BezierNet>{net}), 24};
  }
  Made operator()(const SmoothBezier& d) const {
    if (d.patches.empty()) throw InputError("bezier.patches", "is empty", "give patches of 16 control points each");
    return {std::make_shared<BezierSurface>(d.patches), segments_for(1500, static_cast<int>(d.patches.size()))};
  }
  Made operator()(const SmoothLoop& d) const {
    const TriangleMesh& control = d.builtin == "bowl"    ? bowl_control_mesh()
                                  : d.builtin == "table" ? table_control_mesh()
                                                         : scaled(d.control, d.scale);
    const auto surface = std::make_shared<LoopSurface>(control);
    return {surface, segments_for(3000, surface->patches())};
  }
};

const char* name_of(const SmoothDescription& smooth) {
  constexpr const char* names[] = {"sphere", "ellipsoid", "torus", "plane", "paraboloid", "bezier", "loop"};
  return names[smooth.form.index()];
}

/// The mesh with its one border closed by a fan around the border's middle.
TriangleMesh with_lid(TriangleMesh mesh) {
  std::map<std::pair<int, int>, int> edges;  // directed; those that nobody runs back along are the border
  for (const auto& t : mesh.triangles)
    for (std::size_t k = 0; k < 3; ++k) ++edges[{t[k], t[(k + 1) % 3]}];
  std::map<int, int> after;
  for (const auto& [edge, count] : edges)
    if (!edges.contains({edge.second, edge.first})) after[edge.first] = edge.second;
  std::vector<int> border;
  for (int at = after.begin()->first; border.empty() || at != border.front(); at = after.at(at)) border.push_back(at);
  if (border.size() != after.size())
    throw InputError("", "has several borders, so that no lid closes it", "give a closed surface, or one patch");
  Vec3 middle = Vec3::Zero();
  for (const int vertex : border) middle += mesh.vertices[static_cast<std::size_t>(vertex)] / double(border.size());
  const int centre = static_cast<int>(mesh.vertices.size());
  mesh.vertices.push_back(middle);
  for (const auto& [from, to] : after) mesh.triangles.push_back({to, from, centre});
  return mesh;
}

}  // namespace

bool has_no_inside(const SmoothDescription& smooth) {
  const auto* paraboloid = std::get_if<SmoothParaboloid>(&smooth.form);
  return std::holds_alternative<SmoothPlane>(smooth.form) || (paraboloid && paraboloid->bowl);
}

void complete(SmoothDescription& smooth, bool fixed) {
  try {
    const Made made = std::visit(SurfaceMaker{}, smooth.form);
    smooth.surface = made.surface;
    smooth.closed = made.surface->closed();
    if (!fixed && has_no_inside(smooth)) return;  // refused by validation, with a better word
    const TriangleMesh mesh = triangulated(*made.surface, smooth.segments > 0 ? smooth.segments : made.segments).mesh;
    if (!smooth.closed && fixed) {
      smooth.terrain = std::make_shared<const TerrainSurface>(mesh);
    } else {
      smooth.solid = SolidMesh::make(smooth.closed ? mesh : with_lid(mesh));
    }
  } catch (const InputError& error) {
    throw error.within(name_of(smooth));
  }
}

MassProperties smooth_mass(const SmoothDescription& smooth, double density) {
  const MeshMoments moments = surface_moments(*smooth.surface);
  MassProperties properties;
  properties.mass = density * moments.volume;
  properties.centre = moments.centre;
  properties.inertia = density * (moments.second.trace() * Mat3::Identity() - moments.second);
  return properties;
}

}  // namespace stiction
