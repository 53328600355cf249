#include "stiction/bodies/elastic/tet_forces.h"

#include <tbb/parallel_for.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <compare>
#include <numeric>
#include <string>
#include <utility>

#include "stiction/common/error.h"

namespace stiction {

namespace {

using Corners = Eigen::Matrix<double, 3, 4>;

// A task must be worth its start: some hundred pieces.
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

TetForces::TetForces(const TetMesh& mesh, const ElasticMaterial& material, ElasticLaw law, StrainKind strain)
    : material_(material),
      law_(law),
      lame_(lame_constants(material)),
      rest_(stacked_positions(mesh.vertices)),
      tets_(mesh.tets) {
  check(material);
  take_tetrahedra(mesh);
  if (strain == StrainKind::kEdges) {
    smooth_over_edges();
  } else {
    volumes_ = tet_volumes_;
    slot_gradient_.resize(3, 4 * static_cast<Eigen::Index>(tets_.size()));
    for (std::size_t e = 0; e < tets_.size(); ++e) {
      first_slot_.push_back(static_cast<int>(4 * e));
      slot_vertex_.insert(slot_vertex_.end(), tets_[e].begin(), tets_[e].end());
      slot_gradient_.middleCols<4>(4 * static_cast<Eigen::Index>(e)) = tet_gradients_[e];
    }
  }
  first_slot_.push_back(static_cast<int>(slot_vertex_.size()));
  lay_out();
}

void TetForces::take_tetrahedra(const TetMesh& mesh) {
  tet_volumes_.resize(tets_.size());
  tet_gradients_.resize(tets_.size());
  for (std::size_t e = 0; e < tets_.size(); ++e) {
    Mat3 edges;
    for (int i = 0; i < 3; ++i) edges.col(i) = mesh.corner(e, i + 1) - mesh.corner(e, 0);
    tet_volumes_[e] = edges.determinant() / 6;
    if (!(tet_volumes_[e] > 0)) {
      throw InputError("tetrahedron " + std::to_string(e + 1), "has no volume or is inside out",
                       "give a mesh of tetrahedra with positive volume");
    }
    const Mat3 inverse = edges.inverse();
    tet_gradients_[e].rightCols<3>() = inverse.transpose();
    tet_gradients_[e].col(0) = -inverse.transpose().rowwise().sum();
  }
}

void TetForces::smooth_over_edges() {
  struct EdgeUse {
    int low, high, tet;
    auto operator<=>(const EdgeUse&) const = default;
  };
  std::vector<EdgeUse> edges;
  for (std::size_t e = 0; e < tets_.size(); ++e) {
    for (const auto& [i, j] : kTetEdges) {
      const auto [low, high] =
          std::minmax(tets_[e][static_cast<std::size_t>(i)], tets_[e][static_cast<std::size_t>(j)]);
      edges.push_back({low, high, static_cast<int>(e)});
    }
  }
  std::sort(edges.begin(), edges.end());
  std::vector<double> gradients;
  std::vector<std::pair<int, Vec3>> weighted;  // of the nodes around one edge
  for (std::size_t begin = 0, end = 0; begin < edges.size(); begin = end) {
    weighted.clear();
    double volume = 0;
    for (; end < edges.size() && edges[end].low == edges[begin].low && edges[end].high == edges[begin].high; ++end) {
      const std::size_t tet = static_cast<std::size_t>(edges[end].tet);
      const double share = tet_volumes_[tet] / 6;
      volume += share;
      for (int i = 0; i < 4; ++i) {
        weighted.emplace_back(tets_[tet][static_cast<std::size_t>(i)], share * tet_gradients_[tet].col(i));
      }
    }
    std::stable_sort(weighted.begin(), weighted.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    first_slot_.push_back(static_cast<int>(slot_vertex_.size()));
    volumes_.push_back(volume);
    for (std::size_t i = 0; i < weighted.size();) {
      Vec3 sum = Vec3::Zero();
      const int vertex = weighted[i].first;
      for (; i < weighted.size() && weighted[i].first == vertex; ++i) sum += weighted[i].second;
      slot_vertex_.push_back(vertex);
      for (int c = 0; c < 3; ++c) gradients.push_back(sum(c) / volume);
    }
  }
  slot_gradient_ =
      Eigen::Map<const Eigen::Matrix3Xd>(gradients.data(), 3, static_cast<Eigen::Index>(slot_vertex_.size()));
}

void TetForces::lay_out() {
  const std::size_t vertices = static_cast<std::size_t>(rest_.size() / 3);
  first_use_.assign(vertices + 1, 0);
  for (int v : slot_vertex_) ++first_use_[static_cast<std::size_t>(v) + 1];
  std::partial_sum(first_use_.begin(), first_use_.end(), first_use_.begin());
  uses_.resize(slot_vertex_.size());
  std::vector<int> next(first_use_.begin(), first_use_.end() - 1);
  for (std::size_t e = 0; e < pieces(); ++e) {
    for (int s = first_slot_[e]; s < first_slot_[e + 1]; ++s) {
      const std::size_t v = static_cast<std::size_t>(slot_vertex_[static_cast<std::size_t>(s)]);
      uses_[static_cast<std::size_t>(next[v]++)] = {static_cast<int>(e), s};
    }
  }
  first_coupled_.assign(1, 0);
  std::vector<int> row;
  for (std::size_t v = 0; v < vertices; ++v) {
    row.assign(1, static_cast<int>(v));
    for (int u = first_use_[v]; u < first_use_[v + 1]; ++u) {
      const std::size_t e = static_cast<std::size_t>(uses_[static_cast<std::size_t>(u)].piece);
      row.insert(row.end(), slot_vertex_.begin() + first_slot_[e], slot_vertex_.begin() + first_slot_[e + 1]);
    }
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    coupled_.insert(coupled_.end(), row.begin(), row.end());
    first_coupled_.push_back(static_cast<int>(coupled_.size()));
  }
}

void TetForces::check_size(const Eigen::VectorXd& positions) const {
  if (positions.size() != rest_.size()) {
    throw InputError("positions", "has " + std::to_string(positions.size()) + " numbers",
                     "give 3 for each of the " + std::to_string(vertices()) + " vertices");
  }
}

Mat3 TetForces::gradient(std::size_t piece, const Eigen::Ref<const Eigen::VectorXd>& field) const {
  Mat3 sum = Mat3::Zero();
  for (int s = first_slot_[piece]; s < first_slot_[piece + 1]; ++s) {
    sum += field.segment<3>(3 * slot_vertex_[static_cast<std::size_t>(s)]) * slot_gradient_.col(s).transpose();
  }
  return sum;
}

Mat3 TetForces::tet_gradient(std::size_t tet, const Eigen::VectorXd& positions) const {
  Corners values;
  for (int i = 0; i < 4; ++i) values.col(i) = positions.segment<3>(3 * tets_[tet][static_cast<std::size_t>(i)]);
  return values * tet_gradients_[tet].transpose();
}

double TetForces::energy(const Eigen::VectorXd& positions) const {
  check_size(positions);
  std::vector<double> energies(pieces());
  for_each_index(pieces(), [&](std::size_t e) {
    energies[e] = volumes_[e] * energy_density(law_, lame_, gradient(e, positions));
  });
  return std::accumulate(energies.begin(), energies.end(), 0.0);
}

TetEvaluation TetForces::evaluate(const Eigen::VectorXd& positions) const {
  check_size(positions);
  std::vector<double> energies(pieces());
  std::vector<Mat3> stresses(pieces());
  for_each_index(pieces(), [&](std::size_t e) {
    const Mat3 f = gradient(e, positions);
    energies[e] = volumes_[e] * energy_density(law_, lame_, f);
    stresses[e] = piola_stress(law_, lame_, f);
  });
  return {.energy = std::accumulate(energies.begin(), energies.end(), 0.0),
          .force = force_of(stresses),
          .distress = distress(positions)};
}

TetDistress TetForces::distress(const Eigen::VectorXd& positions) const {
  check_size(positions);
  std::vector<char> flags(tets_.size());
  for_each_index(tets_.size(), [&](std::size_t e) { flags[e] = flags_of(law_, tet_gradient(e, positions)); });
  TetDistress distress;
  for (std::size_t e = 0; e < flags.size(); ++e) {
    if (flags[e] == kFine) continue;
    distress.inverted += (flags[e] & kInverted) != 0;
    distress.softened += (flags[e] & kSoftened) != 0;
    const double least = least_stretch(tet_gradient(e, positions));
    // A NaN is the worst there is, and stays it.
    if (distress.worst < 0 || !(least >= distress.least_stretch)) {
      if (std::isnan(distress.least_stretch)) continue;
      distress.worst = static_cast<int>(e);
      distress.least_stretch = least;
    }
  }
  return distress;
}

Eigen::VectorXd TetForces::force_of(const std::vector<Mat3>& stresses) const {
  Eigen::VectorXd sum(rest_.size());
  for_each_index(static_cast<std::size_t>(vertices()), [&](std::size_t v) {
    Vec3 force = Vec3::Zero();
    for (int u = first_use_[v]; u < first_use_[v + 1]; ++u) {
      const auto [piece, slot] = uses_[static_cast<std::size_t>(u)];
      force += volumes_[static_cast<std::size_t>(piece)] *
               (stresses[static_cast<std::size_t>(piece)] * slot_gradient_.col(slot));
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
  std::vector<Mat9> derivatives(pieces());
  for_each_index(pieces(), [&](std::size_t e) {
    derivatives[e] = volumes_[e] * stress_derivative(law_, lame_, gradient(e, positions));
  });
  // Columns of one vertex are written by one task, by piece: no two tasks meet and the order of sums is fixed.
  double* values = stiffness.valuePtr();
  for_each_index(static_cast<std::size_t>(vertices()), [&](std::size_t v) {
    const auto begin = coupled_.begin() + first_coupled_[v], end = coupled_.begin() + first_coupled_[v + 1];
    const int height = static_cast<int>(3 * (end - begin));
    double* column = values + 9 * static_cast<std::ptrdiff_t>(first_coupled_[v]);
    std::fill(column, column + 3 * height, 0.0);
    for (int u = first_use_[v]; u < first_use_[v + 1]; ++u) {
      const auto [piece, slot] = uses_[static_cast<std::size_t>(u)];
      const Mat9& h = derivatives[static_cast<std::size_t>(piece)];
      const Vec3 g = slot_gradient_.col(slot);
      Eigen::Matrix<double, 9, 3> stress = g(0) * h.middleCols<3>(0);
      stress += g(1) * h.middleCols<3>(3);
      stress += g(2) * h.middleCols<3>(6);
      for (int s = first_slot_[static_cast<std::size_t>(piece)]; s < first_slot_[static_cast<std::size_t>(piece) + 1];
           ++s) {
        const Vec3 w = slot_gradient_.col(s);
        const Mat3 block =
            w(0) * stress.middleRows<3>(0) + w(1) * stress.middleRows<3>(3) + w(2) * stress.middleRows<3>(6);
        const auto place = std::lower_bound(begin, end, slot_vertex_[static_cast<std::size_t>(s)]);
        double* to = column + 3 * (place - begin);
        for (int c = 0; c < 3; ++c) {
          for (int r = 0; r < 3; ++r) to[c * height + r] += block(r, c);
        }
      }
    }
  });
}

Eigen::VectorXd TetForces::lumped_masses() const {
  Eigen::VectorXd masses = Eigen::VectorXd::Zero(vertices());
  for (std::size_t e = 0; e < tets_.size(); ++e) {
    for (int v : tets_[e]) masses(v) += 0.25 * material_.density * tet_volumes_[e];
  }
  return masses;
}

SparseMatrix TetForces::consistent_mass() const {
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(48 * tets_.size());
  for (std::size_t e = 0; e < tets_.size(); ++e) {
    for (int a : tets_[e]) {
      for (int b : tets_[e]) {
        const double share = (a == b ? 0.1 : 0.05) * material_.density * tet_volumes_[e];
        for (int c = 0; c < 3; ++c) entries.emplace_back(3 * a + c, 3 * b + c, share);
      }
    }
  }
  SparseMatrix mass(dofs(), dofs());
  mass.setFromTriplets(entries.begin(), entries.end());
  return mass;
}

}  // namespace stiction
