#include "stiction/geometry/mesh/mesh_checks.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numbers>
#include <numeric>
#include <string>

#include "stiction/common/error.h"

namespace stiction {

namespace {

std::string number(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

std::string place(const Vec3& x) {
  return " at (" + number(x.x()) + ", " + number(x.y()) + ", " + number(x.z()) + ") m";
}

/// Number of the part of every triangle, from 0 in the order of their first triangles. Parts share vertices.
std::vector<int> parts_of(const TriangleMesh& mesh) {
  std::vector<int> root(mesh.vertices.size());
  std::iota(root.begin(), root.end(), 0);
  const auto find = [&](int v) {
    while (root[std::size_t(v)] != v) v = root[std::size_t(v)] = root[std::size_t(root[std::size_t(v)])];
    return v;
  };
  for (const auto& [i, j, k] : mesh.triangles) {
    root[std::size_t(find(j))] = find(i);
    root[std::size_t(find(k))] = find(i);
  }
  std::vector<int> name(mesh.vertices.size(), -1), part;
  int parts = 0;
  for (const auto& triangle : mesh.triangles) {
    int& n = name[std::size_t(find(triangle[0]))];
    if (n < 0) n = parts++;
    part.push_back(n);
  }
  return part;
}

/// Solid angle of a triangle seen from x over 4π; negative from behind (van Oosterom and Strackee, 1983).
double winding(const TriangleMesh& mesh, std::size_t t, const Vec3& x) {
  const Vec3 a = mesh.corner(t, 0) - x, b = mesh.corner(t, 1) - x, c = mesh.corner(t, 2) - x;
  const double la = a.norm(), lb = b.norm(), lc = c.norm();
  const double below = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
  return std::atan2(a.dot(b.cross(c)), below) / (2 * std::numbers::pi);
}

}  // namespace

void check_size(const TriangleMesh& mesh, const MeshLimits& limits) {
  Eigen::AlignedBox3d box;
  for (const Vec3& v : mesh.vertices) box.extend(v);
  const double size = box.sizes().maxCoeff();
  const std::string what = "is " + number(size) + " m long on its longest side";
  if (size > limits.most_size) {
    throw InputError("mesh", what + ", more than " + number(limits.most_size) + " m: are its units metres?",
                     "add \"scale\": 0.001 for millimetres, 0.01 for centimetres or 0.0254 for inches");
  }
  if (!(size >= limits.least_size)) {
    throw InputError(
        "mesh", what + ", less than " + number(limits.least_size) + " m: are its units metres?",
        "add a \"scale\" that makes it as large as it is meant to be, such as " + number(0.1 / size) + " for 0.1 m");
  }
}

void check_slivers(const TriangleMesh& mesh, const MeshLimits& limits) {
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Vec3 &a = mesh.corner(t, 0), &b = mesh.corner(t, 1), &c = mesh.corner(t, 2);
    const double longest = std::max({(b - a).norm(), (c - b).norm(), (a - c).norm()});
    const double height = (b - a).cross(c - a).norm() / longest;
    if (height >= limits.least_height * longest) continue;
    throw InputError("triangle " + std::to_string(t + 1) + place((a + b + c) / 3),
                     "is a sliver: " + number(height) + " m high on an edge of " + number(longest) + " m",
                     "collapse its shortest edge, or flip its longest one");
  }
}

void check_part_orientations(const TriangleMesh& mesh) {
  const std::vector<int> part = parts_of(mesh);
  const int parts = *std::max_element(part.begin(), part.end()) + 1;
  if (parts == 1) return;  // its sign is check_solid's
  const Vec3 origin = mesh.vertices.front();
  std::vector<double> volumes(std::size_t(parts), 0.0);
  std::vector<std::size_t> first(std::size_t(parts), part.size());
  for (std::size_t t = 0; t < part.size(); ++t) {
    const Vec3 a = mesh.corner(t, 0) - origin, b = mesh.corner(t, 1) - origin, c = mesh.corner(t, 2) - origin;
    volumes[std::size_t(part[t])] += a.dot(b.cross(c)) / 6;
    first[std::size_t(part[t])] = std::min(first[std::size_t(part[t])], t);
  }
  for (int p = 0; p < parts; ++p) {
    const std::size_t t = first[std::size_t(p)];
    const Vec3& x = mesh.corner(t, 0);
    double around = 0;
    for (std::size_t s = 0; s < part.size(); ++s) {
      if (part[s] != p) around += winding(mesh, s, x);
    }
    const bool enclosed = around > 0.5, outward = volumes[std::size_t(p)] > 0;
    if (enclosed != outward) continue;
    const std::string where = "triangle " + std::to_string(t + 1) + place(x);
    if (outward) {
      throw InputError(where, "belongs to a part that lies inside another: that place would be filled twice",
                       "turn the part round to make it a cavity, or remove it");
    }
    throw InputError(where, "belongs to a part whose triangles face inwards",
                     "turn that part round (counter-clockwise seen from outside)");
  }
}

void check_meshable(const TriangleMesh& mesh, const MeshLimits& limits) {
  check_mesh(mesh);
  check_size(mesh, limits);
  check_slivers(mesh, limits);
  check_solid(mesh);
  if (const auto crossing = find_self_intersection(mesh)) {
    throw InputError("triangle " + std::to_string(crossing->first + 1),
                     (crossing->coplanar ? "lies on triangle " : "cuts triangle ") +
                         std::to_string(crossing->second + 1) + place(crossing->point) + ": the mesh intersects itself",
                     "move them apart, or join the parts by a boolean union");
  }
  check_part_orientations(mesh);
}

}  // namespace stiction
