#include "stiction/solvers/kernels/compact_problem.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "stiction/linalg/row_kernel.h"
#include "stiction/solvers/kernels/contact_quads.h"

namespace stiction {

namespace {

/// Numbers in the longest row.
constexpr int kWidest = 6 * CompactProblem::kMostBodies;

bool move_the_same(const ProblemContact& a, const ProblemContact& b) {
  return a.body_a == b.body_a && a.body_b == b.body_b &&
         std::equal(a.more.begin(), a.more.end(), b.more.begin(), b.more.end(),
                    [](const ProblemTerm& x, const ProblemTerm& y) { return x.body == y.body; });
}

/// How a body's velocities are whitened: inverse mass = S Sᵀ.
struct Whitening {
  enum Kind { unit, rigid, general };
  Kind kind = unit;  ///< parts of deformable bodies are given in coordinates of unit mass
  Mat6 S;

  /// J = G S, row after row; returns the sum of its squares.
  double rows(const Mat36& G, double* J, int stride) const {
    Mat36 product;
    if (kind == rigid) {  // a multiple of the unit matrix, and three by three
      product.leftCols<3>().noalias() = S(0, 0) * G.leftCols<3>();
      product.rightCols<3>().noalias() = G.rightCols<3>().lazyProduct(S.bottomRightCorner<3, 3>());
    } else if (kind == general) {
      product.noalias() = G * S;
    }
    const Mat36& from = kind == unit ? G : product;
    double sum = 0;
    for (int axis = 0; axis < 3; ++axis)
      for (int i = 0; i < 6; ++i) {
        const double x = from(axis, i);
        J[axis * stride + i] = x;
        sum += x * x;
      }
    return sum;
  }
};

Whitening whitening_of(const Mat6& inverse_mass) {
  Whitening w;
  if (inverse_mass == Mat6::Identity()) return w;
  w.S = inverse_mass.llt().matrixL();
  const Mat3 linear = w.S.topLeftCorner<3, 3>();
  const bool plain = linear == Mat3(linear(0, 0) * Mat3::Identity()) && w.S.bottomLeftCorner<3, 3>().isZero(0);
  w.kind = plain ? Whitening::rigid : Whitening::general;
  return w;
}

/// Velocities of a run's bodies, one behind the other, then zeros.
void gather(const CompactProblem::Run& run, const Eigen::VectorXd& w, double* numbers) {
  for (int i = 0; i < run.terms; ++i) Eigen::Map<Vec6>(numbers + 6 * i) = w.segment<6>(6 * run.bodies[std::size_t(i)]);
  for (int i = 6 * run.terms; i < run.stride; ++i) numbers[i] = 0;
}

}  // namespace

bool CompactProblem::suits(const ContactProblem& problem, const ProblemBlock& block) {
  if (std::ssize(block.bodies) > kMostBodies || std::ssize(block.contacts) > kMostContacts) return false;
  return std::all_of(block.contacts.begin(), block.contacts.end(),
                     [&](int k) { return problem.contacts[k].law == RowLaw::coulomb; });
}

void CompactProblem::find_runs(const ContactProblem& problem, const Decomposition& decomposition,
                               const ProblemBlock& block) {
  std::ptrdiff_t numbers = 0;
  const ProblemContact* last = nullptr;
  for (std::size_t k = 0; k < block.contacts.size(); ++k) {
    const ProblemContact& c = problem.contacts[block.contacts[k]];
    if (!last || !move_the_same(*last, c)) {
      Run& run = runs_.emplace_back();
      run.first = static_cast<int>(k);
      c.for_each_term([&](int body, const Mat36&) { run.bodies[run.terms++] = decomposition.place_of_body[body]; });
      run.stride = row_stride(6 * run.terms);
    }
    last = &c;
    ++runs_.back().count;
    numbers += 3 * std::ptrdiff_t(runs_.back().stride);
  }
  rows_ = std::make_unique_for_overwrite<double[]>(std::size_t(numbers));
  double* rows = rows_.get();
  for (Run& run : runs_) {
    run.rows = rows;
    rows += 3 * std::ptrdiff_t(run.count) * run.stride;
  }
}

CompactProblem::CompactProblem(const ContactProblem& problem, const Decomposition& decomposition,
                               std::size_t block_index) {
  const ProblemBlock& block = decomposition.blocks[block_index];
  bodies_ = static_cast<int>(block.bodies.size());
  std::array<Whitening, kMostBodies> whitenings;
  w_free_.resize(width());
  w_.resize(width());
  for (int i = 0; i < bodies_; ++i) {
    const int body = block.bodies[std::size_t(i)];
    Whitening& whitening = whitenings[std::size_t(i)];
    whitening = whitening_of(problem.inverse_mass[body]);
    if (whitening.kind == Whitening::unit)
      w_free_.segment<6>(6 * i) = problem.v_free[body];
    else
      w_free_.segment<6>(6 * i) = whitening.S.triangularView<Eigen::Lower>().solve(problem.v_free[body]);
  }
  find_runs(problem, decomposition, block);
  size_ = static_cast<int>(block.contacts.size());
  mu_.setZero(padded());
  d_.setOnes(padded());
  bias_.assign(std::size_t(padded()), Vec3::Zero());
  double* rows = rows_.get();
  for (const Run& run : runs_) {
    for (int k = run.first; k < run.first + run.count; ++k, rows += 3 * std::ptrdiff_t(run.stride)) {
      const ProblemContact& from = problem.contacts[block.contacts[std::size_t(k)]];
      mu_[k] = from.mu;
      bias_[std::size_t(k)] = Vec3(from.bias, 0, 0) - from.offset;
      double trace = 0;
      int term = 0;
      from.for_each_term([&](int, const Mat36& G) {
        trace += whitenings[std::size_t(run.bodies[std::size_t(term)])].rows(G, rows + 6 * term, run.stride);
        ++term;
      });
      for (int axis = 0; axis < 3; ++axis)
        for (int i = 6 * run.terms; i < run.stride; ++i) rows[axis * run.stride + i] = 0;
      if (trace > 0) d_[k] = trace / 3;
    }
  }
  std::vector<Vec3> q(bias_.size(), Vec3::Zero());
  contact_velocities(w_free_, q);
  for (int k = 0; k < size_; ++k)
    scales_.add(RowLaw::coulomb, {}, {}, d_[k], q[std::size_t(k)] - bias_[std::size_t(k)]);
}

void CompactProblem::add_impulses(const std::vector<Vec3>& r, Eigen::VectorXd& w) const {
  double sum[kWidest];
  for (const Run& run : runs_) {
    gather(run, w, sum);
    add_rows(run.rows, 3 * run.count, run.stride, r[std::size_t(run.first)].data(), sum);
    for (int i = 0; i < run.terms; ++i) w.segment<6>(6 * run.bodies[i]) = Eigen::Map<const Vec6>(sum + 6 * i);
  }
}

void CompactProblem::contact_velocities(const Eigen::VectorXd& w, std::vector<Vec3>& u) const {
  double velocity[kWidest];
  for (const Run& run : runs_) {
    gather(run, w, velocity);
    row_products(run.rows, run.count, run.stride, velocity, u[std::size_t(run.first)].data());
  }
}

void CompactProblem::relative_velocities(const std::vector<Vec3>& r, std::vector<Vec3>& u) const {
  w_ = w_free_;
  add_impulses(r, w_);
  contact_velocities(w_, u);
  for (std::size_t k = 0; k < u.size(); ++k) u[k] -= bias_[k];
}

Errors CompactProblem::errors(const std::vector<Vec3>& r, const std::vector<Vec3>& u) const {
  using namespace quads;
  Pack impulse2 = all(0), velocity2 = all(0), r2 = all(0);
  for (int k = 0; k < size_; k += 4) {
    const Quad at = Quad::from(r[std::size_t(k)].data());
    Quad z = Quad::from(u[std::size_t(k)].data());
    const Pack mu = load(mu_.data() + k), d = load(d_.data() + k);
    z.n += mu * root(z.tangent2());
    z = at - (1 / d) * z;
    const Pack f2 = (at - onto_cone(z, mu)).norm2();
    r2 += at.norm2();
    impulse2 += f2;
    velocity2 += d * d * f2;
  }
  const auto relative = [](double a2, double b2) { return std::sqrt(b2 > 0 ? a2 / b2 : a2); };
  return {relative(packs::sum(impulse2), std::max(packs::sum(r2), scales_.approach2)),
          relative(packs::sum(velocity2), scales_.speed2)};
}

}  // namespace stiction
