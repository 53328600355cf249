// Deformable bodies for the collision tests.
#pragma once

#include <memory>
#include <set>
#include <vector>

#include "collision/fixtures.h"
#include "stiction/collision/soft_contact.h"
#include "support/meshes.h"

namespace stiction::testing {

/// A surface with its own positions.
struct SoftBody {
  std::shared_ptr<const SoftSurface> surface;
  std::vector<Vec3> positions, travel;

  explicit SoftBody(const TriangleMesh& mesh, const Pose& pose = {})
      : surface(std::make_shared<SoftSurface>(mesh.vertices, mesh.triangles)),
        travel(mesh.vertices.size(), Vec3::Zero()) {
    for (const Vec3& x : mesh.vertices) positions.push_back(pose * x);
  }
  PosedSoft posed(int body, bool self_contact = false) const {
    return {body, surface.get(), positions, travel, self_contact};
  }
  void move_by(const Vec3& d) { travel.assign(positions.size(), d); }
  Vec3 at(const SurfaceSpot& spot) const {
    Vec3 x = Vec3::Zero();
    for (int k = 0; k < 3 && spot.vertex[k] >= 0; ++k) x += spot.weight[k] * positions[spot.vertex[k]];
    return x;
  }
};

struct SoftResult {
  std::vector<ContactPoint> contacts;
  std::vector<ContactSpot> spots;

  std::size_t size() const { return contacts.size(); }
  double least_gap() const {
    double least = INFINITY;
    for (const ContactPoint& c : contacts) least = std::min(least, c.gap);
    return least;
  }
  std::set<std::uint64_t> features() const {
    std::set<std::uint64_t> ids;
    for (const ContactPoint& c : contacts) ids.insert(c.feature);
    return ids;
  }
};

inline SoftResult soft_contacts(const std::vector<PosedShape>& rigid, const std::vector<PosedSoft>& soft) {
  SoftResult result;
  detect_soft_contacts(rigid, soft, {}, result.contacts, result.spots);
  return result;
}

/// Body 0 is deformable, body 1 rigid.
inline SoftResult against(const SoftBody& soft, const Shape& shape, const Pose& pose = {}) {
  return soft_contacts({{}, {&shape, pose, true}}, {soft.posed(0)});
}

/// Two deformable bodies, 0 and 1.
inline SoftResult between(const SoftBody& a, const SoftBody& b) {
  return soft_contacts({{}, {}}, {a.posed(0), b.posed(1)});
}

/// A gridded slab bent to a U about the y axis, open towards +x: two legs `apart` (m) from each other, twice as far as
/// the slab is thick at rest.
inline SoftBody u_shape(double length, double thick, double apart, int n) {
  const TriangleMesh mesh = box_mesh({1, 1, 1}, n);
  const auto bent = [&](double gap) {
    const double radius = 0.5 * (gap + thick), arc = std::numbers::pi * radius;
    std::vector<Vec3> positions;
    for (const Vec3& v : mesh.vertices) {
      // Along the middle line: leg, half circle, leg.
      const double s = (v.x() + 0.5) * (2 * length + arc), d = thick * v.z(), y = -0.3 * v.y();
      if (s < length) {
        positions.push_back({length - s, y, -radius + d});
      } else if (s > length + arc) {
        positions.push_back({s - length - arc, y, radius - d});
      } else {
        const double angle = (s - length) / radius;
        positions.push_back({-(radius - d) * std::sin(angle), y, -(radius - d) * std::cos(angle)});
      }
    }
    return positions;
  };
  SoftBody body({bent(2 * thick), mesh.triangles});
  body.positions = bent(apart);
  return body;
}

}  // namespace stiction::testing
