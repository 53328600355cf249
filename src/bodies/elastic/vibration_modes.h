// Free vibrations of an elastic body about its rest shape: K s = w² M s.
#pragma once

#include <vector>

#include "stiction/bodies/elastic/stiffness_solver.h"

namespace stiction {

/// Modes of lowest frequency, ascending. The six motions of a free body that deform nothing are left out.
struct VibrationModes {
  Eigen::VectorXd frequencies;  ///< angular, rad/s
  Eigen::MatrixXd shapes;  ///< one column each, 3 numbers for each vertex; S^T M S = 1, and R^T M S = 0 of free bodies
};

/// The first `count` modes. Lanczos iterations of shift-invert kind in Spectra, with rigid motions projected out in
/// every step rather than shifted away, so that low frequencies do not suffer from the size of the shift. A count of
/// the stiffness matrix's eigenvalues below the last one (Sylvester's law of inertia) makes sure that none is missing,
/// which can happen to Lanczos where frequencies coincide. Throws InputError if the mesh has fewer than `count` modes,
/// and Error if the iteration does not converge.
VibrationModes vibration_modes(const StiffnessSolver& solver, int count);

enum class MassKind {
  kLumped,      ///< at the vertices: frequencies come out too low
  kConsistent,  ///< spread by linear interpolation: too high
};

/// Of a mesh at rest. Linear tetrahedra are too stiff in bending: see docs/deformable.md for what a mesh must have.
VibrationModes vibration_modes(const TetMesh& mesh, const ElasticMaterial& material, int count,
                               MassKind mass = MassKind::kLumped, const std::vector<int>& fixed_vertices = {},
                               StrainKind strain = StrainKind::kEdges);

}  // namespace stiction
