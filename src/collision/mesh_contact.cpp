#include "stiction/collision/mesh_contact.h"

#include <algorithm>
#include <cmath>

#include "stiction/collision/broad_phase.h"
#include "stiction/collision/contact_reduction.h"
#include "stiction/collision/convex_points.h"
#include "stiction/collision/edge_dip.h"
#include "stiction/collision/edge_pairs.h"
#include "stiction/collision/feature_id.h"
#include "stiction/collision/sample_contacts.h"
#include "stiction/collision/side_dips.h"
#include "stiction/geometry/mesh/box_distance.h"

namespace stiction {

namespace {

// A patch of samples is small if its radius is below this part of its distance.
constexpr double kSmall = 0.5;
// Most spacing of samples on faces, cells.
constexpr double kFaceSpacing = 2;
SampleContacts& scratch() {
  thread_local SampleContacts contacts;
  contacts.clear();
  return contacts;
}

Pose mesh_pose(const Mesh& mesh, const Pose& pose) { return {pose * mesh.offset, pose.R}; }

/// The frame of `inner` seen from `outer`.
Pose relative(const Pose& inner, const Pose& outer) { return {outer.to_local(inner.p), outer.R.transpose() * inner.R}; }

/// Where the convex body is slender, and overlaps the mesh: known in case nothing that could hold it tells.
template <class Convex>
void add_inner_balls(const SolidMesh& mesh, const Convex& b, const Pose& b_in_mesh, SampleContacts& contacts) {
  thread_local std::vector<ConvexPoint> balls;
  balls.clear();
  inner_balls(b, kFaceSpacing * mesh.field().cell(), balls);
  for (const ConvexPoint& ball : balls) {
    const Vec3 x = b_in_mesh * ball.x;
    if (mesh.clear(x, ball.radius, 0)) continue;
    const SurfaceDistance d = mesh.exact().at(x);
    const double gap = d.distance - ball.radius;
    contacts.add(
        {x - (ball.radius + 0.5 * gap) * d.normal, -d.normal, gap, feature_id(FeatureKind::kVertexB, 0, ball.id)},
        false);
  }
}

/// Of flat bodies and cones (see side_dips.h).
template <class Other>
void add_side_dips(const SolidMesh&, const Other&, const Pose&, SampleContacts&) {}

/// Sharp edges of the mesh that cross the convex body between two samples. Contacts are in the frame of the mesh.
template <class Convex>
void add_edge_dips(const SolidMesh& mesh, const Convex& b, const Pose& b_in_mesh, double margin,
                   SampleContacts& contacts) {
  if (mesh.sharp_edges().size() == 0) return;
  const Bounds bounds = bounds_of(b, {}, margin);
  const Eigen::AlignedBox3d box(bounds.low, bounds.high);
  mesh.sharp_edges().visit(
      [&](const Vec3& centre, double radius) {
        return squared_distance(box, b_in_mesh.to_local(centre)) <= radius * radius;
      },
      [&](const SurfaceSample& middle, const SharpEdges::Stretch& stretch) {
        const Vec3 x = b_in_mesh.to_local(middle.x), half = b_in_mesh.R.transpose() * stretch.half;
        const auto distance = [&](const Vec3& y) { return convex_distance(b, y, margin + 2 * half.norm()); };
        const auto dip = edge_dip(x - half, x + half, stretch.parts, box, margin, distance);
        if (!dip) return;
        const Vec3 n = b_in_mesh.R * dip->d.normal;
        const double gap = dip->d.distance;
        contacts.add({b_in_mesh * dip->x - 0.5 * gap * n, n, gap, feature_id(FeatureKind::kEdges, middle.id, 0)},
                     n.dot(middle.axis) <= -middle.least_cosine);
      });
}

// Both the points of the convex body against the mesh and the samples of the mesh against the convex body. All in
// the frame of the mesh; candidates' normals point out of the convex body, towards the mesh.
template <class Convex>
void collide_convex(const Mesh& a, const Pose& pose_a, const Convex& b, const Pose& pose_b, double margin,
                    std::vector<ContactPoint>& out) {
  const SolidMesh& mesh = *a.solid;
  const Pose frame = mesh_pose(a, pose_a);
  const Pose b_in_mesh = relative(pose_b, frame);
  SampleContacts& contacts = scratch();

  thread_local std::vector<ConvexPoint> points;
  points.clear();
  convex_points(b, mesh.field().cell(), points);
  for (const ConvexPoint& p : points) {
    const Vec3 x = b_in_mesh * p.x;
    const double limit = margin + p.radius;
    if (mesh.box().squaredExteriorDistance(x) > limit * limit) continue;
    // A ball that is larger than its cells is no matter for a field: one exact distance serves it better.
    const SurfaceDistance d = p.radius > 0 ? mesh.exact().at(x) : mesh.distance(x, limit);
    const double gap = d.distance - p.radius;
    if (gap > margin) continue;
    contacts.add({x - (p.radius + 0.5 * gap) * d.normal, -d.normal, gap, feature_id(FeatureKind::kVertexB, 0, p.id)},
                 d.normal.dot(b_in_mesh.R * p.axis) <= -p.least_cosine);
  }
  const std::size_t from_points = contacts.accepted.size();

  mesh.samples().visit(
      [&](const Vec3& centre, double radius) {
        return convex_distance(b, b_in_mesh.to_local(centre), margin + radius).distance <= margin + radius;
      },
      [&](const SurfaceSample& sample) {
        const SurfacePoint d = convex_distance(b, b_in_mesh.to_local(sample.x), margin);
        if (d.distance > margin) return;
        const Vec3 n = b_in_mesh.R * d.normal;
        // A ball meets a surface in one point for each way it can touch; what it found itself is not doubled.
        if constexpr (std::is_same_v<Convex, Sphere>) {
          for (std::size_t i = 0; i < from_points; ++i) {
            if (contacts.accepted[i].normal.dot(n) > 0.9) return;
          }
        }
        contacts.add({sample.x - 0.5 * d.distance * n, n, d.distance, feature_id(FeatureKind::kVertexA, sample.id, 0)},
                     n.dot(sample.axis) <= -sample.least_cosine);
      });
  add_inner_balls(mesh, b, b_in_mesh, contacts);
  // A ball is exact by its centre.
  if constexpr (!std::is_same_v<Convex, Sphere>) add_edge_dips(mesh, b, b_in_mesh, margin, contacts);
  add_side_dips(mesh, b, b_in_mesh, contacts);
  contacts.finish(frame, margin, std::min(mesh.box().diagonal().norm(), 2 * bounding_radius(b)), mesh.field().cell(),
                  out);
}

/// Samples of `p` against the field of `q`. `p_in_q` is the frame of p's mesh in q's. Candidates are in q's frame, with
/// normals out of q times `sign`.
class SamplesAgainstMesh {
 public:
  SamplesAgainstMesh(const SolidMesh& p, const SolidMesh& q, const Pose& p_in_q, double margin, FeatureKind kind,
                     const Pose& to_frame, double sign, SampleContacts& contacts)
      : p_(p.samples()),
        q_(q),
        p_in_q_(p_in_q),
        margin_(margin),
        kind_(kind),
        to_frame_(to_frame),
        sign_(sign),
        contacts_(contacts) {}

