#include "stiction/bodies/elastic/tet_forces.h"

#include <tbb/parallel_for.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "stiction/common/error.h"

namespace stiction {

namespace {

using Corners = Eigen::Matrix<double, 3, 4>;

// A task must be worth its start: some hundred elements.
constexpr std::size_t kGrain = 128;

template <typename Body>
void for_each_index(std::size_t count, Body body) {
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, kGrain), [&](const auto& range) {
    for (std::size_t i = range.begin(); i != range.end(); ++i) body(i);
  });
}

enum Flag : char { kFine = 0, kInverted = 1, kSoftened = 2 };

char flags_of(ElasticLaw law, const Mat3& f) {
  char flags = is_inverted(f) ? kInverted : kFine;
  if (law == ElasticLaw::kStVenantKirchhoff && is_softened(f)) flags = static_cast<char>(flags | kSoftened);
  return flags;
}

}  // namespace

Eigen::VectorXd stacked_positions(const std::vector<Vec3>& vertices) {
  Eigen::VectorXd x(3 * static_cast<Eigen::Index>(vertices.size()));
  for (std::size_t i = 0; i < vertices.size(); ++i) x.segment<3>(3 * static_cast<Eigen::Index>(i)) = vertices[i];
  return x;
}

TetForces::TetForces(const TetMesh& mesh, const ElasticMaterial& material, ElasticLaw law)
    : material_(material),
      law_(law),
      lame_(lame_constants(material)),
      rest_(stacked_positions(mesh.vertices)),
      tets_(mesh.tets) {
  check(material);
  volumes_.resize(tets_.size());
  gradients_.resize(tets_.size());
  for (std::size_t e = 0; e < tets_.size(); ++e) {
    Mat3 edges;
    for (int i = 0; i < 3; ++i) edges.col(i) = mesh.corner(e, i + 1) - mesh.corner(e, 0);
    volumes_[e] = edges.determinant() / 6;
    if (!(volumes_[e] > 0)) {
      throw InputError("tetrahedron " + std::to_string(e + 1), "has no volume or is inside out",
                       "give a mesh of tetrahedra with positive volume");
    }
    const Mat3 inverse = edges.inverse();
    gradients_[e].rightCols<3>() = inverse.transpose();
    gradients_[e].col(0) = -inverse.transpose().rowwise().sum();
  }
  lay_out();
}

void TetForces::lay_out() {
  const std::size_t vertices = static_cast<std::size_t>(rest_.size() / 3);
  first_use_.assign(vertices + 1, 0);
  for (const auto& tet : tets_) {
    for (int v : tet) ++first_use_[static_cast<std::size_t>(v) + 1];
  }
  std::partial_sum(first_use_.begin(), first_use_.end(), first_use_.begin());
  uses_.resize(4 * tets_.size());
  std::vector<int> next(first_use_.begin(), first_use_.end() - 1);
  for (std::size_t e = 0; e < tets_.size(); ++e) {
    for (int i = 0; i < 4; ++i) {
      uses_[static_cast<std::size_t>(next[static_cast<std::size_t>(tets_[e][static_cast<std::size_t>(i)])]++)] = {
          static_cast<int>(e), i};
    }
  }
  first_coupled_.assign(1, 0);
  std::vector<int> row;
  for (std::size_t v = 0; v < vertices; ++v) {
    row.assign(1, static_cast<int>(v));
    for (int u = first_use_[v]; u < first_use_[v + 1]; ++u) {
      const auto& tet = tets_[static_cast<std::size_t>(uses_[static_cast<std::size_t>(u)].element)];
      row.insert(row.end(), tet.begin(), tet.end());
    }
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    coupled_.insert(coupled_.end(), row.begin(), row.end());
    first_coupled_.push_back(static_cast<int>(coupled_.size()));
  }
  places_.resize(tets_.size());
  for_each_index(tets_.size(), [&](std::size_t e) {
    for (std::size_t a = 0; a < 4; ++a) {
      const std::size_t v = static_cast<std::size_t>(tets_[e][a]);
      const auto begin = coupled_.begin() + first_coupled_[v], end = coupled_.begin() + first_coupled_[v + 1];
      for (std::size_t b = 0; b < 4; ++b) {
        places_[e][4 * a + b] = static_cast<int>(std::lower_bound(begin, end, tets_[e][b]) - begin);
      }
    }
  });
}

