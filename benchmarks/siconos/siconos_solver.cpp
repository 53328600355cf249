#include "siconos_solver.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "stiction/common/timer.h"

extern "C" {
#include <FrictionContactProblem.h>
#include <Friction_cst.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <SolverOptions.h>
#include <SparseBlockMatrix.h>
}

namespace stiction::bench {

namespace {

constexpr int kRepeats = 3;
constexpr double kShort = 0.1;  // s

/// Copies of W, q and mu as Siconos wants them; the process that makes them ends soon, so nothing is freed.
FrictionContactProblem* siconos_problem(const LocalProblem& problem, bool blocks) {
  const int n = problem.size();
  NumericsMatrix* W = nullptr;
  if (blocks) {
    W = NM_create(NM_SPARSE_BLOCK, 3 * n, 3 * n);
    SparseBlockStructuredMatrix& m = *W->matrix1;
    const std::size_t count = problem.W.block.size();
    m.nbblocks = static_cast<unsigned>(count);
    m.blocknumber0 = m.blocknumber1 = static_cast<unsigned>(n);
    m.block = new double*[count];
    m.index2_data = new std::size_t[count];
    for (std::size_t e = 0; e < count; ++e) {
      m.block[e] = new double[9];
      Eigen::Map<Mat3>(m.block[e]) = problem.W.block[e];
      m.index2_data[e] = static_cast<std::size_t>(problem.W.column[e]);
    }
    m.blocksize0 = new unsigned[n];
    m.index1_data = new std::size_t[n + 1];
    for (int k = 0; k < n; ++k) m.blocksize0[k] = static_cast<unsigned>(3 * (k + 1));
    for (int k = 0; k <= n; ++k) m.index1_data[k] = static_cast<std::size_t>(problem.W.start[k]);
    m.blocksize1 = m.blocksize0;
    m.filled1 = static_cast<std::size_t>(n + 1);
    m.filled2 = count;
  } else {
    W = NM_create(NM_SPARSE, 3 * n, 3 * n);
    NM_triplet_alloc(W, static_cast<CS_INT>(9 * problem.W.block.size()));
    for (int k = 0; k < n; ++k)
      for (int e = problem.W.start[k]; e < problem.W.start[k + 1]; ++e)
        for (int i = 0; i < 3; ++i)
          for (int j = 0; j < 3; ++j) NM_entry(W, 3 * k + i, 3 * problem.W.column[e] + j, problem.W.block[e](i, j));
  }
  auto* q = new double[3 * n];
  auto* mu = new double[n];
  for (int k = 0; k < n; ++k) {
    for (int i = 0; i < 3; ++i) q[3 * k + i] = problem.q[k][i];
    mu[k] = problem.contacts[k].mu;
  }
  return frictionContactProblem_new_with_data(3, n, W, q, mu);
}

/// In the child: time first, then impulses.
void solve_and_tell(const SiconosSolver& solver, const LocalProblem& problem, double tolerance, int pipe) {
  // What Siconos prints belongs to nobody.
  const int nothing = open("/dev/null", O_WRONLY);
  dup2(nothing, STDOUT_FILENO);
  dup2(nothing, STDERR_FILENO);
  FrictionContactProblem* fc = siconos_problem(problem, solver.blocks);
  std::vector<double> answer(3 * problem.size() + 1, 0), velocity(3 * problem.size(), 0);
  // Short runs are repeated: the first also pays for a cold start.
  for (int i = 0; i < kRepeats && (i == 0 || answer[0] < kShort); ++i) {
    SolverOptions* options = solver_options_create(solver.id);
    options->dparam[SICONOS_DPARAM_TOL] = tolerance;
    options->iparam[SICONOS_IPARAM_MAX_ITER] = 10000000;
    std::fill(answer.begin() + 1, answer.end(), 0.0);
    std::fill(velocity.begin(), velocity.end(), 0.0);
    const double start = cpu_seconds();
    fc3d_driver(fc, answer.data() + 1, velocity.data(), options);
    const double seconds = cpu_seconds() - start;
    answer[0] = i == 0 ? seconds : std::min(answer[0], seconds);
  }
  const char* bytes = reinterpret_cast<const char*>(answer.data());
  for (std::size_t left = answer.size() * sizeof(double); left > 0;) {
    const ssize_t sent = write(pipe, bytes, left);
    if (sent <= 0) _exit(1);
    bytes += sent;
    left -= static_cast<std::size_t>(sent);
  }
  _exit(0);
}

}  // namespace

const std::vector<SiconosSolver>& siconos_solvers() {
  static const std::vector<SiconosSolver> all = {
      {"NSGS", SICONOS_FRICTION_3D_NSGS, true},      {"EG", SICONOS_FRICTION_3D_EG, true},
      {"PROX", SICONOS_FRICTION_3D_PROX, false},     {"NSN_AC", SICONOS_FRICTION_3D_NSN_AC, false},
      {"NSN_FB", SICONOS_FRICTION_3D_NSN_FB, false}, {"ADMM", SICONOS_FRICTION_3D_ADMM, false}};
  return all;
}

Run run_siconos(const SiconosSolver& solver, const LocalProblem& problem, double tolerance, double limit_s) {
  Run run;
  int ends[2];
  if (pipe(ends) != 0) return run;
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) return run;
  if (child == 0) {
    close(ends[0]);
    // By the clock on the wall: a limit on CPU time would make the CPU clock as coarse as the kernel's ticks.
    alarm(static_cast<unsigned>(std::ceil(3 * limit_s)) + 1);
    solve_and_tell(solver, problem, tolerance, ends[1]);
  }
  close(ends[1]);
  std::vector<double> answer(3 * problem.size() + 1);
  char* bytes = reinterpret_cast<char*>(answer.data());
  std::size_t left = answer.size() * sizeof(double);
  while (left > 0) {
    const ssize_t got = read(ends[0], bytes, left);
    if (got <= 0) break;
    bytes += got;
    left -= static_cast<std::size_t>(got);
  }
  close(ends[0]);
  waitpid(child, nullptr, 0);
  if (left > 0 || answer[0] > limit_s) return run;
  run.ended = true;
  run.cpu_s = answer[0];
  for (int k = 0; k < problem.size(); ++k) run.r.emplace_back(answer[3 * k + 1], answer[3 * k + 2], answer[3 * k + 3]);
  return run;
}

}  // namespace stiction::bench