  /// `near`: the samples to look at, or null for all.
  void run(const NearSamples* near) {
    if (near)
      walk(near->branches());
    else
      walk();
  }

 private:
  void walk() {
    if (p_.nodes().empty()) return;
    int stack[SphereTree::kDepth];
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const int index = stack[--top];
      const SphereTree::Node& node = p_.nodes()[std::size_t(index)];
      const Vec3 centre = p_in_q_ * node.centre;
      if (q_.clear(centre, node.radius, margin_) || far(node, centre)) continue;
      if (node.right < 0) {
        for (int k = node.first; k < node.last; ++k) add(p_.samples()[std::size_t(k)]);
      } else {
        stack[top++] = node.right;
        stack[top++] = index + 1;
      }
    }
  }

  void walk(const std::vector<NearSamples::Branch>& branches) {
    for (int i = 0; i < int(branches.size());) {
      const NearSamples::Branch& branch = branches[std::size_t(i)];
      const SphereTree::Node& node = p_.nodes()[std::size_t(branch.node)];
      if (!branch.open || may_be_far(node)) {
        const Vec3 centre = p_in_q_ * node.centre;
        if ((!branch.open && q_.clear(centre, node.radius, margin_)) || far(node, centre)) {
          i = branch.next;
          continue;
        }
      }
      for (int k = node.first, left = branch.samples; left != 0; ++k, left >>= 1)
        if (left & 1) add(p_.samples()[std::size_t(k)]);
      ++i;
    }
  }

  bool may_be_far(const SphereTree::Node& node) const { return !(node.radius > kSmall * (margin_ + node.radius)); }

  /// Over a patch that is small compared with its distance, the distance is nearly linear: one sample stands for all.
  bool far(const SphereTree::Node& node, const Vec3& centre) {
    if (!may_be_far(node)) return false;
    const SurfaceDistance d = q_.distance(centre, std::numeric_limits<double>::infinity());
    if (node.radius > kSmall * d.distance) return false;
    const Vec3 n = p_in_q_.R.transpose() * d.normal;
    const SurfaceSample* nearest = nullptr;
    double least = std::numeric_limits<double>::infinity();
    for (int k = node.first; k < node.last; ++k) {
      const SurfaceSample& sample = p_.samples()[std::size_t(k)];
      const double height = n.dot(sample.x);
      if (height < least && n.dot(sample.axis) <= -sample.least_cosine) {
        least = height;
        nearest = &sample;
      }
    }
    if (nearest) add(*nearest);
    return true;
  }

