// Silcowitz, Niebe, Erleben: Nonsmooth Newton Method for Fischer Function Reformulation of Contact Force Problems for
// Interactive Rigid Body Simulation, 2009.
#pragma once

#include <map>

#include "framework/paper.h"
#include "stiction/problem/local_problem.h"
#include "stiction/scene/gallery.h"

namespace stiction::papers {

Paper fischer_newton();

// One file each.
Exhibit mass_ratio();
Exhibit structures();
Exhibit piles();
Exhibit convergence();
Exhibit matrices();

/// The problem of a gallery scene's step, seen from its contacts.
LocalProblem problem_of(const std::string& scene, const std::map<std::string, GalleryValue>& parameters, int step);

/// The three test cases of Figures 5 to 8.
struct TestCase {
  std::string name;
  LocalProblem problem;
};
std::vector<TestCase> test_cases();

}  // namespace stiction::papers
