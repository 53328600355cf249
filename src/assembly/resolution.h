// How finely the surfaces of two bodies are known to collision detection.
#pragma once

#include <algorithm>
#include <variant>

#include "stiction/geometry/shape.h"

namespace stiction {

/// Cell of the distance field, m; 0 for exact shapes.
inline double field_cell(const Shape& shape) {
  if (const auto* mesh = std::get_if<Mesh>(&shape)) return mesh->solid->field().cell();
  double largest = 0;
  if (const auto* compound = std::get_if<Compound>(&shape))
    for (const CompoundPart& part : *compound->parts) largest = std::max(largest, field_cell(part.shape));
  return largest;
}

/// A length below which overlap does not matter, m: a part of the smaller thickness, but where meshes are sampled, not
/// less than a part of their cells.
inline double small_length(const Shape& a, const Shape& b, double of_thickness, double of_cell) {
  return std::max(of_thickness * std::min(thickness(a), thickness(b)),
                  of_cell * std::max(field_cell(a), field_cell(b)));
}

}  // namespace stiction