  void add(const SurfaceSample& sample) {
    const Vec3 x = p_in_q_ * sample.x;
    const SurfaceDistance d = q_.distance(x, margin_);
    if (d.distance > margin_) return;
    const std::uint64_t feature =
        kind_ == FeatureKind::kVertexA ? feature_id(kind_, sample.id, 0) : feature_id(kind_, 0, sample.id);
    contacts_.add(
        {to_frame_ * (x - 0.5 * d.distance * d.normal), sign_ * (to_frame_.R * d.normal), d.distance, feature},
        d.normal.dot(p_in_q_.R * sample.axis) <= -sample.least_cosine);
  }

  const SphereTree& p_;
  const SolidMesh& q_;
  const Pose& p_in_q_;
  const double margin_;
  const FeatureKind kind_;
  const Pose& to_frame_;
  const double sign_;
  SampleContacts& contacts_;
};

}  // namespace

void collide_mesh(const Mesh& a, const Pose& pose_a, const HalfSpace& b, const Pose& pose_b, double margin,
                  std::vector<ContactPoint>& out) {
  const SolidMesh& mesh = *a.solid;
  const Pose frame = mesh_pose(a, pose_a);
  const Vec3 n = frame.R.transpose() * (pose_b.R * b.normal);
  // Height of x above the plane: n·x - offset, in the frame of the mesh.
  const double offset = b.offset - (pose_b.R * b.normal).dot(frame.p - pose_b.p);
  const SphereTree::Node& all = mesh.samples().nodes().front();
  if (n.dot(all.centre) - offset > margin + all.radius) return;
  double lowest = std::numeric_limits<double>::infinity();
  for (const Vec3& v : mesh.hull_vertices()) lowest = std::min(lowest, n.dot(v) - offset);
  if (lowest > margin) return;
  SampleContacts& contacts = scratch();
  mesh.samples().visit(
      [&](const Vec3& centre, double radius) { return n.dot(centre) - offset <= margin + radius; },
      [&](const SurfaceSample& sample) {
        const double gap = n.dot(sample.x) - offset;
        if (gap > margin) return;
        contacts.add({sample.x - 0.5 * gap * n, n, gap, feature_id(FeatureKind::kPlane, 0, sample.id)}, true);
      });
  contacts.finish(frame, margin, mesh.box().diagonal().norm(), mesh.field().cell(), out);
}

void collide_mesh(const Mesh& a, const Pose& pose_a, const Sphere& b, const Pose& pose_b, double margin,
                  std::vector<ContactPoint>& out) {
  collide_convex(a, pose_a, b, pose_b, margin, out);
}

void collide_mesh(const Mesh& a, const Pose& pose_a, const Polyhedron& b, const Pose& pose_b, double margin,
                  std::vector<ContactPoint>& out) {
  collide_convex(a, pose_a, b, pose_b, margin, out);
}

void collide_mesh(const Mesh& a, const Pose& pose_a, const Capsule& b, const Pose& pose_b, double margin,
                  std::vector<ContactPoint>& out) {
  collide_convex(a, pose_a, b, pose_b, margin, out);
}

void collide_mesh(const Mesh& a, const Pose& pose_a, const Cylinder& b, const Pose& pose_b, double margin,
                  std::vector<ContactPoint>& out) {
  collide_convex(a, pose_a, b, pose_b, margin, out);
}

void collide_mesh(const Mesh& a, const Pose& pose_a, const Cone& b, const Pose& pose_b, double margin,
                  std::vector<ContactPoint>& out) {
  collide_convex(a, pose_a, b, pose_b, margin, out);
}

void collide_mesh(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b, double margin,
                  std::vector<ContactPoint>& out, MeshPairMemory* memory) {
  const Pose frame_a = mesh_pose(a, pose_a), frame_b = mesh_pose(b, pose_b);
  const Pose a_in_b = relative(frame_a, frame_b), b_in_a = relative(frame_b, frame_a);
  SampleContacts& contacts = scratch();
  const NearSamples* near_a = memory ? memory->of_a.recall(*a.solid, *b.solid, a_in_b, margin) : nullptr;
  const NearSamples* near_b = memory ? memory->of_b.recall(*b.solid, *a.solid, b_in_a, margin) : nullptr;
  SamplesAgainstMesh(*a.solid, *b.solid, a_in_b, margin, FeatureKind::kVertexA, {}, 1, contacts).run(near_a);
  SamplesAgainstMesh(*b.solid, *a.solid, b_in_a, margin, FeatureKind::kVertexB, a_in_b, -1, contacts).run(near_b);
  add_edge_pairs(*a.solid, *b.solid, a_in_b, b_in_a, margin, contacts, memory ? &memory->edges : nullptr);
  const double size = std::min(a.solid->box().diagonal().norm(), b.solid->box().diagonal().norm());
  contacts.finish(frame_b, margin, size, std::min(a.solid->field().cell(), b.solid->field().cell()), out);
}

}  // namespace stiction
