// Isosurface stuffing: angles, conformity, topology, convergence, and what it says when it cannot.
#include "stiction/geometry/tet/stuffing.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <filesystem>
#include <fstream>
#include <numbers>
#include <random>

#include "stiction/common/error.h"
#include "stiction/geometry/mesh/mesh_files.h"
#include "support/meshes.h"
#include "support/tets.h"

namespace stiction {
namespace {

using namespace stiction::testing;

// The bounds that the method promises.
constexpr double kLeastAngle = 10.7, kGreatestAngle = 164.8;

ImplicitSolid ball(double radius) {
  return {[radius](const Vec3& x) { return x.norm() - radius; },
          {Vec3::Constant(-radius), Vec3::Constant(radius)},
          4 * std::numbers::pi / 3 * radius * radius * radius};
}

ImplicitSolid torus(double major, double minor) {
  const double reach = major + minor;
  return {[=](const Vec3& x) { return std::hypot(x.head<2>().norm() - major, x.z()) - minor; },
          {Vec3(-reach, -reach, -minor), Vec3(reach, reach, minor)},
          2 * std::numbers::pi * std::numbers::pi * major * minor * minor};
}

/// All that holds for every mesh.
StuffingReport expect_good(const ImplicitSolid& solid, double size, int euler) {
  StuffingReport report;
  const TetMesh mesh = stuff(solid, {.size = size}, &report);
  EXPECT_NO_THROW(check(mesh));
  expect_conforming(mesh);
  EXPECT_EQ(surface_euler(mesh), euler);
  EXPECT_EQ(report.quality.tets, mesh.tets.size());
  if (report.split_pinches == 0) {
    EXPECT_GT(report.quality.least_dihedral, kLeastAngle);
    EXPECT_LT(report.quality.greatest_dihedral, kGreatestAngle);
  }
  // Corners of the surface lie on it.
  for (const auto& triangle : surface_triangles(mesh)) {
    for (const int v : triangle) EXPECT_LT(std::abs(solid.distance(mesh.vertices[std::size_t(v)])), 1e-9 * size);
  }
  return report;
}

TEST(Stuffing, BallAndTorusConvergeWithTheSquareOfTheSize) {
  for (const bool is_ball : {true, false}) {
    const ImplicitSolid solid = is_ball ? ball(0.1) : torus(0.1, 0.04);
    std::vector<StuffingReport> reports;
    for (const double size : {0.05, 0.02, 0.01}) {
      if (!is_ball && size > 0.02) continue;  // larger than the ring is thick
      const StuffingReport report = expect_good(solid, size, is_ball ? 2 : 0);
      std::printf("%s, size %.2f: %zu tetrahedra, angles %.0f to %.0f degrees, volume %+.2f %%, surface %.2e m\n",
                  is_ball ? "ball" : "ring", size, report.quality.tets, report.quality.least_dihedral,
                  report.quality.greatest_dihedral, 100 * report.volume_error, report.surface_distance);
      if (!reports.empty()) {
        const StuffingReport& last = reports.back();
        const double finer = std::log(last.size / size);
        EXPECT_NEAR(std::log(last.volume_error / report.volume_error) / finer, 2, 0.2);
        EXPECT_NEAR(std::log(last.surface_distance / report.surface_distance) / finer, 2, 0.3);
      }
      reports.push_back(report);
    }
    EXPECT_LT(std::abs(reports.back().volume_error), is_ball ? 3e-3 : 6e-3);
  }
}

// Random polyhedra bring planes, edges and corners to every place between the nodes, so that all stencils occur.
TEST(Stuffing, AnglesKeepTheirBoundsWhereverTheSurfaceLies) {
  double least = 180, greatest = 0;
  std::mt19937 random(11);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 60; ++i) {
    std::vector<Vec3> points;
    for (int k = 0; k < 12; ++k) {
      const double x = normal(random), y = normal(random), z = normal(random);
      points.push_back(Vec3(x, y, z).normalized());
    }
    const StuffingReport report =
        expect_good(implicit_solid(Shape(Polyhedron{ConvexPolyhedron::hull(points)})), 0.3, 2);
    if (report.split_pinches > 0) continue;
    least = std::min(least, report.quality.least_dihedral);
    greatest = std::max(greatest, report.quality.greatest_dihedral);
  }
  std::printf("polyhedra: angles %.2f to %.2f degrees\n", least, greatest);
  EXPECT_LT(least, 16);  // not far from the bounds, so the search was wide enough
  EXPECT_GT(greatest, 145);
}

TEST(Stuffing, ShapesAndMeshes) {
  const Pose tilted{Vec3(0.3, 0.2, 0.1), Mat3(Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()))};
  const std::vector<Shape> shapes{
      Sphere{.radius = 0.1, .centre = {1, 2, 3}},
      Polyhedron{ConvexPolyhedron::box({0.1, 0.06, 0.08})},
      Capsule{.radius = 0.05, .half_length = 0.1, .placement = tilted},
      Cylinder{.radius = 0.07, .half_length = 0.1, .placement = tilted},
      Cone{.radius = 0.1, .height = 0.25, .placement = tilted},
      Mesh{SolidMesh::make(icosphere_mesh(0.1, 3), 16), Vec3(0.5, 0, 0)},
  };
  for (const Shape& shape : shapes) {
    const ImplicitSolid solid = implicit_solid(shape);
    const StuffingReport report = expect_good(solid, 0.015, 2);
    // Sharp edges are cut off: a little volume is missing.
    EXPECT_LT(std::abs(report.volume_error), 0.04) << shape.index();
    EXPECT_LT(report.surface_distance, 0.7 * 0.015) << shape.index();
  }
  const Compound cross = make_compound({{Capsule{.radius = 0.03, .half_length = 0.1}, {}},
                                        {Capsule{.radius = 0.03, .half_length = 0.1}, {Vec3::Zero(), tilted.R}}});
  EXPECT_TRUE(std::isnan(expect_good(implicit_solid(cross), 0.015, 2).volume_error));
  EXPECT_THROW(implicit_solid(HalfSpace{}), InputError);
}