void TetForces::check_size(const Eigen::VectorXd& positions) const {
  if (positions.size() != rest_.size()) {
    throw InputError("positions", "has " + std::to_string(positions.size()) + " numbers",
                     "give 3 for each of the " + std::to_string(vertices()) + " vertices");
  }
}

Mat3 TetForces::gradient(std::size_t element, const Eigen::Ref<const Eigen::VectorXd>& field) const {
  const auto& tet = tets_[element];
  Corners values;
  for (int i = 0; i < 4; ++i) values.col(i) = field.segment<3>(3 * tet[static_cast<std::size_t>(i)]);
  return values * gradients_[element].transpose();
}

double TetForces::energy(const Eigen::VectorXd& positions) const {
  check_size(positions);
  std::vector<double> energies(tets_.size());
  for_each_index(tets_.size(), [&](std::size_t e) {
    energies[e] = volumes_[e] * energy_density(law_, lame_, gradient(e, positions));
  });
  return std::accumulate(energies.begin(), energies.end(), 0.0);
}

TetEvaluation TetForces::evaluate(const Eigen::VectorXd& positions) const {
  check_size(positions);
  std::vector<double> energies(tets_.size());
  std::vector<Corners> forces(tets_.size());
  std::vector<char> flags(tets_.size());
  for_each_index(tets_.size(), [&](std::size_t e) {
    const Mat3 f = gradient(e, positions);
    energies[e] = volumes_[e] * energy_density(law_, lame_, f);
    forces[e].noalias() = (volumes_[e] * piola_stress(law_, lame_, f)) * gradients_[e];
    flags[e] = flags_of(law_, f);
  });
  return {.energy = std::accumulate(energies.begin(), energies.end(), 0.0),
          .force = gather(forces),
          .distress = worst_of(flags, positions)};
}

TetDistress TetForces::distress(const Eigen::VectorXd& positions) const {
  check_size(positions);
  std::vector<char> flags(tets_.size());
  for_each_index(tets_.size(), [&](std::size_t e) { flags[e] = flags_of(law_, gradient(e, positions)); });
  return worst_of(flags, positions);
}

TetDistress TetForces::worst_of(const std::vector<char>& flags, const Eigen::VectorXd& positions) const {
  TetDistress distress;
  for (std::size_t e = 0; e < flags.size(); ++e) {
    if (flags[e] == kFine) continue;
    distress.inverted += (flags[e] & kInverted) != 0;
    distress.softened += (flags[e] & kSoftened) != 0;
    const double least = least_stretch(gradient(e, positions));
    // A NaN is the worst there is, and stays it.
    if (distress.worst < 0 || !(least >= distress.least_stretch)) {
      if (std::isnan(distress.least_stretch)) continue;
      distress.worst = static_cast<int>(e);
      distress.least_stretch = least;
    }
  }
  return distress;
}

Eigen::VectorXd TetForces::gather(const std::vector<Corners>& of_elements) const {
  Eigen::VectorXd sum(rest_.size());
  for_each_index(static_cast<std::size_t>(vertices()), [&](std::size_t v) {
    Vec3 force = Vec3::Zero();
    for (int u = first_use_[v]; u < first_use_[v + 1]; ++u) {
      const Use& use = uses_[static_cast<std::size_t>(u)];
      force += of_elements[static_cast<std::size_t>(use.element)].col(use.corner);
    }
    sum.segment<3>(3 * static_cast<Eigen::Index>(v)) = force;
  });
  return sum;
}

