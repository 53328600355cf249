// Unions of boxes as tetrahedra.
#include "stiction/geometry/tet/joined_boxes.h"

#include <gtest/gtest.h>

#include <set>

#include "stiction/common/error.h"

namespace stiction {
namespace {

Eigen::AlignedBox3d box(double x0, double y0, double z0, double x1, double y1, double z1) {
  return {Vec3(x0, y0, z0), Vec3(x1, y1, z1)};
}

TEST(JoinedBoxes, ATableIsFilledExactly) {
  std::vector<Eigen::AlignedBox3d> boxes = {box(-0.5, -0.3, 0.5, 0.5, 0.3, 0.53)};
  for (const int x : {-1, 1})
    for (const int y : {-1, 1})
      boxes.push_back(box(x * 0.48 - 0.02, y * 0.28 - 0.02, 0, x * 0.48 + 0.02, y * 0.28 + 0.02, 0.5));
  const TetMesh mesh = joined_box_tets(boxes, 0.1);
  EXPECT_NEAR(volume(mesh), 1 * 0.6 * 0.03 + 4 * 0.04 * 0.04 * 0.5, 1e-15);
  EXPECT_NO_THROW(check(mesh));
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) EXPECT_GT(volume(mesh, t), 0);
  // The top has 11 x 7 cells with lines at the legs' inner faces, a leg 5: five tetrahedra each.
  EXPECT_EQ(mesh.tets.size(), 5u * (11 * 7 + 4 * 5));
  EXPECT_EQ(tet_surface(mesh).mesh.vertices.size(), mesh.vertices.size());
}

TEST(JoinedBoxes, OverlapCountsOnce) {
  const TetMesh mesh = joined_box_tets({box(0, 0, 0, 2, 1, 1), box(1, 0, 0, 3, 1, 1)}, 1);
  EXPECT_NEAR(volume(mesh), 3, 1e-14);
  EXPECT_EQ(mesh.tets.size(), 15u);
  EXPECT_EQ(mesh.vertices.size(), 16u);
}

TEST(JoinedBoxes, WhatIsNoBoxIsRefused) {
  EXPECT_THROW(joined_box_tets({}, 1), InputError);
  EXPECT_THROW(joined_box_tets({box(0, 0, 0, 1, 0, 1)}, 1), InputError);
  EXPECT_THROW(joined_box_tets({box(0, 0, 0, 1, 1, 1)}, 0), InputError);
  EXPECT_THROW(joined_box_tets({box(0, 0, 0, 1, 1, 1)}, 1e-9), InputError);
}

}  // namespace
}  // namespace stiction
