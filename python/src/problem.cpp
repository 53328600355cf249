// Contact problems and every solver on them.
#include <pybind11/stl.h>

#include <limits>

#include "arrays.h"
#include "bindings.h"
#include "live_world.h"
#include "problem_value.h"
#include "stiction/common/error.h"
#include "stiction/problem/spectrum.h"

namespace stiction::python {
namespace {

using Problem = py::class_<ProblemValue, std::shared_ptr<ProblemValue>>;
using Ints = py::array_t<int, py::array::c_style | py::array::forcecast>;

std::vector<double> friction(const Doubles& mu, std::size_t contacts) {
  if (mu.ndim() == 0) return std::vector<double>(contacts, *mu.data());
  if (mu.ndim() != 1) throw InputError("mu", "is a table", "give a number, or one for each contact");
  return {mu.data(), mu.data() + mu.size()};
}

ProblemValue from_dense(const Doubles& W, const Doubles& q, const Doubles& mu) {
  std::vector<Vec3> rows = to_rows(q, -1, "q");
  const auto n = static_cast<py::ssize_t>(3 * rows.size());
  if (W.ndim() != 2 || W.shape(0) != n || W.shape(1) != n)
    throw InputError("W", "does not fit q",
                     "give a matrix of shape (" + std::to_string(n) + ", " + std::to_string(n) + ")");
  const std::vector<double> coefficients = friction(mu, rows.size());
  return make_problem(W.data(), std::move(rows), coefficients);
}

ProblemValue from_blocks(const Ints& start, const Ints& column, const Doubles& blocks, const Doubles& q,
                         const Doubles& mu) {
  std::vector<Vec3> rows = to_rows(q, -1, "q");
  if (blocks.ndim() != 3 || blocks.shape(0) != column.size() || blocks.shape(1) != 3 || blocks.shape(2) != 3)
    throw InputError("W", "has blocks that are not 3×3", "give one 3×3 block for each column index");
  const std::vector<double> coefficients = friction(mu, rows.size());
  return make_problem({start.data(), start.data() + start.size()}, {column.data(), column.data() + column.size()},
                      blocks.data(), std::move(rows), coefficients);
}

ProblemValue read(const std::string& path) {
  ProblemFile file = read_problem(path);
  ProblemValue problem;
  problem.local = std::move(file.problem);
  problem.info = file.info;
  if (file.solution) problem.known = std::move(file.solution->r);
  return problem;
}

ProblemValue of_world(LiveWorld& live) {
  const auto world = live.access();
  if (world->state().step == 0) throw InputError("problem", "there is none before the first step", "take a step first");
  ProblemValue problem;
  problem.full = world->last_problem();
  problem.local = condense(*problem.full);
  problem.info.title = live.scene().name + ", step " + std::to_string(world->state().step);
  problem.known = world->last_impulses();
  return problem;
}

void write(const ProblemValue& problem, const std::string& path, const py::object& solution) {
  std::vector<Vec3> r;
  if (!solution.is_none()) r = to_rows(solution.cast<Doubles>(), problem.local.size(), "solution");
  write_local_problem(path, problem.local, problem.info, solution.is_none() ? nullptr : &r);
}

py::array dense(const ProblemValue& problem) {
  const auto n = static_cast<py::ssize_t>(problem.local.size());
  py::array_t<double> out({3 * n, 3 * n});
  std::fill_n(out.mutable_data(), out.size(), 0.0);
  const BlockRows& W = problem.local.W;
  for (int i = 0; i < n; ++i)
    for (int k = W.start[i]; k < W.start[i + 1]; ++k)
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c) out.mutable_at(3 * i + r, 3 * W.column[k] + c) = W.block[k](r, c);
  return out;
}

py::tuple blocks(const ProblemValue& problem) {
  const BlockRows& W = problem.local.W;
  py::array_t<double> out({W.block.size(), std::size_t{3}, std::size_t{3}});
  double* to = out.mutable_data();
  for (const Mat3& block : W.block)
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) *to++ = block(r, c);
  return py::make_tuple(py::array_t<int>(static_cast<py::ssize_t>(W.start.size()), W.start.data()),
                        py::array_t<int>(static_cast<py::ssize_t>(W.column.size()), W.column.data()), out);
}

