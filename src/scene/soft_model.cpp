#include "stiction/scene/soft_model.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "stiction/bodies/elastic/elastic_model.h"
#include "stiction/bodies/elastic/vibration_modes.h"
#include "stiction/bodies/soft/reduced_body.h"
#include "stiction/bodies/soft/tet_body.h"
#include "stiction/common/content_hash.h"
#include "stiction/common/error.h"
#include "stiction/geometry/tet/embedding.h"
#include "stiction/geometry/tet/joined_boxes.h"
#include "stiction/geometry/tet/structured_tets.h"
#include "stiction/geometry/tet/stuffing.h"
#include "stiction/scene/body_model.h"

namespace stiction {
namespace {

/// Without a stated size, tetrahedra are this part of the longest side of the shape's box.
constexpr double kDefaultSize = 1.0 / 8;

class StvkElasticity final : public ReducedElasticity {
 public:
  explicit StvkElasticity(std::shared_ptr<const ReducedStVenantKirchhoff> polynomial)
      : polynomial_(std::move(polynomial)) {}
  double energy(const Eigen::VectorXd& q) const override {
    Eigen::VectorXd force;
    return polynomial_->evaluate(q, force);
  }
  void evaluate(const Eigen::VectorXd& q, Eigen::VectorXd& force, Eigen::MatrixXd& stiffness) const override {
    polynomial_->evaluate(q, force, stiffness);
  }
  bool linear() const override { return false; }

