#include "stiction/geometry/tet/stuffing.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "stiction/common/error.h"
#include "stiction/geometry/mesh/mesh_checks.h"
#include "stiction/geometry/mesh/triangle_tree.h"
#include "stiction/geometry/tet/bcc_lattice.h"
#include "stiction/geometry/tet/pinches.h"
#include "stiction/geometry/tet/stencils.h"
#include "stiction/geometry/tet/warped_lattice.h"

namespace stiction {

namespace {

std::string printed(const char* format, double a, double b = 0, double c = 0) {
  char text[160];
  std::snprintf(text, sizeof text, format, a, b, c);
  return text;
}

BccLattice lattice_over(const Eigen::AlignedBox3d& box, double size) {
  const Vec3 extent = box.sizes();
  if (!extent.allFinite() || !(extent.minCoeff() > 0)) {
    throw InputError("solid", "has no finite box", "give a solid of finite size");
  }
  if (!(size > 0) || !std::isfinite(size)) {
    throw InputError("size", printed("is %g", size),
                     printed("give the edge length of tetrahedra, such as %.3g m: a tenth of the longest side",
                             0.1 * extent.maxCoeff()));
  }
  // One more cube all around, so that everything inside has all its tetrahedra.
  const Vec3 reach = (extent / (2 * size)).array().ceil() + 1;
  const double nodes = 2 * (2 * reach.array() + 1).prod();
  if (nodes > kMostLatticeNodes) {
    throw InputError("size", printed("is %.3g m: the box of %.3g m needs %.3g nodes", size, extent.maxCoeff(), nodes),
                     printed("give at least %.3g m", size * std::cbrt(1.1 * nodes / kMostLatticeNodes)));
  }
  return {box.center(), size, {int(reach.x()), int(reach.y()), int(reach.z())}};
}

/// Removes the tetrahedra of which `keep` is false, and vertices that only they used.
void keep_only(TetMesh& mesh, const std::vector<char>& keep) {
  TetMesh out;
  std::vector<int> number(mesh.vertices.size(), -1);
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
    if (!keep[t]) continue;
    auto tet = mesh.tets[t];
    for (int& v : tet) {
      int& n = number[std::size_t(v)];
      if (n < 0) {
        n = int(out.vertices.size());
        out.vertices.push_back(mesh.vertices[std::size_t(v)]);
      }
      v = n;
    }
    out.tets.push_back(tet);
  }
  mesh = std::move(out);
}

void drop_small_parts(TetMesh& mesh, const StuffingOptions& options, StuffingReport& report) {
  const std::vector<int> part = tet_parts(mesh);
  std::vector<double> volumes(std::size_t(*std::max_element(part.begin(), part.end())) + 1, 0.0);
  std::vector<std::size_t> first(volumes.size(), part.size());
  for (std::size_t t = 0; t < part.size(); ++t) {
    volumes[std::size_t(part[t])] += volume(mesh, t);
    first[std::size_t(part[t])] = std::min(first[std::size_t(part[t])], t);
  }
  if (volumes.size() == 1) return;
  const auto largest = std::max_element(volumes.begin(), volumes.end());
  double all = 0, second = 0;
  std::size_t lost = 0;
  for (std::size_t p = 0; p < volumes.size(); ++p) {
    all += volumes[p];
    if (volumes[p] > second && volumes.begin() + std::ptrdiff_t(p) != largest) {
      second = volumes[p];
      lost = p;
    }
  }
  report.dropped_parts = int(volumes.size()) - 1;
  report.dropped_volume = all - *largest;
  if (report.dropped_volume > options.droppable * all) {
    const Vec3& x = mesh.corner(first[lost], 0);
    throw InputError(
        printed("solid near (%.4g, %.4g, %.4g) m", x.x(), x.y(), x.z()),
        "falls into " + std::to_string(volumes.size()) + " parts with tetrahedra of " +
            printed("%.3g m; the second largest has %.3g %% of the volume", options.size, 100 * second / all),
        "give a smaller size, so that thin places have tetrahedra; separate solids are separate bodies");
  }
  std::vector<char> keep(part.size());
  for (std::size_t t = 0; t < part.size(); ++t) keep[t] = part[t] == int(largest - volumes.begin());
  keep_only(mesh, keep);
}

/// Distances of the tetrahedra's surface from the solid's.
double surface_distance(const TetMesh& mesh, const ImplicitSolid& solid) {
  double worst = 0;
  for (const auto& [i, j, k] : surface_triangles(mesh)) {
    const Vec3 &a = mesh.vertices[std::size_t(i)], &b = mesh.vertices[std::size_t(j)],
               &c = mesh.vertices[std::size_t(k)];
    for (const Vec3& x : {a, Vec3(0.5 * (a + b)), Vec3(0.5 * (b + c)), Vec3(0.5 * (c + a)), Vec3((a + b + c) / 3)}) {
      worst = std::max(worst, std::abs(solid.distance(x)));
    }
  }
  return worst;
}

}  // namespace

TetMesh stuff(const ImplicitSolid& solid, const StuffingOptions& options, StuffingReport* report) {
  StuffingReport told;
  told.size = options.size;
  const BccLattice lattice = lattice_over(solid.box, options.size);
  TetMesh mesh = inside_tets(WarpedLattice(solid, lattice, options.progress));
  if (mesh.tets.empty()) {
    throw InputError("size",
                     printed("is %.3g m: no node of the lattice lies inside the solid of %.3g m", options.size,
                             solid.box.sizes().maxCoeff()),
                     "give a smaller size");
  }
  if (options.progress) options.progress(0.85);
  drop_small_parts(mesh, options, told);
  told.split_pinches = split_pinches(mesh);
  if (report) {
    told.quality = tet_quality(mesh);
    told.volume_error = told.quality.volume / solid.volume - 1;
    told.surface_distance = surface_distance(mesh, solid);
    *report = told;
  }
  if (options.progress) options.progress(1);
  return mesh;
}

TetMesh stuff(const TriangleMesh& mesh, const StuffingOptions& options, StuffingReport* report) {
  check_meshable(mesh);
  TetMesh tets = stuff(implicit_solid(mesh), options, report);
  if (report) {
    const TetSurface surface = tet_surface(tets);
    const TriangleTree tree(surface.mesh);
    report->missed_distance = 0;
    for (const Vec3& x : mesh.vertices) {
      report->missed_distance = std::max(report->missed_distance, std::sqrt(tree.nearest(x).squared));
    }
  }
  return tets;
}

}  // namespace stiction
