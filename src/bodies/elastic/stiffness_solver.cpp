#include "stiction/bodies/elastic/stiffness_solver.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "stiction/common/error.h"

namespace stiction {

namespace {

// Relative to the largest frequency squared of the mesh, in about: below any elastic mode, above rounding.
constexpr double kRelativeShift = 1e-11;

}  // namespace

bool hold_the_body(const Eigen::VectorXd& rest, const std::vector<int>& vertices) {
  if (vertices.size() < 3) return false;
  const Vec3 first = rest.segment<3>(3 * vertices[0]);
  Vec3 line = Vec3::Zero();
  for (int v : vertices) {
    const Vec3 offset = rest.segment<3>(3 * v) - first;
    if (offset.squaredNorm() > line.squaredNorm()) line = offset;
  }
  const double limit = 1e-6 * line.squaredNorm();
  return std::any_of(vertices.begin(), vertices.end(),
                     [&](int v) { return line.cross(Vec3(rest.segment<3>(3 * v) - first)).norm() > limit; });
}

void orthonormalise(Eigen::MatrixXd& columns, const SparseMatrix& mass) {
  for (Eigen::Index j = 0; j < columns.cols(); ++j) {
    for (int pass = 0; pass < 2; ++pass) {
      const Eigen::VectorXd weighted = mass * columns.col(j);
      const Eigen::VectorXd along = columns.leftCols(j).transpose() * weighted;
      columns.col(j) -= columns.leftCols(j) * along;
    }
    columns.col(j) /= std::sqrt(columns.col(j).dot(mass * columns.col(j)));
  }
}

SparseMatrix principal_minor(const SparseMatrix& matrix, const std::vector<int>& unknown) {
  std::vector<int> place(static_cast<std::size_t>(matrix.rows()), -1);
  for (std::size_t i = 0; i < unknown.size(); ++i) place[static_cast<std::size_t>(unknown[i])] = static_cast<int>(i);
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(static_cast<std::size_t>(matrix.nonZeros()));
  for (std::size_t j = 0; j < unknown.size(); ++j) {
    for (SparseMatrix::InnerIterator entry(matrix, unknown[j]); entry; ++entry) {
      const int row = place[static_cast<std::size_t>(entry.row())];
      if (row >= 0) entries.emplace_back(row, static_cast<int>(j), entry.value());
    }
  }
  const Eigen::Index size = static_cast<Eigen::Index>(unknown.size());
  SparseMatrix minor(size, size);
  minor.setFromTriplets(entries.begin(), entries.end());
  return minor;
}

SparseMatrix mass_matrix(const Eigen::VectorXd& lumped_masses) {
  SparseMatrix mass(3 * lumped_masses.size(), 3 * lumped_masses.size());
  mass.reserve(Eigen::VectorXi::Ones(mass.cols()));
  for (Eigen::Index i = 0; i < mass.cols(); ++i) mass.insert(i, i) = lumped_masses(i / 3);
  mass.makeCompressed();
  return mass;
}

Eigen::MatrixXd rigid_modes(const Eigen::VectorXd& rest_positions, const SparseMatrix& mass) {
  const Eigen::Index vertices = rest_positions.size() / 3;
  Eigen::MatrixXd modes = Eigen::MatrixXd::Zero(rest_positions.size(), 6);
  for (Eigen::Index v = 0; v < vertices; ++v) modes.block<3, 3>(3 * v, 0).setIdentity();
  const Eigen::MatrixXd weighted = mass * modes.leftCols<3>();
  const double total = weighted.col(0).sum();
  const Vec3 centre = weighted.transpose() * rest_positions / total;
  for (Eigen::Index v = 0; v < vertices; ++v) {
    modes.block<3, 3>(3 * v, 3) = -cross_matrix(rest_positions.segment<3>(3 * v) - centre);
  }
  orthonormalise(modes, mass);
  return modes;
}

void fix_signs(Eigen::MatrixXd& columns) {
  for (Eigen::Index j = 0; j < columns.cols(); ++j) {
    // Symmetric shapes have several largest numbers, equal but for rounding.
    const double largest = (1 - 1e-6) * columns.col(j).cwiseAbs().maxCoeff();
    Eigen::Index i = 0;
    while (i + 1 < columns.rows() && !(std::abs(columns(i, j)) >= largest)) ++i;
    if (columns(i, j) < 0) columns.col(j) = -columns.col(j);
  }
}

StiffnessSolver::StiffnessSolver(const SparseMatrix& stiffness, const SparseMatrix& mass,
                                 const Eigen::VectorXd& rest_positions, const std::vector<int>& fixed_vertices)
    : full_size_(rest_positions.size()) {
  std::vector<char> fixed(static_cast<std::size_t>(full_size_ / 3), 0);
  for (int v : fixed_vertices) {
    if (v < 0 || v >= full_size_ / 3) {
      throw InputError("fixed_vertices", "names vertex " + std::to_string(v),
                       "give indices from 0 to " + std::to_string(full_size_ / 3 - 1));
    }
    fixed[static_cast<std::size_t>(v)] = 1;
  }
  if (!fixed_vertices.empty() && !hold_the_body(rest_positions, fixed_vertices)) {
    throw InputError("fixed_vertices", "leave the body free to turn", "fix none, or three that are not in line");
  }
  for (Eigen::Index i = 0; i < full_size_; ++i) {
    if (!fixed[static_cast<std::size_t>(i / 3)]) unknown_.push_back(static_cast<int>(i));
  }
  stiffness_ = principal_minor(stiffness, unknown_);
  mass_ = principal_minor(mass, unknown_);
  rigid_.resize(unknowns(), 0);
  if (fixed_vertices.empty()) {
    rigid_ = rigid_modes(rest_positions, mass);
    mass_rigid_ = mass_ * rigid_;
    shift_ = kRelativeShift * (stiffness_.diagonal().array() / mass_.diagonal().array()).maxCoeff();
  }
  factor_.compute(stiffness_ + shift_ * mass_);
  if (factor_.info() != Eigen::Success || !(factor_.vectorD().minCoeff() > 0)) {
    throw InputError("stiffness", "is not positive definite",
                     "give a connected mesh without slivers, and a Poisson ratio not too near 0.5");
  }
}

Eigen::VectorXd StiffnessSolver::restricted(const Eigen::VectorXd& full) const {
  Eigen::VectorXd free(unknowns());
  for (Eigen::Index i = 0; i < unknowns(); ++i) free(i) = full(unknown_[static_cast<std::size_t>(i)]);
  return free;
}

Eigen::MatrixXd StiffnessSolver::expanded(const Eigen::MatrixXd& free) const {
  Eigen::MatrixXd full = Eigen::MatrixXd::Zero(full_size_, free.cols());
  for (Eigen::Index i = 0; i < unknowns(); ++i) full.row(unknown_[static_cast<std::size_t>(i)]) = free.row(i);
  return full;
}

Eigen::VectorXd StiffnessSolver::solve(const Eigen::VectorXd& force) const {
  Eigen::VectorXd load = restricted(force);
  if (rigid_.cols() > 0) load -= mass_rigid_ * (rigid_.transpose() * load).eval();
  // The shift makes each solve wrong by shift / frequency² at most; corrections take that away.
  Eigen::VectorXd displacement = Eigen::VectorXd::Zero(unknowns());
  Eigen::VectorXd residual = load;
  for (int i = 0; i < 4; ++i) {
    Eigen::VectorXd correction = shifted_solve(residual);
    remove_rigid_motion(correction);
    displacement += correction;
    if (correction.norm() <= 1e-14 * displacement.norm()) break;
    residual = load - stiffness_ * displacement;
    if (rigid_.cols() > 0) residual -= mass_rigid_ * (rigid_.transpose() * residual).eval();
  }
  return expanded(displacement);
}

}  // namespace stiction