SolverSettings settings_from(const std::string& solver, double tolerance, int max_iterations, double time_limit,
                             const py::kwargs& options) {
  SolverSettings s;
  s.type = solver;
  s.tolerance = tolerance;
  s.max_iterations = max_iterations;
  s.time_limit_s = time_limit;
  for (const auto& [key, given] : options) {
    const std::string name = key.cast<std::string>();
    if (name == "friction_samples")
      s.friction_samples = given.cast<int>();
    else if (name == "form")
      s.form = given.cast<std::string>();
    else if (name == "friction")
      s.friction = given.cast<std::string>();
    else if (name == "relaxation")
      s.relaxation = given.cast<double>();
    else if (name == "shock_propagation")
      s.shock_propagation = given.cast<bool>();
    else if (name == "direction")
      s.direction = given.cast<std::string>();
    else if (name == "subsystem")
      s.subsystem = given.cast<std::string>();
    else if (name == "proximal")
      s.proximal = given.cast<bool>();
    else if (name == "alignments")
      s.alignments = given.cast<int>();
    else
      throw py::type_error("solve() got an unexpected option '" + name + "'");
  }
  if (!(tolerance > 0)) throw InputError("tolerance", "is not above 0", "give a number such as 1e-8");
  if (max_iterations < 1) throw InputError("max_iterations", "is below 1", "give 1 or more");
  if (!(time_limit > 0)) throw InputError("time_limit", "is not above 0 s", "give seconds, or leave it out");
  return s;
}

SolutionValue solve_problem(const ProblemValue& problem, const std::string& solver, double tolerance,
                            int max_iterations, double time_limit, const py::object& start, bool trace,
                            const py::kwargs& options) {
  const SolverSettings settings = settings_from(solver, tolerance, max_iterations, time_limit, options);
  std::vector<Vec3> impulses(static_cast<std::size_t>(problem.local.size()), Vec3::Zero());
  if (!start.is_none()) impulses = to_rows(start.cast<Doubles>(), problem.local.size(), "start");
  py::gil_scoped_release release;
  return solve(problem, settings, std::move(impulses), trace);
}

void bind_solution(py::module_& module) {
  using Solution = py::class_<SolutionValue>;
  Solution(module, "Solution", "Impulses that a solver found, judged from outside.")
      .def_readonly("solver", &SolutionValue::solver, "Its name.")
      .def_property_readonly(
          "r", [](const SolutionValue& s) { return to_array(s.r); },
          "(n, 3), N·s: impulses in contact frames, (normal, tangent, tangent).")
      .def_property_readonly(
          "u", [](const SolutionValue& s) { return to_array(s.u); },
          "(n, 3), m/s: relative velocities W r + q, bias taken off.")
      .def_readonly("certificate", &SolutionValue::certificate, "How far they are from exact friction.")
      .def_readonly("converged", &SolutionValue::converged, "Whether certificate.error is within the tolerance.")
      .def_property_readonly(
          "iterations", [](const SolutionValue& s) { return s.report.iterations; }, "Outer iterations.")
      .def_property_readonly(
          "factorizations", [](const SolutionValue& s) { return s.report.factorizations; }, "Linear systems factored.")
      .def_property_readonly(
          "model_error", [](const SolutionValue& s) { return s.report.model_error; },
          "Error for the solver's own friction model (a pyramid, say); nan where that is the cone itself.")
      .def_readonly("wall_s", &SolutionValue::wall_s, "Wall time of the solve, s.")
      .def_property_readonly(
          "trace",
          [](const SolutionValue& s) {
            py::array_t<double> out({s.trace.size() / 4, std::size_t{4}});
            std::copy(s.trace.begin(), s.trace.end(), out.mutable_data());
            return out;
          },
          "(k, 4): iteration, cost in Gauss-Seidel sweeps, normal and friction merit (J); empty unless asked for.")
      .def("__repr__", [](const SolutionValue& s) {
        return py::str("<Solution by {}: error {:.3g} after {} iterations>")
            .format(s.solver, s.certificate.error, s.report.iterations);
      });
}

}  // namespace

