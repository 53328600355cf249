#include "stiction/bodies/elastic/elastic_model.h"

#include <algorithm>
#include <string>
#include <utility>

#include "stiction/bodies/elastic/elastic_model_parts.h"
#include "stiction/bodies/elastic/modal_derivatives.h"
#include "stiction/common/error.h"

namespace stiction {

double ElasticModel::evaluate(const Eigen::VectorXd& q, Eigen::VectorXd& force) const {
  if (polynomial) return polynomial->evaluate(q, force);
  force = stiffness.cwiseProduct(q);
  return 0.5 * q.dot(force);
}

double ElasticModel::evaluate(const Eigen::VectorXd& q, Eigen::VectorXd& force, Eigen::MatrixXd& tangent) const {
  if (polynomial) return polynomial->evaluate(q, force, tangent);
  tangent = stiffness.asDiagonal();
  return evaluate(q, force);
}

Vec3 ElasticModel::position(int vertex, const Eigen::VectorXd& q) const {
  return mesh.vertices[static_cast<std::size_t>(vertex)] + basis.middleRows<3>(3 * Eigen::Index{vertex}) * q;
}

void complete_model(ElasticModel& model) {
  if (model.kind == ElasticKind::kLinearModal) model.stiffness = model.frequencies.cwiseAbs2();
  model.inertia = InertiaIntegrals(model.masses, stacked_positions(model.mesh.vertices), model.basis);
  TetSurface surface = tet_surface(model.mesh);
  model.surface_vertices = std::move(surface.vertices);
  model.surface_triangles = std::move(surface.mesh.triangles);
  model.surface_rest = std::move(surface.mesh.vertices);
  model.surface_basis.resize(3 * static_cast<Eigen::Index>(model.surface_vertices.size()), model.basis.cols());
  for (std::size_t i = 0; i < model.surface_vertices.size(); ++i) {
    model.surface_basis.middleRows<3>(3 * static_cast<Eigen::Index>(i)) =
        model.basis.middleRows<3>(3 * Eigen::Index{model.surface_vertices[i]});
  }
}

ElasticModel elastic_model(const TetMesh& mesh, const ElasticMaterial& material, const ElasticModelOptions& options,
                           const Progress& progress) {
  const auto tell = [&](const char* stage, double fraction) {
    if (progress) progress(stage, fraction);
  };
  check(material);
  check(mesh);
  const bool bends = options.kind == ElasticKind::kStVenantKirchhoff;
  const int linear = options.linear_modes > 0 ? options.linear_modes : bends ? (options.modes + 1) / 2 : options.modes;
  if (options.modes < 1 || linear > options.modes) {
    throw InputError("modes", "is " + std::to_string(options.modes),
                     "give at least 1, and no fewer than linear_modes (" + std::to_string(linear) + ")");
  }
  ElasticModel model;
  model.kind = options.kind;
  model.material = material;
  model.mesh = mesh;
  model.fixed_vertices = options.fixed_vertices;

  tell("stiffness", 0);
  const TetForces unplaced(mesh, material, ElasticLaw::kLinear);
  model.masses = unplaced.lumped_masses();
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    model.centre += model.masses(static_cast<Eigen::Index>(v)) / model.masses.sum() * mesh.vertices[v];
  }
  for (Vec3& x : model.mesh.vertices) x -= model.centre;
  const TetForces forces(model.mesh, material, ElasticLaw::kStVenantKirchhoff, options.strain);
  const SparseMatrix mass = mass_matrix(model.masses);
  const StiffnessSolver solver(forces.stiffness(forces.rest_positions()), mass, forces.rest_positions(),
                               options.fixed_vertices);
  tell("modes", 0);
  VibrationModes modes = vibration_modes(solver, linear);
  model.frequencies = modes.frequencies;
  model.basis = modes.shapes;
  if (bends) {
    tell("modal derivatives", 0);
    model.basis = reduced_basis(modes, modal_derivatives(forces, solver, modes.shapes), mass, options.modes);
    model.polynomial = std::make_shared<const ReducedStVenantKirchhoff>(forces, model.basis, progress);
  }
  complete_model(model);
  tell("done", 1);
  return model;
}

}  // namespace stiction
