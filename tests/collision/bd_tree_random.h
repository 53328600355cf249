// Random reduced bodies for the BD-tree's tests.
#pragma once

#include <gtest/gtest.h>

#include "collision/fixtures.h"
#include "stiction/geometry/bd_tree.h"
#include "stiction/geometry/mesh/triangle_tree.h"
#include "support/meshes.h"

namespace stiction::testing {

inline ReducedSurface reduced_ball(int modes, std::mt19937& random) {
  const TriangleMesh mesh = icosphere_mesh(0.5, 2);
  ReducedSurface surface{mesh.vertices, {}, mesh.triangles};
  surface.basis.assign(mesh.vertices.size(), ReducedSurface::Rows::Zero(3, modes));
  // Smooth modes: affine and quadratic fields, and some noise.
  for (int j = 0; j < modes; ++j) {
    const Mat3 linear = 0.5 * random_rotation(random);
    const Vec3 bend = random_vector(random), axis = random_vector(random).normalized();
    for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
      const Vec3& x = mesh.vertices[i];
      const double s = axis.dot(x);
      surface.basis[i].col(j) = linear * x + s * s * bend + 0.02 * random_vector(random);
    }
  }
  return surface;
}

inline Eigen::VectorXd random_coordinates(int modes, double size, std::mt19937& random) {
  std::normal_distribution<double> normal(0, size);
  Eigen::VectorXd q(modes);
  for (int j = 0; j < modes; ++j) q[j] = normal(random);
  return q;
}

/// Every sphere of the tree holds all vertices below it, in `rounds` random configurations.
inline void expect_conservative(int rounds, unsigned seed) {
  std::mt19937 random(seed);
  constexpr int kModes = 6;
  const ReducedSurface surface = reduced_ball(kModes, random);
  const BdTree tree(surface);
  std::vector<Vec3> x(surface.rest.size());
  int outside = 0;
  for (int round = 0; round < rounds; ++round) {
    const Eigen::VectorXd q = random_coordinates(kModes, std::pow(10.0, round % 5 - 3), random);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = surface.position(int(i), q);
    for (int n = 0; n < int(tree.tree().nodes().size()); ++n) {
      const BdTree::Sphere s = tree.sphere(n, q);
      const SurfaceTree::Node& node = tree.tree().nodes()[n];
      for (int k = node.first; k < node.last; ++k) {
        for (const int v : surface.triangles[tree.tree().order()[k]]) outside += (x[v] - s.centre).norm() > s.radius;
      }
    }
  }
  EXPECT_EQ(outside, 0);
}

}  // namespace stiction::testing
