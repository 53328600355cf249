#include "stiction/collision/pair_frame.h"

#include <algorithm>

namespace stiction {

namespace {

double* storage(std::size_t size) {
  thread_local std::vector<double> buffer;
  if (buffer.size() < size) buffer.resize(size);
  return buffer.data();
}

const double* moved_vertices(const ConvexPolyhedron& a, const Mat3& R, const Vec3& t) {
  const auto& table = a.vertex_table();
  double* data = storage(3 * std::size_t(table.rows()));
  Eigen::Map<ConvexPolyhedron::VertexTable> moved(data, table.rows(), 3);
  for (Eigen::Index i = 0; i < 3; ++i) {
    moved.col(i) = table.col(0) * R(i, 0) + table.col(1) * R(i, 1) + table.col(2) * R(i, 2) + t(i);
  }
  return data;
}

}  // namespace

PairFrame::PairFrame(const ConvexPolyhedron& a, const Pose& pose_a, const ConvexPolyhedron& b, const Pose& pose_b)
    : thickness(std::min(a.thickness(), b.thickness())),
      touch_tolerance(1e-4 * thickness),
      clip_tolerance(std::min(1e-6 * std::min(a.radius(), b.radius()), 1e-3 * thickness)),
      feature_height(1e-2 * thickness),
      a_(a),
      b_(b),
      pose_b_(pose_b),
      R_(pose_b.R.transpose() * pose_a.R),
      t_(pose_b.to_local(pose_a.p)),
      table_a_(moved_vertices(a, R_, t_), a.vertex_table().rows(), 3) {}

int PairFrame::lowest_vertex_a(const Vec3& n) const {
  int index = 0;
  projected(table_a_, n).minCoeff(&index);
  return index;
}

int PairFrame::highest_vertex_b(const Vec3& n) const {
  int index = 0;
  projected(b_.vertex_table(), n).maxCoeff(&index);
  return index;
}

}  // namespace stiction
