// Table I: what ten partial derivatives of a smooth surface cost.
#pragma once

#include <string>
#include <vector>

namespace stiction::papers {

struct SurfaceCost {
  std::string surface;
  double paper_s = 0;                ///< for one place
  double least_s = 0, median_s = 0;  ///< CPU, of the rounds
};

/// Five rounds of `calls` times a thousand places on every kind of surface of the table.
std::vector<SurfaceCost> surface_costs(int calls);

}  // namespace stiction::papers
