// Contact problems as files in the HDF5 layout of FCLib (fclib_local and fclib_global), with solutions and guesses.
//
//   local   u = W r + V λ + q,   0 = Vᵀ r + R λ + s
//   global  M v = H r + G λ + f,   u = Hᵀ v + w,   0 = Gᵀ v + b
//
// A global problem is condensed to contacts as it is read. Bilateral impulses λ become triples of bounded rows without
// bounds, behind the contacts. Problems in the plane (spacedim 2) get a second tangent along which nothing happens.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "stiction/problem/local_problem.h"

namespace stiction {

/// What a file tells about its problem in words; any of it may be empty.
struct ProblemInfo {
  std::string title, description, math_info;
};

/// Velocities and impulses of all triples of a problem, those of bilateral rows included.
struct ProblemSolution {
  std::vector<Vec3> u, r;
};

struct ProblemFile {
  LocalProblem problem;
  ProblemInfo info;
  bool global = false;                      ///< M, H and f were given, not W
  int dimension = 3;                        ///< rows of a contact in the file
  int contacts = 0;                         ///< Coulomb contacts, first in the problem
  int bilateral = 0;                        ///< bilateral rows behind them
  double asymmetry = 0;                     ///< largest |W - Wᵀ| relative to the largest |W|
  std::optional<ProblemSolution> solution;  ///< as stored; velocities follow from the impulses where the file has none
  std::vector<ProblemSolution> guesses;
};

/// Throws InputError with file, field and remedy for anything that is no sound problem. A W that is slightly
/// unsymmetric or indefinite is taken as it is; see ProblemFile::asymmetry and spectrum.h.
ProblemFile read_problem(const std::string& path);

/// Writes fclib_local, with V and R if there are bilateral rows. Throws InputError for rows of joints with bounds,
/// which FCLib cannot say (`free_of_bounds` takes them away), and if the file cannot be written.
void write_local_problem(const std::string& path, const LocalProblem& problem, const ProblemInfo& info,
                         const std::vector<Vec3>* solution = nullptr,
                         const std::vector<std::vector<Vec3>>& guesses = {});

/// Writes fclib_global: M, H, f and w, with G and b if there are bilateral rows; velocities v of the bodies included in
/// the solution. Throws as write_local_problem does.
void write_global_problem(const std::string& path, const ContactProblem& problem, const ProblemInfo& info,
                          const std::vector<Vec3>* solution = nullptr);

/// Copies the problem file `source` and puts impulses `r` into the copy as its /solution.
void write_solution(const std::string& path, const std::string& source, const ProblemFile& file,
                    const std::vector<Vec3>& r);

/// The problem without bounds on joints, given its solution: a row within its bounds is bilateral, a row at a bound has
/// a known impulse, which joins the free velocity. Solution and velocities stay what they were.
ContactProblem free_of_bounds(const ContactProblem& problem, const std::vector<Vec3>& solution,
                              std::vector<Vec3>& solution_without);

}  // namespace stiction
