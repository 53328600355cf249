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

/// Where strain is taken. Either way it is constant in pieces, and linear displacements are exact.
enum class StrainKind {
  /// In every tetrahedron: the usual linear element. Far too stiff in bending unless a wall has many layers of them.
  kTetrahedra,
  /// Around every edge: the mean over a sixth of each of its tetrahedra (edge-based smoothing: He, Li, Zhong, Cheng and
  /// Zhang, "An edge-based smoothed tetrahedron finite element method for 3D static and dynamic problems", 2013).
  /// Several times less error in bending for the same mesh, at two to three times the cost.
  kEdges,
};

class TetForces {
 public:
  /// Throws InputError for a bad material or a tetrahedron without volume. The mesh is the rest shape.
  TetForces(const TetMesh& mesh, const ElasticMaterial& material, ElasticLaw law,
            StrainKind strain = StrainKind::kTetrahedra);

  double energy(const Eigen::VectorXd& positions) const;
  TetEvaluation evaluate(const Eigen::VectorXd& positions) const;
  TetDistress distress(const Eigen::VectorXd& positions) const;

  /// Second derivative of the energy, N/m: symmetric, both triangles stored, 3×3 blocks for vertices that share
  /// a piece. The second form refills a matrix that the first one made.
  SparseMatrix stiffness(const Eigen::VectorXd& positions) const;
  void refill_stiffness(const Eigen::VectorXd& positions, SparseMatrix& stiffness) const;

  /// Mass of every vertex: a quarter of its tetrahedra's, kg.
  Eigen::VectorXd lumped_masses() const;
  /// Mass matrix of linear interpolation within the tetrahedra, kg.
  SparseMatrix consistent_mass() const;

  int vertices() const { return static_cast<int>(first_use_.size()) - 1; }
  int dofs() const { return 3 * vertices(); }
  const Eigen::VectorXd& rest_positions() const { return rest_; }
  ElasticLaw law() const { return law_; }
  const ElasticMaterial& material() const { return material_; }

  /// Pieces of constant strain: the tetrahedra, or surroundings of the edges.
  std::size_t pieces() const { return volumes_.size(); }
  double volume(std::size_t piece) const { return volumes_[piece]; }  ///< m³; together that of the body
  /// Gradient of a field that is given at the nodes, e.g. F of positions.
  Mat3 gradient(std::size_t piece, const Eigen::Ref<const Eigen::VectorXd>& field) const;
  /// Forces on the nodes from the stress of every piece (first Piola-Kirchhoff), summed in a fixed order.
  Eigen::VectorXd force_of(const std::vector<Mat3>& stresses) const;

 private:
  void take_tetrahedra(const TetMesh& mesh);
  void smooth_over_edges();
  void lay_out();
  void check_size(const Eigen::VectorXd& positions) const;
  Mat3 tet_gradient(std::size_t tet, const Eigen::VectorXd& positions) const;
  SparseMatrix pattern() const;

  ElasticMaterial material_;
  ElasticLaw law_;
  LameConstants lame_;
  Eigen::VectorXd rest_;
  std::vector<std::array<int, 4>> tets_;
  std::vector<double> tet_volumes_;
  std::vector<Eigen::Matrix<double, 3, 4>> tet_gradients_;  ///< of the weight of every corner, 1/m
  /// Nodes of a piece, and the gradients of their weights: from slot first_slot_[piece].
  std::vector<double> volumes_;
  std::vector<int> first_slot_, slot_vertex_;
  Eigen::Matrix3Xd slot_gradient_;
  /// Uses of a vertex: uses_[first_use_[v]] .. are slots, ascending by piece.
  struct Use {
    int piece, slot;
  };
  std::vector<int> first_use_;
  std::vector<Use> uses_;
  /// Vertices coupled with vertex v, itself included, ascending: coupled_[first_coupled_[v]] ..
  std::vector<int> first_coupled_, coupled_;
};

}  // namespace stiction
