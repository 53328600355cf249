// Loop surfaces against OpenSubdiv: position and first derivatives.
#include <gtest/gtest.h>
#include <opensubdiv/bfr/refinerSurfaceFactory.h>
#include <opensubdiv/bfr/surface.h>
#include <opensubdiv/far/topologyDescriptor.h>

#include <memory>

#include "smooth/loop_meshes.h"
#include "stiction/geometry/smooth/loop_surface.h"
#include "stiction/geometry/smooth/smooth_shapes.h"
#include "support/meshes.h"

namespace stiction {
namespace {

using namespace stiction::testing;
using namespace OpenSubdiv;

/// Largest difference of position and of first derivatives, relative to the derivatives.
void compare(const TriangleMesh& mesh, double& position, double& derivative) {
  const std::vector<int> sizes(mesh.triangles.size(), 3);
  std::vector<int> indices;
  for (const auto& t : mesh.triangles) indices.insert(indices.end(), t.begin(), t.end());
  std::vector<double> points;
  for (const Vec3& v : mesh.vertices) points.insert(points.end(), {v.x(), v.y(), v.z()});
  Far::TopologyDescriptor description;
  description.numVertices = int(mesh.vertices.size());
  description.numFaces = int(sizes.size());
  description.numVertsPerFace = sizes.data();
  description.vertIndicesPerFace = indices.data();
  using Factory = Far::TopologyRefinerFactory<Far::TopologyDescriptor>;
  const std::unique_ptr<Far::TopologyRefiner> refiner(
      Factory::Create(description, Factory::Options(Sdc::SCHEME_LOOP, Sdc::Options())));
  ASSERT_TRUE(refiner);
  // Around extraordinary vertices OpenSubdiv approximates what is left after this many subdivisions.
  Bfr::SurfaceFactory::Options options;
  options.SetApproxLevelSmooth(8);
  const Bfr::RefinerSurfaceFactory<> factory(*refiner, options);
  const LoopSurface surface(mesh);
  for (int p = 0; p < surface.patches(); ++p) {
    const std::unique_ptr<Bfr::Surface<double>> theirs(factory.CreateVertexSurface<double>(surface.face(p)));
    ASSERT_TRUE(theirs);
    const Bfr::Surface<double>::PointDescriptor three(3);
    std::vector<double> patch(3 * std::size_t(theirs->GetNumPatchPoints()));
    theirs->PreparePatchPoints(points.data(), three, patch.data(), three);
    for (const Vec2& st : {Vec2(0.3, 0.3), Vec2(0.05, 0.1), Vec2(0.8, 0.15), Vec2(0.1, 0.7), Vec2(0.55, 0.4)}) {
      const std::array<double, 2> uv = {st.x(), st.y()};
      Vec3 x, s, t;
      theirs->Evaluate(uv.data(), patch.data(), three, x.data(), s.data(), t.data());
      const SurfaceJet j = surface.jet({p, st});
      const double scale = j.s.norm() + j.t.norm();
      position = std::max(position, (j.x - x).norm() / scale);
      derivative = std::max(derivative, ((j.s - s).norm() + (j.t - t).norm()) / scale);
    }
  }
}

TEST(LoopSurface, AgreesWithOpenSubdiv) {
  double position = 0, derivative = 0;
  for (int n = 3; n <= 12; ++n) compare(fan_mesh(n, 3, unsigned(n)), position, derivative);
  for (int n = 3; n <= 9; ++n) compare(bipyramid_mesh(n), position, derivative);
  compare(tetrahedron_mesh(), position, derivative);
  compare(bowl_control_mesh(), position, derivative);
  compare(table_control_mesh(), position, derivative);
  EXPECT_LT(position, 1e-13);
  EXPECT_LT(derivative, 1e-12);
}

}  // namespace
}  // namespace stiction
