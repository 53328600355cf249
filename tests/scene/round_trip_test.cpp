// scene -> text -> scene keeps every bit.
#include "scene/scene_fixtures.h"
#include "stiction/scene/gallery.h"

namespace stiction {
namespace {

using namespace stiction::testing;

bool same_shape(const ShapeDescription& a, const ShapeDescription& b) {
  if (a.index() != b.index()) return false;
  if (const auto* x = std::get_if<CapsuleDescription>(&a)) {
    const auto& y = std::get<CapsuleDescription>(b);
    return x->radius == y.radius && x->length == y.length;
  }
  if (const auto* x = std::get_if<CylinderDescription>(&a)) {
    const auto& y = std::get<CylinderDescription>(b);
    return x->radius == y.radius && x->length == y.length;
  }
  if (const auto* x = std::get_if<ConeDescription>(&a)) {
    const auto& y = std::get<ConeDescription>(b);
    return x->radius == y.radius && x->height == y.height;
  }
  if (const auto* x = std::get_if<CompoundDescription>(&a)) {
    const auto& y = std::get<CompoundDescription>(b);
    return std::equal(
        x->parts.begin(), x->parts.end(), y.parts.begin(), y.parts.end(), [](const auto& p, const auto& q) {
          return same_shape(p.shape, q.shape) && p.position == q.position && p.rotation.coeffs() == q.rotation.coeffs();
        });
  }
  // Equal content is one object while it lives.
  if (const auto* x = std::get_if<MeshDescription>(&a)) {
    const auto& y = std::get<MeshDescription>(b);
    return x->file == y.file && x->cells == y.cells && x->solid == y.solid;
  }
  if (const auto* x = std::get_if<TerrainDescription>(&a)) {
    const auto& y = std::get<TerrainDescription>(b).surface->mesh();
    return x->surface->mesh().vertices == y.vertices && x->surface->mesh().triangles == y.triangles;
  }
  if (const auto* x = std::get_if<HeightFieldDescription>(&a)) {
    const auto& y = std::get<HeightFieldDescription>(b);
    return x->size == y.size && x->rows == y.rows && x->columns == y.columns && x->heights == y.heights;
  }
  if (const auto* x = std::get_if<HalfSpaceDescription>(&a)) {
    const auto& y = std::get<HalfSpaceDescription>(b);
    return x->normal == y.normal && x->offset == y.offset;
  }
  if (const auto* x = std::get_if<SmoothDescription>(&a)) {
    const auto& y = std::get<SmoothDescription>(b);
    const auto vertices = [](const SmoothDescription& d) {
      return d.solid ? d.solid->mesh().vertices : d.terrain->mesh().vertices;
    };
    return x->form.index() == y.form.index() && x->segments == y.segments && vertices(*x) == vertices(y);
  }
  if (const auto* x = std::get_if<BoxDescription>(&a)) return x->size == std::get<BoxDescription>(b).size;
  if (const auto* x = std::get_if<SphereDescription>(&a)) return x->radius == std::get<SphereDescription>(b).radius;
  return std::get<ConvexDescription>(a).points == std::get<ConvexDescription>(b).points;
}

void expect_same_body(const BodyDescription& a, const BodyDescription& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.fixed, b.fixed);
  EXPECT_TRUE(same_shape(a.shape, b.shape)) << a.name;
  EXPECT_EQ(a.material, b.material);
  EXPECT_EQ(a.mass, b.mass);
  EXPECT_EQ(a.inertia, b.inertia);
  EXPECT_EQ(a.centre_of_mass, b.centre_of_mass);
  EXPECT_EQ(a.position, b.position) << a.name;
  EXPECT_EQ(a.rotation.coeffs(), b.rotation.coeffs()) << a.name;
  EXPECT_EQ(a.velocity, b.velocity);
  EXPECT_EQ(a.angular_velocity, b.angular_velocity);
}

void expect_same(const Scene& a, const Scene& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.description, b.description);
  EXPECT_EQ(a.gravity, b.gravity);
  EXPECT_EQ(a.step, b.step);
  EXPECT_EQ(a.duration, b.duration);
  EXPECT_EQ(a.solver.type, b.solver.type);
  EXPECT_EQ(a.solver.tolerance, b.solver.tolerance);
  EXPECT_EQ(a.solver.max_iterations, b.solver.max_iterations);
  EXPECT_EQ(a.solver.time_limit_s, b.solver.time_limit_s);
  EXPECT_EQ(a.solver.max_factorizations, b.solver.max_factorizations);
  EXPECT_EQ(a.solver.warm_start, b.solver.warm_start);
  EXPECT_EQ(a.solver.friction_samples, b.solver.friction_samples);
  EXPECT_EQ(a.solver.form, b.solver.form);
  EXPECT_EQ(a.solver.friction, b.solver.friction);
  EXPECT_EQ(a.solver.relaxation, b.solver.relaxation);
  EXPECT_EQ(a.solver.shock_propagation, b.solver.shock_propagation);
  EXPECT_EQ(a.solver.direction, b.solver.direction);
  EXPECT_EQ(a.solver.subsystem, b.solver.subsystem);
  EXPECT_EQ(a.solver.proximal, b.solver.proximal);
  EXPECT_EQ(a.decompose, b.decompose);
  EXPECT_EQ(a.solver.alignments, b.solver.alignments);
  EXPECT_EQ(a.restitution_threshold, b.restitution_threshold);
  ASSERT_EQ(a.materials.size(), b.materials.size());
  for (const auto& [name, material] : a.materials) {
    EXPECT_EQ(material.mu, b.materials.at(name).mu);
    EXPECT_EQ(material.restitution, b.materials.at(name).restitution);
    EXPECT_EQ(material.density, b.materials.at(name).density);
    EXPECT_EQ(material.mu_static, b.materials.at(name).mu_static);
    EXPECT_EQ(material.rolling, b.materials.at(name).rolling);
    EXPECT_EQ(material.spin, b.materials.at(name).spin);
  }
  ASSERT_EQ(a.contact_pairs.size(), b.contact_pairs.size());
  for (std::size_t i = 0; i < a.contact_pairs.size(); ++i) {
    EXPECT_EQ(a.contact_pairs[i].material_a, b.contact_pairs[i].material_a);
    EXPECT_EQ(a.contact_pairs[i].material_b, b.contact_pairs[i].material_b);
    EXPECT_EQ(a.contact_pairs[i].mu, b.contact_pairs[i].mu);
    EXPECT_EQ(a.contact_pairs[i].restitution, b.contact_pairs[i].restitution);
    EXPECT_EQ(a.contact_pairs[i].mu_static, b.contact_pairs[i].mu_static);
    EXPECT_EQ(a.contact_pairs[i].rolling, b.contact_pairs[i].rolling);
    EXPECT_EQ(a.contact_pairs[i].spin, b.contact_pairs[i].spin);
  }
  ASSERT_EQ(a.bodies.size(), b.bodies.size());
  for (std::size_t i = 0; i < a.bodies.size(); ++i) expect_same_body(a.bodies[i], b.bodies[i]);
}

