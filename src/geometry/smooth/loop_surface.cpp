#include "stiction/geometry/smooth/loop_surface.h"

#include <optional>

#include "stiction/common/error.h"

namespace stiction {
namespace {

/// The control points around a face whose corners next to `corner` have six neighbours, in the order of LatticePlace.
std::vector<Vec4> gathered(const LoopMesh& mesh, int face, int corner) {
  std::vector<int> indices = {mesh.vertex(face, corner)};
  const std::vector<int> ring = mesh.ring(face, corner);
  const std::vector<int> next = mesh.ring(face, (corner + 1) % 3), last = mesh.ring(face, (corner + 2) % 3);
  indices.insert(indices.end(), ring.begin(), ring.end());
  indices.insert(indices.end(), {next[3], next[4], next[5], last[3], last[4]});
  std::vector<Vec4> points;
  for (const int i : indices) {
    const Vec3& v = mesh.mesh().vertices[std::size_t(i)];
    points.emplace_back(v.x(), v.y(), v.z(), 0);
  }
  return points;
}

/// Parameters with the given corner as origin, from those with corner 0 as origin.
void turn(int corner, Eigen::Matrix2d& map, Vec2& origin) {
  Eigen::Matrix2d m = Eigen::Matrix2d::Identity();
  Vec2 o = Vec2::Zero();
  if (corner == 1) {
    m << 0, 1, -1, -1;
    o = {0, 1};
  } else if (corner == 2) {
    m << -1, -1, 1, 0;
    o = {1, 0};
  }
  origin = m * origin + o;
  map = m * map;
}

}  // namespace

LoopSurface::LoopSurface(TriangleMesh control) : LoopSurface(LoopMesh(std::move(control))) {}

LoopSurface::LoopSurface(const LoopMesh& control) {
  std::vector<int> patch_of(std::size_t(control.faces()), -1);
  std::optional<LoopMesh> fine;  // only where it is needed
  for (int f = 0; f < control.faces(); ++f) {
    Patch patch;
    patch.face = f;
    int extraordinary = 0;
    bool inside = true;
    for (int c = 0; c < 3; ++c) {
      const int v = control.vertex(f, c), n = control.valence(v);
      inside = inside && control.interior(v);
      extraordinary += n != 6;
      patch.valence[std::size_t(c)] = n;
      if (control.interior(v) && n < 3) {
        throw InputError("control mesh: vertex " + std::to_string(v + 1), "has fewer than three neighbours",
                         "give every vertex at least three");
      }
    }
    if (!inside) continue;
    patch_of[std::size_t(f)] = add_patch({{0, 0}, {1, 0}, {0, 1}});
    patch.first = pieces_.size();
    patch.split = extraordinary > 1;
    if (!patch.split) {
      add_piece(control, f, Eigen::Matrix2d::Identity(), Vec2::Zero());
    } else {
      if (!fine) fine.emplace(control.subdivided());
      const Eigen::Matrix2d twice = 2 * Eigen::Matrix2d::Identity();
      add_piece(*fine, 4 * f, twice, {0, 0});
      add_piece(*fine, 4 * f + 1, twice, {-1, 0});
      add_piece(*fine, 4 * f + 2, twice, {0, -1});
      add_piece(*fine, 4 * f + 3, -twice, {1, 1});
    }
    patches_.push_back(patch);
  }
  if (patches_.empty()) {
    throw InputError("control mesh", "has no triangle whose corners all lie inside",
                     "close the mesh or add a ring of triangles around it");
  }
  for (int p = 0; p < patches(); ++p) {
    for (int e = 0; e < 3; ++e) {
      const LoopMesh::Side other = control.beyond(face(p), e);
      const int q = patch_of[std::size_t(other.face)];
      if (q >= 0) join({p, e}, {q, other.edge});
    }
  }
}

void LoopSurface::add_piece(const LoopMesh& mesh, int face, const Eigen::Matrix2d& map, const Vec2& origin) {
  Piece piece;
  piece.first = data_.size();
  piece.map = map;
  piece.origin = origin;
  int corner = 0;
  while (corner < 3 && mesh.valence(mesh.vertex(face, corner)) == 6) ++corner;
  if (corner == 3) {
    const std::vector<Vec4> points = gathered(mesh, face, 0);
    std::array<Vec4, 12> twelve;
    std::copy(points.begin(), points.end(), twelve.begin());
    const Quartic c = box_spline_patch(twelve);
    data_.insert(data_.end(), c.begin(), c.end());
  } else {
    turn(corner, piece.map, piece.origin);
    piece.valence = LoopValence::of(mesh.valence(mesh.vertex(face, corner)));
    const std::vector<Vec4> modes = piece.valence->projected(gathered(mesh, face, corner));
    data_.insert(data_.end(), modes.begin(), modes.end());
  }
  piece.own = piece.map == Eigen::Matrix2d::Identity();
  pieces_.push_back(std::move(piece));
}

int LoopSurface::valence(int patch, int corner) const {
  return patches_[std::size_t(patch)].valence[std::size_t(corner)];
}

SurfaceJet LoopSurface::jet(const SurfacePoint& at) const {
  const Patch& patch = patches_[std::size_t(at.patch)];
  std::size_t part = 0;
  if (patch.split) {
    const double s = at.st.x(), t = at.st.y();
    part = s > 0.5 ? 1 : t > 0.5 ? 2 : s + t < 0.5 ? 0 : 3;
  }
  const Piece& piece = pieces_[patch.first + part];
  const Vec4* data = data_.data() + piece.first;
  if (piece.own) {
    return to_jet(piece.valence ? piece.valence->evaluate(data, at.st.x(), at.st.y())
                                : partials(data, at.st.x(), at.st.y()));
  }
  const Vec2 ab = piece.map * at.st + piece.origin;
  const Partials own = piece.valence ? piece.valence->evaluate(data, ab.x(), ab.y()) : partials(data, ab.x(), ab.y());
  return to_jet(changed_parameters(own, piece.map));
}

}  // namespace stiction
