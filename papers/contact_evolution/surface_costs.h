// Table I: what ten partial derivatives of a smooth surface cost, and what a whole acceleration costs.
#pragma once

#include <string>
#include <vector>

namespace stiction::papers {

struct SurfaceCost {
  std::string surface;
  double paper_s = 0;                ///< for one place; NaN: not in the paper
  double least_s = 0, median_s = 0;  ///< CPU, of the rounds
};

/// Five rounds of `calls` times a thousand places on every kind of surface of the table.
std::vector<SurfaceCost> surface_costs(int calls);
/// The same for the whole acceleration of two free Loop surfaces that roll on each other without slip.
std::vector<SurfaceCost> acceleration_costs(int calls);

}  // namespace stiction::papers