// The distance of a shape changes by no more than its argument moves: skipping blocks of nodes relies on it.
TEST(ImplicitSolid, DistancesAreNoSteeperThanOne) {
  const std::vector<Shape> shapes{Sphere{}, Polyhedron{ConvexPolyhedron::box({0.5, 0.3, 0.4})}, Capsule{}, Cylinder{},
                                  Cone{}};
  for (const Shape& shape : shapes) {
    const ImplicitSolid solid = implicit_solid(shape);
    for (int i = 0; i < 2000; ++i) {
      const Vec3 x = 1.5 * Vec3::Random(), step = 0.3 * Vec3::Random();
      EXPECT_LE(std::abs(solid.distance(x + step) - solid.distance(x)), step.norm() * (1 + 1e-12));
      if (solid.distance(x) < 0) {
        EXPECT_TRUE(solid.box.contains(x));
      }
    }
  }
}

TEST(Stuffing, TriangleMeshReportsWhatSharpEdgesLost) {
  StuffingReport report;
  const TriangleMesh bracket = bracket_mesh(0.1, 0.02, 0.03);
  int calls = 0;
  double done = 0;
  const StuffingOptions options{.size = 0.005, .progress = [&](double now) {
                                  EXPECT_GE(now, done);
                                  done = now;
                                  ++calls;
                                }};
  const TetMesh mesh = stuff(bracket, options, &report);
  EXPECT_NO_THROW(check(mesh));
  expect_conforming(mesh);
  EXPECT_EQ(surface_euler(mesh), 2);
  EXPECT_GT(calls, 3);
  EXPECT_EQ(done, 1);
  EXPECT_LT(std::abs(report.volume_error), 0.02);
  EXPECT_LT(report.missed_distance, 0.005);
  EXPECT_GT(report.missed_distance, 0);
  EXPECT_LT(report.surface_distance, 0.0025);
}

TEST(Stuffing, SameBitsForAnyNumberOfThreads) {
  const ImplicitSolid solid = implicit_solid(torus_mesh(0.1, 0.04, 30, 16));
  const auto with_threads = [&](std::size_t n) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, n);
    return stuff(solid, {.size = 0.012});
  };
  const TetMesh one = with_threads(1), four = with_threads(4);
  EXPECT_EQ(one.vertices, four.vertices);
  EXPECT_EQ(one.tets, four.tets);
}

std::string complaint(const std::function<void()>& act) {
  try {
    act();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}
bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Stuffing, SaysWhatIsWrongWithTheSize) {
  EXPECT_TRUE(says(complaint([] { stuff(ball(1), {}); }), "give the edge length of tetrahedra, such as 0.2 m"));
  EXPECT_TRUE(says(complaint([] { stuff(ball(1), {.size = NAN}); }), "size: is nan"));
  EXPECT_TRUE(says(complaint([] { stuff(ball(1), {.size = 1e-4}); }), "give at least"));
  // A bar between the nodes of the lattice: its box is that of a larger thing.
  ImplicitSolid bar = implicit_solid(Shape(Capsule{.radius = 0.01, .half_length = 0.5}));
  bar.box = {Vec3(-0.5, -0.5, -0.5), Vec3(0.62, 0.62, 0.5)};
  EXPECT_TRUE(says(complaint([&] { stuff(bar, {.size = 0.2}); }), "no node of the lattice lies inside"));
}

