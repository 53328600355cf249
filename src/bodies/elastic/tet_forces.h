// Internal elastic forces of a mesh of linear tetrahedra.
//
// Vectors of nodes hold 3 numbers for each vertex of the mesh: x0 y0 z0 x1 ... Evaluations run in parallel; every node
// sums over its tetrahedra in their order, so results do not depend on the number of threads.
#pragma once

#include <Eigen/SparseCore>
#include <array>
#include <vector>

#include "stiction/bodies/elastic/elastic_law.h"
#include "stiction/geometry/tet/tet_mesh.h"

namespace stiction {

using SparseMatrix = Eigen::SparseMatrix<double>;

/// Positions of the vertices as one vector, and back.
Eigen::VectorXd stacked_positions(const std::vector<Vec3>& vertices);

/// Tetrahedra that a law does not describe well any more. Nothing is done about them; whoever evaluates must look.
struct TetDistress {
  int inverted = 0;          ///< tetrahedra of negative or no volume
  int softened = 0;          ///< St.Venant-Kirchhoff: a principal stretch under kStVenantKirchhoffLimit
  int worst = -1;            ///< of these, the one with the least stretch; -1: none
  double least_stretch = 1;  ///< of the worst one: its least principal stretch, negative when inverted

  bool any() const { return worst >= 0; }
};

/// One evaluation at given positions.
struct TetEvaluation {
  double energy = 0;      ///< J
  Eigen::VectorXd force;  ///< derivative of the energy with respect to positions, N: what holds the deformation
  TetDistress distress;
};

class TetForces {
 public:
  /// Throws InputError for a bad material or a tetrahedron without volume. The mesh is the rest shape.
  TetForces(const TetMesh& mesh, const ElasticMaterial& material, ElasticLaw law);

  double energy(const Eigen::VectorXd& positions) const;
  TetEvaluation evaluate(const Eigen::VectorXd& positions) const;
  TetDistress distress(const Eigen::VectorXd& positions) const;

  /// Second derivative of the energy, N/m: symmetric, both triangles stored, 3×3 blocks for vertices that share a
  /// tetrahedron. The second form refills a matrix that the first one made.
  SparseMatrix stiffness(const Eigen::VectorXd& positions) const;
  void refill_stiffness(const Eigen::VectorXd& positions, SparseMatrix& stiffness) const;

  /// Mass of every vertex: a quarter of its tetrahedra's, kg.
  Eigen::VectorXd lumped_masses() const;
  /// Mass matrix of linear interpolation within the tetrahedra, with the pattern of the stiffness matrix, kg.
  SparseMatrix consistent_mass() const;

  int vertices() const { return static_cast<int>(first_use_.size()) - 1; }
  int dofs() const { return 3 * vertices(); }
  std::size_t elements() const { return tets_.size(); }
  const Eigen::VectorXd& rest_positions() const { return rest_; }
  ElasticLaw law() const { return law_; }
  const ElasticMaterial& material() const { return material_; }

  const std::array<int, 4>& corners(std::size_t element) const { return tets_[element]; }
  double volume(std::size_t element) const { return volumes_[element]; }
  /// Column i: gradient of the weight of corner i at rest, 1/m.
  const Eigen::Matrix<double, 3, 4>& gradients(std::size_t element) const { return gradients_[element]; }
  /// Gradient of a field that is given at the nodes, e.g. F of positions.
  Mat3 gradient(std::size_t element, const Eigen::Ref<const Eigen::VectorXd>& field) const;

  /// Sums nodal forces of every element, in a fixed order.
  Eigen::VectorXd gather(const std::vector<Eigen::Matrix<double, 3, 4>>& of_elements) const;

 private:
  using Mat12 = Eigen::Matrix<double, 12, 12>;
  void lay_out();
  void check_size(const Eigen::VectorXd& positions) const;
  SparseMatrix pattern() const;
  /// Adds the blocks of all elements into a matrix of the pattern.
  template <typename Block>
  void fill(SparseMatrix& matrix, Block block) const;
  TetDistress worst_of(const std::vector<char>& flags, const Eigen::VectorXd& positions) const;

  ElasticMaterial material_;
  ElasticLaw law_;
  LameConstants lame_;
  Eigen::VectorXd rest_;
  std::vector<std::array<int, 4>> tets_;
  std::vector<double> volumes_;
  std::vector<Eigen::Matrix<double, 3, 4>> gradients_;
  /// Uses of a vertex: uses_[first_use_[v]] .. are its (element, corner), by element.
  struct Use {
    int element, corner;
  };
  std::vector<int> first_use_;
  std::vector<Use> uses_;
  /// Vertices coupled with vertex v, itself included, ascending: coupled_[first_coupled_[v]] ..
  std::vector<int> first_coupled_, coupled_;
  /// Of an element: place of corner b among those coupled with corner a, at 4 a + b.
  std::vector<std::array<int, 16>> places_;
};

}  // namespace stiction
