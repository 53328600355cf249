// Measures and checks of triangle meshes.
#include <gtest/gtest.h>

#include "stiction/common/error.h"
#include "stiction/geometry/mesh/terrain_surface.h"
#include "stiction/geometry/shape.h"
#include "support/meshes.h"

namespace stiction {
namespace {

using namespace stiction::testing;

TriangleMesh moved(TriangleMesh mesh, const Vec3& by) {
  for (Vec3& v : mesh.vertices) v += by;
  return mesh;
}

TEST(MeshMass, BoxAgreesWithTheFormulaAndWithTheHull) {
  const Vec3 size(0.2, 0.3, 0.5), centre(1, -2, 3);
  const Mesh mesh{SolidMesh::make(moved(box_mesh(size, 3), centre), 16)};
  const MassProperties m = mass_properties(mesh, 700);
  const double mass = 700 * 0.2 * 0.3 * 0.5;
  EXPECT_NEAR(m.mass, mass, 1e-12 * mass);
  EXPECT_LT((m.centre - centre).norm(), 1e-12);
  const Vec3 inertia = mass / 12 * Vec3(0.09 + 0.25, 0.04 + 0.25, 0.04 + 0.09);
  EXPECT_LT((m.inertia - Mat3(inertia.asDiagonal())).norm(), 1e-12 * mass);
  const MassProperties hull = mass_properties(Polyhedron{ConvexPolyhedron::box(size / 2)}, 700);
  EXPECT_LT((m.inertia - hull.inertia).norm(), 1e-12 * mass);
}

// Integrals over the unit tetrahedron: volume 1/6, ∫x = 1/24, ∫x² = 1/60, ∫xy = 1/120.
TEST(MeshMass, Tetrahedron) {
  const MeshMoments m = mesh_moments(tetrahedron_mesh());
  EXPECT_NEAR(m.volume, 1.0 / 6, 1e-15);
  EXPECT_LT((m.centre - Vec3::Constant(0.25)).norm(), 1e-15);
  EXPECT_NEAR(m.second(0, 0), 1.0 / 60 - 1.0 / 96, 1e-15);
  EXPECT_NEAR(m.second(0, 1), 1.0 / 120 - 1.0 / 96, 1e-15);
}

// Moments of a mesh inscribed in a smooth body approach those of the body with the square of the edge length.
TEST(MeshMass, SphereAndTorusConverge) {
  const double pi = std::numbers::pi, R = 0.08, r = 0.03;
  double last_ball = 0, last_torus = 0;
  for (int level = 2; level <= 4; ++level) {
    const MeshMoments ball = mesh_moments(icosphere_mesh(0.1, level));
    const double off_ball = 1 - ball.volume / (4.0 / 3 * pi * 1e-3);
    const MeshMoments torus = mesh_moments(torus_mesh(R, r, 16 << level, 8 << level));
    const double off_torus = 1 - torus.volume / (2 * pi * pi * R * r * r);
    EXPECT_GT(off_ball, 0);
    EXPECT_GT(off_torus, 0);
    if (level > 2) {
      EXPECT_NEAR(last_ball / off_ball, 4, 0.1);
      EXPECT_NEAR(last_torus / off_torus, 4, 0.1);
    }
    last_ball = off_ball;
    last_torus = off_torus;
  }
  // Izz of a torus is m (R² + 3/4 r²).
  const MeshMoments torus = mesh_moments(torus_mesh(R, r, 256, 128));
  EXPECT_NEAR(torus.second(0, 0) + torus.second(1, 1), torus.volume * (R * R + 0.75 * r * r),
              3e-3 * torus.volume * R * R);
}

TEST(MeshShape, RecentredMovesTheOriginAndKeepsTheSolid) {
  const Shape shape = Mesh{SolidMesh::make(bracket_mesh(0.1, 0.02, 0.03), 16)};
  const MassProperties before = mass_properties(shape, 1);
  const Shape centred = recentred(shape, before.centre);
  EXPECT_LT(mass_properties(centred, 1).centre.norm(), 1e-15);
  EXPECT_LT((mass_properties(centred, 1).inertia - before.inertia).norm(), 1e-15);
  EXPECT_EQ(std::get<Mesh>(shape).solid, std::get<Mesh>(centred).solid);
  EXPECT_NEAR(thickness(shape), 0.02, 0.005);
  const Shape ball = Mesh{SolidMesh::make(icosphere_mesh(0.1, 3), 32)};
  EXPECT_NEAR(bounding_radius(ball), 0.1, 1e-12);
  EXPECT_NEAR(thickness(ball), 0.2, 0.01);
}

TEST(MeshShape, EqualContentIsBuiltOnce) {
  const auto first = SolidMesh::make(icosphere_mesh(0.1, 2), 16);
  EXPECT_EQ(SolidMesh::make(icosphere_mesh(0.1, 2), 16), first);
  EXPECT_NE(SolidMesh::make(icosphere_mesh(0.1, 2), 17), first);
  EXPECT_NE(SolidMesh::make(icosphere_mesh(0.11, 2), 16), first);
}

std::string complaint(const TriangleMesh& mesh, void (*check)(const TriangleMesh&)) {
  try {
    check(mesh);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(MeshChecks, SayWhatIsWrongAndWhere) {
  const TriangleMesh good = box_mesh(Vec3::Ones());
  EXPECT_EQ(complaint(good, check_solid), "");
  TriangleMesh mesh = good;
  mesh.triangles.pop_back();
  EXPECT_NE(complaint(mesh, check_solid).find("the mesh is open"), std::string::npos);
  EXPECT_EQ(complaint(mesh, check_surface), "");
  mesh = good;
  std::swap(mesh.triangles[4][0], mesh.triangles[4][1]);
  EXPECT_NE(complaint(mesh, check_solid).find("the other way round"), std::string::npos);
  EXPECT_NE(complaint(flipped(good), check_solid).find("\"flip\": true"), std::string::npos);
  mesh = good;
  mesh.triangles.push_back(mesh.triangles[0]);
  EXPECT_NE(complaint(mesh, check_solid).find("3 triangles"), std::string::npos);
  mesh = good;
  mesh.vertices[3].y() = NAN;
  EXPECT_NE(complaint(mesh, check_solid).find("vertex 4: is not finite"), std::string::npos);
  mesh = good;
  mesh.triangles[2][1] = 99;
  EXPECT_NE(complaint(mesh, check_solid).find("triangle 3: names vertex 100"), std::string::npos);
  mesh = good;
  mesh.triangles[2][1] = mesh.triangles[2][0];
  EXPECT_NE(complaint(mesh, check_solid).find("same vertex twice"), std::string::npos);
  mesh = good;
  mesh.vertices.push_back(0.5 * (mesh.vertices[0] + mesh.vertices[1]));
  mesh.triangles.push_back({0, 1, 8});
  EXPECT_NE(complaint(mesh, check_solid).find("degenerate"), std::string::npos);
  EXPECT_NE(complaint({}, check_solid).find("no triangles"), std::string::npos);
  EXPECT_THROW(SolidMesh::make(good, 4), InputError);
  EXPECT_THROW(SolidMesh::make(good, 1000), InputError);
}

TEST(HeightField, IsAGridOfTrianglesThatFaceUp) {
  const TriangleMesh mesh = height_field_mesh(4, 2, 2, 3, {0, 1, 2, 3, 4, 5});
  ASSERT_EQ(mesh.vertices.size(), 6u);
  ASSERT_EQ(mesh.triangles.size(), 4u);
  EXPECT_EQ(mesh.vertices[0], Vec3(-2, -1, 0));
  EXPECT_EQ(mesh.vertices[2], Vec3(2, -1, 2));
  EXPECT_EQ(mesh.vertices[3], Vec3(-2, 1, 3));
  const TerrainSurface surface(mesh);
  for (int t = 0; t < 4; ++t) EXPECT_GT(surface.exact().face_normal(t).z(), 0);
  EXPECT_THROW(height_field_mesh(1, 1, 1, 3, {0, 0, 0}), InputError);
  EXPECT_THROW(height_field_mesh(1, 1, 2, 2, {0, 0, 0}), InputError);
  EXPECT_THROW(height_field_mesh(1, 1, 2, 2, {0, 0, 0, NAN}), InputError);
}

TEST(Terrain, RidgesAreWhereTheSurfaceBendsDownOrEnds) {
  // A roof: two slopes that meet at y = 0, each of one square.
  const TriangleMesh roof = height_field_mesh(1, 2, 3, 2, {0, 0, 1, 1, 0, 0});
  const TerrainSurface surface(roof);
  EXPECT_EQ(surface.ridges().size(), 7u);  // the roof's ridge and six pieces of border; diagonals are flat
  const TerrainSurface valley(height_field_mesh(1, 2, 3, 2, {1, 1, 0, 0, 1, 1}));
  EXPECT_EQ(valley.ridges().size(), 6u);
}

}  // namespace
}  // namespace stiction
