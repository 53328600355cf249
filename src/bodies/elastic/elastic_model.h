// Everything about one elastic body that does not change while it moves: made once from a mesh, then shared.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "stiction/bodies/elastic/inertia_integrals.h"
#include "stiction/bodies/elastic/reduced_stvk.h"

namespace stiction {

enum class ElasticKind {
  kLinearModal,        ///< vibration modes alone, each an oscillator: stiff bodies
  kStVenantKirchhoff,  ///< modes and their derivatives with cubic forces: bodies that bend far
};

struct ElasticModelOptions {
  ElasticKind kind = ElasticKind::kLinearModal;
  int modes = 20;  ///< coordinates of the body; a St.Venant-Kirchhoff body may get fewer if the mesh offers no more
  /// How many of them are vibration modes, the rest being derivatives. 0: all of a linear body, half of the other.
  int linear_modes = 0;
  StrainKind strain = StrainKind::kEdges;
  std::vector<int> fixed_vertices = {};  ///< none: the body floats in its frame and has no rigid motion in its shapes
};

/// Vertices lie about the centre of mass, which is the origin of the body's frame. Displacements are U q.
struct ElasticModel {
  ElasticKind kind = ElasticKind::kLinearModal;
  ElasticMaterial material;
  TetMesh mesh;                ///< at rest
  Vec3 centre = Vec3::Zero();  ///< centre of mass in the coordinates of the mesh that the model was made from, m
  std::vector<int> fixed_vertices;
  Eigen::VectorXd masses;       ///< of the vertices, kg
  Eigen::MatrixXd basis;        ///< U: 3 rows for each vertex; UᵀMU = 1
  Eigen::VectorXd frequencies;  ///< of the vibration modes, the first columns of U, rad/s
  Eigen::VectorXd stiffness;    ///< linear bodies: diagonal of the stiffness, the squared frequencies, 1/s²
  std::shared_ptr<const ReducedStVenantKirchhoff> polynomial;  ///< St.Venant-Kirchhoff bodies; else null
  InertiaIntegrals inertia;
  std::vector<int> surface_vertices;                  ///< vertices of the mesh, ascending
  std::vector<std::array<int, 3>> surface_triangles;  ///< of surface_vertices, counter-clockwise from outside
  std::vector<Vec3> surface_rest;                     ///< positions of the surface's vertices, m
  Eigen::MatrixXd surface_basis;                      ///< their rows of U

  int size() const { return static_cast<int>(basis.cols()); }
  /// Elastic energy, J, its derivative (the force that holds q) and second derivative.
  double evaluate(const Eigen::VectorXd& q, Eigen::VectorXd& force) const;
  double evaluate(const Eigen::VectorXd& q, Eigen::VectorXd& force, Eigen::MatrixXd& tangent) const;
  /// Position of a vertex of the mesh in the body's frame, m.
  Vec3 position(int vertex, const Eigen::VectorXd& q) const;
};

/// From a mesh to a model. Throws InputError for a mesh or material that cannot be simulated.
ElasticModel elastic_model(const TetMesh& mesh, const ElasticMaterial& material,
                           const ElasticModelOptions& options = {}, const Progress& progress = {});

/// The same, kept on disk (see common/disk_cache.h) under the hash of all that it depends on.
ElasticModel elastic_model_cached(const TetMesh& mesh, const ElasticMaterial& material,
                                  const ElasticModelOptions& options = {}, const Progress& progress = {});

/// The model as bytes for a file, little-endian, and back: bit for bit the same. Throws InputError if the bytes are
/// damaged or of another version.
std::string to_bytes(const ElasticModel& model);
ElasticModel elastic_model_from_bytes(std::string_view bytes);

}  // namespace stiction