 private:
  std::shared_ptr<const ReducedStVenantKirchhoff> polynomial_;
};

int cells_along(double length, double size) { return std::max(1, static_cast<int>(std::lround(length / size))); }

/// The parts of a compound that is made of boxes along its own axes and nothing else.
std::optional<std::vector<Eigen::AlignedBox3d>> upright_boxes(const CompoundDescription& compound) {
  std::vector<Eigen::AlignedBox3d> boxes;
  for (const PartDescription& part : compound.parts) {
    const auto* box = std::get_if<BoxDescription>(&part.shape);
    if (!box || !part.rotation.vec().isZero(0)) return std::nullopt;
    boxes.emplace_back(part.position - box->size / 2, part.position + box->size / 2);
  }
  return boxes;
}

/// Nodes (positions relative to `centre`) within the boxes that are held.
std::vector<int> held_nodes(const ElasticDescription& elastic, const TetMesh& mesh, const Vec3& centre) {
  std::vector<int> nodes;
  for (int i = 0; i < std::ssize(mesh.vertices); ++i) {
    const Vec3 x = mesh.vertices[std::size_t(i)] + centre;
    for (const HoldDescription& hold : elastic.hold)
      if ((x.array() >= hold.low.array()).all() && (x.array() <= hold.high.array()).all()) {
        nodes.push_back(i);
        break;
      }
  }
  if (!elastic.hold.empty() && nodes.empty())
    throw InputError("elastic.hold", "contains no node of the body", "make the box larger, or the tetrahedra smaller");
  return nodes;
}

/// By how much the columns of `shapes` move at the start, m/s over m: each node's displacement times this is its
/// velocity. The component of a shape that is largest counts as positive, so that the same mode is the same motion
/// however it was computed; of components that are equally large, the first one.
Eigen::VectorXd start_rates(const std::vector<VibrationDescription>& vibration, const Eigen::MatrixXd& shapes) {
  Eigen::VectorXd rates = Eigen::VectorXd::Zero(shapes.cols());
  for (const VibrationDescription& v : vibration) {
    const auto shape = shapes.col(v.mode - 1);
    const double largest = shape.cwiseAbs().maxCoeff();
    Eigen::Index first = 0;
    while (std::abs(shape[first]) < (1 - 1e-4) * largest) ++first;
    double farthest = 0;
    for (Eigen::Index i = 0; i < shape.size(); i += 3) farthest = std::max(farthest, shape.segment<3>(i).norm());
    rates[v.mode - 1] += std::copysign(v.speed / farthest, v.speed * shape[first]);
  }
  return rates;
}

/// A surface that rides in the tetrahedra of a model, vertices about its centre.
struct CarriedSurface {
  std::vector<Vec3> vertices;
  std::vector<std::array<int, 3>> triangles;
};

void carry_surface(CarriedSurface surface, ElasticModel& model) {
  for (Vec3& x : surface.vertices) x -= model.centre;
  const std::vector<Embedding> places = TetLocator(model.mesh).at(surface.vertices);
  model.surface_basis.setZero(3 * std::ssize(places), model.basis.cols());
  for (std::size_t i = 0; i < places.size(); ++i)
    for (int corner = 0; corner < 4; ++corner)
      model.surface_basis.middleRows<3>(3 * Eigen::Index(i)) +=
          places[i].weights[corner] *
          model.basis.middleRows<3>(3 * Eigen::Index{model.mesh.tets[std::size_t(places[i].tet)][std::size_t(corner)]});
  model.surface_rest = std::move(surface.vertices);
  model.surface_triangles = std::move(surface.triangles);
}

ReducedModel reduced_model(const ElasticDescription& elastic, const TetMesh& mesh, const ElasticMaterial& material,
                           const std::vector<int>& held, const CarriedSurface& surface) {
  ElasticModelOptions options;
  const bool modal = elastic.model == SoftKind::modal;
  options.kind = modal ? ElasticKind::kLinearModal : ElasticKind::kStVenantKirchhoff;
  options.linear_modes = elastic.modes;
  options.modes = elastic.modes + (modal ? 0 : elastic.derivatives.value_or(elastic.modes));
  options.fixed_vertices = held;
  ElasticModel made = elastic_model_cached(mesh, material, options);
  if (!surface.vertices.empty()) carry_surface(surface, made);
  ReducedModel model;
  model.surface = std::make_shared<const SoftSurface>(made.surface_rest, made.surface_triangles);
  if (!elastic.vibration.empty()) model.start_rate = start_rates(elastic.vibration, made.basis);
  model.surface_basis = std::move(made.surface_basis);
  model.inertia = std::move(made.inertia);
  if (modal) {
    model.elasticity = std::make_shared<LinearElasticity>(Eigen::MatrixXd(made.stiffness.asDiagonal()));
  } else {
    model.elasticity = std::make_shared<StvkElasticity>(made.polynomial);
  }
  model.tetrahedra = std::make_shared<const TetForces>(made.mesh, material,
                                                       modal ? ElasticLaw::kLinear : ElasticLaw::kStVenantKirchhoff);
  model.basis = std::move(made.basis);
  model.mass_damping = elastic.mass_damping;
  model.stiffness_damping = elastic.stiffness_damping;
  model.theta = elastic.theta;
  model.floating = held.empty();
  model.touches_itself = elastic.self_contact;
  return model;
}

/// One model for all bodies that are alike, while any of them lives.
std::shared_ptr<const ReducedBody> reduced_body(const ElasticDescription& elastic, const TetMesh& mesh,
                                                const ElasticMaterial& material, const std::vector<int>& held,
                                                const CarriedSurface& surface) {
  ContentHash key;
  key.add_all(mesh.vertices).add_all(mesh.tets).add_all(held);
  key.add_all(surface.vertices).add_all(surface.triangles);
  for (const double number : {material.density, elastic.youngs_modulus, elastic.poisson_ratio, elastic.mass_damping,
                              elastic.stiffness_damping, elastic.theta})
    key.add(number);
  for (const int number :
       {int(elastic.model), elastic.modes, elastic.derivatives.value_or(elastic.modes), int(elastic.self_contact)})
    key.add(number);
  for (const VibrationDescription& v : elastic.vibration) key.add(v.mode).add(v.speed);
  static std::mutex mutex;
  static std::map<std::string, std::weak_ptr<const ReducedBody>> made;
  const std::lock_guard lock(mutex);
  std::erase_if(made, [](const auto& entry) { return entry.second.expired(); });
  std::weak_ptr<const ReducedBody>& entry = made[key.hex()];
  std::shared_ptr<const ReducedBody> body = entry.lock();
  if (!body) entry = body = std::make_shared<const ReducedBody>(reduced_model(elastic, mesh, material, held, surface));
  return body;
}

}  // namespace

TetMesh make_tets(const ShapeDescription& description, const ElasticDescription& elastic) {
  double size = elastic.size.value_or(0);
  if (const auto* box = std::get_if<BoxDescription>(&description)) {
    if (elastic.cells) return box_tets(box->size, *elastic.cells);
    if (size == 0) size = kDefaultSize * box->size.maxCoeff();
    return box_tets(box->size, {cells_along(box->size.x(), size), cells_along(box->size.y(), size),
                                cells_along(box->size.z(), size)});
  }
  if (const auto* rod = std::get_if<CylinderDescription>(&description)) {
    if (size == 0) size = kDefaultSize * std::max(rod->length, 2 * rod->radius);
    return rod_tets(rod->radius, rod->length, 2 * cells_along(rod->radius, size), cells_along(rod->length, size));
  }
  if (const auto* compound = std::get_if<CompoundDescription>(&description)) {
    if (const auto boxes = upright_boxes(*compound)) {
      if (size == 0) {
        Eigen::AlignedBox3d all;
        for (const Eigen::AlignedBox3d& box : *boxes) all.extend(box);
        size = kDefaultSize * all.sizes().maxCoeff();
      }
      return joined_box_tets(*boxes, size);
    }
  }
  if (const auto* given = std::get_if<MeshDescription>(&description)) {
    if (size == 0) size = kDefaultSize * given->solid->box().sizes().maxCoeff();
    return stuff_cached(given->solid->mesh(), {size});
  }
  const ImplicitSolid solid = implicit_solid(make_shape(description));
  if (size == 0) size = kDefaultSize * solid.box.sizes().maxCoeff();
  return stuff(solid, {size});
}

SoftModel make_soft_model(const BodyDescription& description, double density,
                          std::shared_ptr<const PrescribedMotion> motion) {
  const ElasticDescription& elastic = *description.elastic;
  TetMesh mesh = make_tets(description.shape, elastic);
  ElasticMaterial material{density, elastic.youngs_modulus, elastic.poisson_ratio, elastic.mass_damping,
                           elastic.stiffness_damping};
  if (description.mass) material.density = *description.mass / volume(mesh);
  SoftModel result;
  const ElasticLaw law = elastic.model == SoftKind::modal  ? ElasticLaw::kLinear
                         : elastic.model == SoftKind::stvk ? ElasticLaw::kStVenantKirchhoff
                                                           : elastic.law;
  // Centred on its own mass, node by node.
  const StrainKind strain = elastic.edge_strain ? StrainKind::kEdges : StrainKind::kTetrahedra;
  const Eigen::VectorXd masses = TetForces(mesh, material, law).lumped_masses();
  result.mass = masses.sum();
  for (Eigen::Index i = 0; i < masses.size(); ++i)
    result.centre += masses[i] / result.mass * mesh.vertices[std::size_t(i)];
  for (Vec3& x : mesh.vertices) x -= result.centre;
  Mat3 moment = Mat3::Zero();
  for (Eigen::Index i = 0; i < masses.size(); ++i)
    moment += masses[i] * mesh.vertices[std::size_t(i)] * mesh.vertices[std::size_t(i)].transpose();
  result.inertia = moment.trace() * Mat3::Identity() - moment;

  const std::vector<int> held = held_nodes(elastic, mesh, result.centre);
  if (elastic.model != SoftKind::tetrahedral) {
    CarriedSurface surface;
    if (elastic.mesh_surface) {
      const TriangleMesh& own = std::get<MeshDescription>(description.shape).solid->mesh();
      surface = {own.vertices, own.triangles};
      for (Vec3& x : surface.vertices) x -= result.centre;
    }
    result.body = reduced_body(elastic, mesh, material, held, surface);
    return result;
  }
  const TetSurface surface = tet_surface(mesh);
  TetModel model{std::make_shared<const TetForces>(mesh, material, law, strain),
                 std::make_shared<const SoftSurface>(surface.mesh.vertices, surface.mesh.triangles),
                 surface.vertices,
                 {},
                 !elastic.explicit_step,
                 elastic.self_contact,
                 elastic.theta};
  if (!elastic.vibration.empty()) {
    int most = 0;
    for (const VibrationDescription& v : elastic.vibration) most = std::max(most, v.mode);
    const Eigen::MatrixXd shapes = vibration_modes(mesh, material, most, MassKind::kLumped, {}, strain).shapes;
    model.start_velocity = shapes * start_rates(elastic.vibration, shapes);
  }
  if (!held.empty()) {
    const Quat rotation = description.rotation.normalized();
    model.held.push_back({held, std::move(motion), {description.position + rotation * result.centre, rotation}});
  }
  result.body = std::make_shared<const TetBody>(std::move(model));
  return result;
}

}  // namespace stiction