TEST(Stuffing, SolidsThatFallApartAreRefusedOrTrimmed) {
  // Two balls joined by a wire thinner than the lattice.
  const auto dumbbell = [](double second) {
    return ImplicitSolid{[second](const Vec3& x) {
                           const double wire = std::max(x.tail<2>().norm() - 0.001, std::abs(x.x()) - 0.2);
                           const double one = (x + Vec3(0.2, 0, 0)).norm() - 0.1;
                           return std::min({one, (x - Vec3(0.2, 0, 0)).norm() - second, wire});
                         },
                         {Vec3(-0.3, -0.1, -0.13), Vec3(0.3, 0.117, 0.1)}};
  };
  const std::string text = complaint([&] { stuff(dumbbell(0.08), {.size = 0.03}); });
  EXPECT_TRUE(says(text, "solid near (0.") && says(text, "falls into 2 parts")) << text;
  StuffingReport report;
  const TetMesh mesh = stuff(dumbbell(0.02), {.size = 0.02}, &report);
  EXPECT_NO_THROW(check(mesh));
  EXPECT_EQ(report.dropped_parts, 1);
  EXPECT_GT(report.dropped_volume, 0);
  EXPECT_LT(report.dropped_volume, 0.01 * volume(mesh));
}

// Walls and holes at the scale of the lattice: the surface stays a manifold, whatever touches.
TEST(Stuffing, CoarseMeshesOfFineThingsStayManifold) {
  const auto gyroid = [](double k) {
    return ImplicitSolid{[k](const Vec3& x) {
                           const Vec3 s = (k * x).array().sin(), c = (k * x).array().cos();
                           const double g = s.x() * c.y() + s.y() * c.z() + s.z() * c.x();
                           return std::max(g / (2 * k), x.norm() - 1);
                         },
                         {Vec3::Constant(-1), Vec3::Constant(1)}};
  };
  int split = 0;
  for (const double k : {5.0, 7.0, 9.0, 11.0, 13.0}) {
    for (const double size : {0.3, 0.22, 0.15}) {
      StuffingReport report;
      const TetMesh mesh = stuff(gyroid(k), {.size = size, .droppable = 1}, &report);
      EXPECT_NO_THROW(check(mesh));
      expect_conforming(mesh);
      split += report.split_pinches;
    }
  }
  EXPECT_GT(split, 0);
  std::printf("gyroids: %d vertices split\n", split);
}

TEST(Stuffing, IsKeptOnDisk) {
  std::string folder = (std::filesystem::temp_directory_path() / "stiction_tets_XXXXXX").string();
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  setenv("STICTION_CACHE", folder.c_str(), 1);
  const TriangleMesh mesh = icosphere_mesh(0.1, 2);
  int calls = 0;
  const StuffingOptions options{.size = 0.04, .progress = [&](double) { ++calls; }};
  StuffingReport fresh, kept;
  const TetMesh first = stuff_cached(mesh, options, &fresh);
  const int computed = calls;
  const TetMesh second = stuff_cached(mesh, options, &kept);
  EXPECT_GT(computed, 0);
  EXPECT_EQ(calls, computed);
  EXPECT_EQ(first.vertices, stuff(mesh, options).vertices);
  EXPECT_EQ(first.vertices, second.vertices);
  EXPECT_EQ(first.tets, second.tets);
  EXPECT_EQ(kept.quality.tets, first.tets.size());
  EXPECT_EQ(kept.volume_error, fresh.volume_error);
  EXPECT_EQ(kept.missed_distance, fresh.missed_distance);
  EXPECT_NE(stuff_cached(mesh, {.size = 0.05}).tets.size(), first.tets.size());
  unsetenv("STICTION_CACHE");
  std::filesystem::remove_all(folder);
}

TEST(Stuffing, Bunny) {
  const std::filesystem::path path = "build/data/bunny.obj";
  std::filesystem::path found;
  for (std::filesystem::path folder = std::filesystem::current_path(); found.empty(); folder = folder.parent_path()) {
    if (std::filesystem::exists(folder / path)) found = folder / path;
    if (folder == folder.parent_path()) break;
  }
  if (found.empty()) GTEST_SKIP() << "tools/fetch_bunny.sh gets the mesh";
  std::ifstream file(found, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  const TriangleMesh bunny = mesh_from_obj(bytes);
  Eigen::AlignedBox3d box;
  for (const Vec3& v : bunny.vertices) box.extend(v);
  StuffingReport report;
  const TetMesh mesh = stuff(implicit_solid(bunny), {.size = box.sizes().maxCoeff() / 25}, &report);
  EXPECT_NO_THROW(check(mesh));
  expect_conforming(mesh);
  EXPECT_EQ(surface_euler(mesh), 2);
  EXPECT_GT(report.quality.least_dihedral, kLeastAngle);
  EXPECT_LT(report.quality.greatest_dihedral, kGreatestAngle);
  EXPECT_LT(std::abs(report.volume_error), 0.02);
}

}  // namespace
}  // namespace stiction
