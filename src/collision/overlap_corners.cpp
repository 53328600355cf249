// The corners of the overlap of two footprints in the contact plane.
#include <algorithm>
#include <cmath>
#include <limits>

#include "stiction/collision/feature_id.h"
#include "stiction/collision/footprint.h"

namespace stiction {

namespace {

double cross(const Vec2& u, const Vec2& v) { return u.x() * v.y() - u.y() * v.x(); }

struct Segment {
  Vec2 from, to;
  double height_from, height_to;
};

Segment segment(const Footprint& f, int i) {
  const std::size_t p = std::size_t(i), q = i + 1 < f.size() ? p + 1 : 0;
  return {f.x[p], f.x[q], f.height[p], f.height[q]};
}

double height_on(const Segment& s, const Vec2& at) {
  const Vec2 d = s.to - s.from;
  const double length = d.squaredNorm();
  const double share = length > 0 ? std::clamp((at - s.from).dot(d) / length, 0.0, 1.0) : 0.0;
  return s.height_from + share * (s.height_to - s.height_from);
}

Corner vertex_of_a(const Footprint& a, int i, const Footprint& b) {
  const std::size_t k = std::size_t(i);
  return {a.x[k], a.height[k], b.height_at(a.x[k]), feature_id(FeatureKind::kVertexA, a.vertex[k], 0)};
}

Corner vertex_of_b(const Footprint& a, const Footprint& b, int j) {
  const std::size_t k = std::size_t(j);
  return {b.x[k], a.height_at(b.x[k]), b.height[k], feature_id(FeatureKind::kVertexB, 0, b.vertex[k])};
}

// Edges cross where the ends of each lie on opposite sides of the other by more than the tolerance; ends nearer
// than that are corners themselves.
bool crossing(const Segment& a, const Segment& b, double tolerance, Vec2& at) {
  const Vec2 u = a.to - a.from, v = b.to - b.from;
  const double length_u = u.norm(), length_v = v.norm();
  const double a_from = cross(v, a.from - b.from), a_to = cross(v, a.to - b.from);
  if (!(std::min(a_from, a_to) < -tolerance * length_v && std::max(a_from, a_to) > tolerance * length_v)) return false;
  const double b_from = cross(u, b.from - a.from), b_to = cross(u, b.to - a.from);
  if (!(std::min(b_from, b_to) < -tolerance * length_u && std::max(b_from, b_to) > tolerance * length_u)) return false;
  at = a.from + a_from / (a_from - a_to) * u;
  return true;
}

// Two edges: the two ends of their common stretch if they run together, else the point where they cross.
void edge_on_edge(const Footprint& a, const Footprint& b, double tolerance, std::vector<Corner>& out) {
  const Segment sa = segment(a, 0), sb = segment(b, 0);
  const double length = (sa.to - sa.from).norm();
  const Vec2 u = (sa.to - sa.from) / length;
  double along[2], beside[2];
  for (std::size_t j = 0; j < 2; ++j) {
    along[j] = u.dot(b.x[j] - sa.from);
    beside[j] = cross(u, b.x[j] - sa.from);
  }
  const std::size_t first = along[0] <= along[1] ? 0 : 1, last = 1 - first;
  const double low = std::max(0.0, along[first]), high = std::min(length, along[last]);
  auto offset_at = [&](double s) {
    const double span = along[last] - along[first];
    return span > 0 ? beside[first] + (s - along[first]) / span * (beside[last] - beside[first]) : beside[first];
  };
  if (high < low - tolerance) return;
  if (std::abs(offset_at(low)) <= tolerance && std::abs(offset_at(high)) <= tolerance) {
    auto add = [&](bool end_of_a, int end) {
      Corner corner = end_of_a ? vertex_of_a(a, end, b) : vertex_of_b(a, b, end);
      const double s = u.dot(corner.x - sa.from);
      const Vec2 on_a = sa.from + std::clamp(s, 0.0, length) * u;
      corner.x = on_a + 0.5 * offset_at(s) * Vec2(-u.y(), u.x());
      out.push_back(corner);
    };
    add(along[first] <= tolerance, along[first] <= tolerance ? 0 : int(first));
    if (high - low <= tolerance) return;
    const bool end_of_a = along[last] >= length - tolerance;
    add(end_of_a, end_of_a ? 1 : int(last));
    return;
  }
  Vec2 at;
  if (crossing(sa, sb, 0.0, at)) {
    out.push_back({at, height_on(sa, at), height_on(sb, at), feature_id(FeatureKind::kEdges, a.edge[0], b.edge[0])});
  }
}

}  // namespace

void overlap_corners(const Footprint& a, const Footprint& b, double tolerance, std::vector<Corner>& out) {
  out.clear();
  if (a.size() == 2 && b.size() == 2) return edge_on_edge(a, b, tolerance, out);
  thread_local std::vector<char> met_by_a;
  met_by_a.assign(std::size_t(b.size()), 0);
  for (int i = 0; i < a.size(); ++i) {
    const Vec2& x = a.x[std::size_t(i)];
    bool on_vertex = false;
    for (int j = 0; j < b.size() && !on_vertex; ++j) {
      const Vec2& y = b.x[std::size_t(j)];
      if (met_by_a[std::size_t(j)] || (x - y).squaredNorm() > tolerance * tolerance) continue;
      met_by_a[std::size_t(j)] = 1;
      on_vertex = true;
      Corner corner = vertex_of_a(a, i, b);
      corner.x = 0.5 * (x + y);
      corner.height_b = b.height[std::size_t(j)];
      out.push_back(corner);
    }
    if (!on_vertex && b.contains(x, tolerance)) out.push_back(vertex_of_a(a, i, b));
  }
  for (int j = 0; j < b.size(); ++j) {
    if (!met_by_a[std::size_t(j)] && a.contains(b.x[std::size_t(j)], tolerance)) out.push_back(vertex_of_b(a, b, j));
  }
  for (int i = 0; i < a.edge_count(); ++i) {
    const Segment sa = segment(a, i);
    for (int j = 0; j < b.edge_count(); ++j) {
      const Segment sb = segment(b, j);
      Vec2 at;
      if (!crossing(sa, sb, tolerance, at)) continue;
      out.push_back({at, height_on(sa, at), height_on(sb, at),
                     feature_id(FeatureKind::kEdges, a.edge[std::size_t(i)], b.edge[std::size_t(j)])});
    }
  }
}

Corner nearest_corner(const Footprint& a, const Footprint& b) {
  double best = std::numeric_limits<double>::infinity();
  Corner result{Vec2::Zero(), 0, 0, feature_id(FeatureKind::kNearest, 0, 0)};
  auto consider = [&](const Vec2& on_a, double height_a, const Vec2& on_b, double height_b) {
    const double squared = (on_a - on_b).squaredNorm();
    if (squared >= best) return;
    best = squared;
    result.x = 0.5 * (on_a + on_b);
    result.height_a = height_a;
    result.height_b = height_b;
  };
  // A vertex footprint is a segment of no length.
  auto nearest_on = [](const Footprint& f, int i, const Vec2& at) {
    const Segment s = segment(f, i);
    const Vec2 d = s.to - s.from;
    const double length = d.squaredNorm();
    return Vec2(s.from + (length > 0 ? std::clamp((at - s.from).dot(d) / length, 0.0, 1.0) : 0.0) * d);
  };
  for (int i = 0; i < a.size(); ++i) {
    for (int j = 0; j < std::max(1, b.edge_count()); ++j) {
      const Vec2 y = nearest_on(b, j, a.x[std::size_t(i)]);
      consider(a.x[std::size_t(i)], a.height[std::size_t(i)], y, height_on(segment(b, j), y));
    }
  }
  for (int j = 0; j < b.size(); ++j) {
    for (int i = 0; i < std::max(1, a.edge_count()); ++i) {
      const Vec2 y = nearest_on(a, i, b.x[std::size_t(j)]);
      consider(y, height_on(segment(a, i), y), b.x[std::size_t(j)], b.height[std::size_t(j)]);
    }
  }
  return result;
}

}  // namespace stiction