SparseMatrix TetForces::pattern() const {
  SparseMatrix matrix(dofs(), dofs());
  matrix.resizeNonZeros(static_cast<Eigen::Index>(9 * coupled_.size()));
  int* outer = matrix.outerIndexPtr();
  int* inner = matrix.innerIndexPtr();
  int place = 0;
  for (int v = 0; v < vertices(); ++v) {
    const std::size_t first = static_cast<std::size_t>(first_coupled_[static_cast<std::size_t>(v)]);
    const std::size_t last = static_cast<std::size_t>(first_coupled_[static_cast<std::size_t>(v) + 1]);
    for (int c = 0; c < 3; ++c) {
      outer[3 * v + c] = place;
      for (std::size_t k = first; k < last; ++k) {
        for (int r = 0; r < 3; ++r) inner[place++] = 3 * coupled_[k] + r;
      }
    }
  }
  outer[dofs()] = place;
  return matrix;
}

template <typename Block>
void TetForces::fill(SparseMatrix& matrix, Block block) const {
  // Columns of one vertex are written by one task, by element: no two tasks meet and the order of sums is fixed.
  double* values = matrix.valuePtr();
  for_each_index(static_cast<std::size_t>(vertices()), [&](std::size_t v) {
    const int height = 3 * (first_coupled_[v + 1] - first_coupled_[v]);
    double* column = values + 9 * first_coupled_[v];
    std::fill(column, column + 3 * height, 0.0);
    for (int u = first_use_[v]; u < first_use_[v + 1]; ++u) {
      const Use& use = uses_[static_cast<std::size_t>(u)];
      const auto& places = places_[static_cast<std::size_t>(use.element)];
      for (int a = 0; a < 4; ++a) {
        const Mat3 k = block(static_cast<std::size_t>(use.element), a, use.corner);
        double* to = column + 3 * places[static_cast<std::size_t>(4 * use.corner + a)];
        for (int c = 0; c < 3; ++c) {
          for (int r = 0; r < 3; ++r) to[c * height + r] += k(r, c);
        }
      }
    }
  });
}

SparseMatrix TetForces::stiffness(const Eigen::VectorXd& positions) const {
  SparseMatrix matrix = pattern();
  refill_stiffness(positions, matrix);
  return matrix;
}

void TetForces::refill_stiffness(const Eigen::VectorXd& positions, SparseMatrix& stiffness) const {
  check_size(positions);
  if (stiffness.rows() != dofs() || stiffness.nonZeros() != static_cast<Eigen::Index>(9 * coupled_.size())) {
    throw InputError("stiffness", "has another pattern", "refill a matrix that stiffness() of the same body made");
  }
  std::vector<Mat12> of_elements(tets_.size());
  for_each_index(tets_.size(), [&](std::size_t e) {
    const Mat9 h = stress_derivative(law_, lame_, gradient(e, positions));
    const Corners& g = gradients_[e];
    for (int b = 0; b < 4; ++b) {
      Eigen::Matrix<double, 9, 3> hb = g(0, b) * h.middleCols<3>(0);
      hb += g(1, b) * h.middleCols<3>(3);
      hb += g(2, b) * h.middleCols<3>(6);
      hb *= volumes_[e];
      for (int a = 0; a < 4; ++a) {
        of_elements[e].block<3, 3>(3 * a, 3 * b) =
            g(0, a) * hb.middleRows<3>(0) + g(1, a) * hb.middleRows<3>(3) + g(2, a) * hb.middleRows<3>(6);
      }
    }
  });
  fill(stiffness, [&](std::size_t e, int a, int b) -> Mat3 { return of_elements[e].block<3, 3>(3 * a, 3 * b); });
}

Eigen::VectorXd TetForces::lumped_masses() const {
  Eigen::VectorXd masses = Eigen::VectorXd::Zero(vertices());
  for (std::size_t e = 0; e < tets_.size(); ++e) {
    for (int v : tets_[e]) masses(v) += 0.25 * material_.density * volumes_[e];
  }
  return masses;
}

SparseMatrix TetForces::consistent_mass() const {
  SparseMatrix mass = pattern();
  fill(mass, [&](std::size_t e, int a, int b) -> Mat3 {
    return (a == b ? 0.1 : 0.05) * material_.density * volumes_[e] * Mat3::Identity();
  });
  return mass;
}

}  // namespace stiction