TEST(RoundTrip, EveryGalleryScene) {
  for (const GalleryEntry& entry : gallery()) {
    if (!entry.is_available()) continue;
    const Scene scene = build_gallery_scene(entry.name);
    const std::string text = scene_to_json(scene);
    const Scene back = scene_from_json(text, entry.name);
    expect_same(scene, back);
    EXPECT_EQ(scene_to_json(back), text);
  }
}

TEST(RoundTrip, EveryField) {
  Scene scene = build_gallery_scene("tent");
  scene.name = "quotes \" and \\ and ü";
  scene.description = "two\nlines";
  scene.gravity = {0.1, 1.0 / 3, -0.0};
  scene.solver = {.type = "staggered_projections",
                  .tolerance = 1e-9,
                  .max_iterations = 17,
                  .time_limit_s = 0.0123,
                  .max_factorizations = 23,
                  .warm_start = false,
                  .friction_samples = 12,
                  .form = "primal"};
  scene.restitution_threshold = 1e-3;
  scene.materials["card"].rolling = 1e-3;
  scene.materials["card"].spin = 1.0 / 3;
  scene.contact_pairs.push_back({"card", "card", {}, 0.3});
  scene.contact_pairs.push_back({"card", "default", {}, {}, {}, 0.0, 2e-3});
  BodyDescription& body = scene.bodies[1];
  body.mass = 1.0 / 7;
  body.inertia = (Mat3() << 2, 0.1, 0.2, 0.1, 3, 0.3, 0.2, 0.3, 4).finished();
  body.centre_of_mass = Vec3(0.001, 0.002, 0.003);
  body.velocity = {1e-300, 0, 5};
  body.angular_velocity = {0, -1.0 / 3, 0};
  expect_same(scene, scene_from_json(scene_to_json(scene), "t.json"));
}

TEST(RoundTrip, OptionsOfOtherSolvers) {
  Scene scene = build_gallery_scene("tent");
  scene.solver.type = "gauss_seidel";
  scene.solver.friction = "cone";
  scene.solver.relaxation = 1.3;
  scene.solver.shock_propagation = true;
  scene.solver.direction = "polak_ribiere";
  scene.solver.subsystem = "quasi_ncg";
  scene.solver.proximal = false;
  scene.decompose = false;
  scene.solver.alignments = 3;
  expect_same(scene, scene_from_json(scene_to_json(scene), "t.json"));
}

TEST(RoundTrip, RoundShapesAndCompounds) {
  Scene scene = build_gallery_scene("tent");
  scene.bodies[0].shape = CapsuleDescription{1.0 / 3, 0.7};
  scene.bodies[1].shape = CylinderDescription{0.1, 1.0 / 7};
  const CompoundDescription inner{{{SphereDescription{0.3}, Vec3(0, 0, 0.1), Quat::Identity()}}};
  const Quat turn = Quat(1, 2, 3, 4).normalized();
  scene.bodies[2].shape = CompoundDescription{{{ConeDescription{0.2, 1.0 / 9}, Vec3(1, 2, 1.0 / 3), turn},
                                               {BoxDescription{Vec3(1, 2, 3)}, Vec3::Zero(), Quat::Identity()},
                                               {inner, Vec3(0, 1, 0), turn}}};
  expect_same(scene, scene_from_json(scene_to_json(scene), "t.json"));
}

TEST(RoundTrip, TimeLimitsKeepTheirBits) {
  Scene scene = build_gallery_scene("puck");
  for (int i = 1; i < 2000; ++i) {
    scene.solver.time_limit_s = i * 0.37 / 1000;
    EXPECT_EQ(scene_from_json(scene_to_json(scene), "t.json").solver.time_limit_s, scene.solver.time_limit_s);
  }
}

}  // namespace
}  // namespace stiction