void bind_problem(py::module_& module) {
  bind_solution(module);
  module.def("solver_names", &solver_names, "Every solver there is, 'auto' first.");
  Problem type(module, "Problem",
               "One frictional contact problem: u = W r + q with Coulomb's law at every contact, rows in the order\n"
               "normal, tangent, tangent. From arrays, from an FCLib file, or from a world's last step.");
  type.def(py::init([](std::shared_ptr<ProblemValue> same) { return same; }), py::arg("same"),
           "Another handle of the same problem.");
  type.def_static("_from_dense", &from_dense, py::arg("W"), py::arg("q"), py::arg("mu"));
  type.def_static("_from_blocks", &from_blocks, py::arg("start"), py::arg("column"), py::arg("blocks"), py::arg("q"),
                  py::arg("mu"));
  type.def_static("_read", &read, py::arg("path"), "Reads an FCLib file (HDF5), local or global.");
  type.def_static("_of_world", &of_world, py::arg("world"), "The problem of the world's last step, with its impulses.");
  type.def("write", &write, py::arg("path"), py::arg("solution") = py::none(),
           "Writes an FCLib file (fclib_local), with impulses (n, 3) as its solution if given.");
  type.def("__len__", [](const ProblemValue& p) { return p.local.size(); });
  type.def_property_readonly("W", &dense, "(3n, 3n): the Delassus matrix, dense, 1/kg. A copy.");
  type.def_property_readonly("W_blocks", &blocks,
                             "W by 3×3 blocks: (start, column, blocks) in compressed block rows. Copies.");
  type.def_property_readonly(
      "q", [](const ProblemValue& p) { return to_array(p.local.q); }, "(n, 3), m/s: velocities without impulses.");
  type.def_property_readonly(
      "mu",
      [](const ProblemValue& p) {
        std::vector<double> out;
        for (const LocalContact& c : p.local.contacts) out.push_back(c.mu);
        return to_array(out);
      },
      "(n,): coefficients of friction; 0 for rows of joints.");
  type.def_property_readonly(
      "known",
      [](const ProblemValue& p) -> py::object { return p.known ? py::object(to_array(*p.known)) : py::none(); },
      "(n, 3): impulses stored with the problem or found by the world; None where there are none.");
  type.def_property_readonly(
      "title", [](const ProblemValue& p) { return p.info.title; }, "What the file or the world calls it.");
  type.def(
      "certify", [](const ProblemValue& p, const Doubles& r) { return p.certify(to_rows(r, p.local.size(), "r")); },
      py::arg("r"), "Judges impulses (n, 3).");
  type.def(
      "eigenvalues", [](const ProblemValue& p) { return to_array(eigenvalues(p.local)); },
      "Of W, ascending, 1/kg. Takes the cube of its rows.");
  type.def("solve", &solve_problem, py::arg("solver") = "auto", py::kw_only(), py::arg("tolerance") = 1e-8,
           py::arg("max_iterations") = 2000, py::arg("time_limit") = std::numeric_limits<double>::infinity(),
           py::arg("start") = py::none(), py::arg("trace") = false,
           "Solves it with a solver of solver_names(); other Python threads run meanwhile.\n\n"
           "tolerance: on certificate.error; time_limit: s; start: impulses (n, 3) to start from; trace: keep the\n"
           "convergence curve. Further options are those of the scene file's solver: friction, relaxation, form, ...");
  type.def("__repr__", [](const ProblemValue& p) { return py::str("<Problem: {} contacts>").format(p.local.size()); });
}

}  // namespace stiction::python
