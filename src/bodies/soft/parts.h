// A body's velocities as parts of six, the form in which contact takes them.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <span>
#include <vector>

#include "stiction/bodies/soft/soft_body.h"

namespace stiction {

inline Eigen::Map<const Eigen::VectorXd> as_vector(const std::vector<double>& numbers) {
  return {numbers.data(), static_cast<Eigen::Index>(numbers.size())};
}

inline int part_count(Eigen::Index size) { return static_cast<int>((size + 5) / 6); }

/// Part `part` of y; what lies beyond its end is zero.
inline Vec6 part_of(const Eigen::VectorXd& y, int part) {
  Vec6 result = Vec6::Zero();
  const Eigen::Index count = std::min<Eigen::Index>(6, y.size() - 6 * part);
  result.head(count) = y.segment(6 * part, count);
  return result;
}

/// The `size` velocities of which these are the parts.
inline Eigen::VectorXd joined_parts(std::span<const Vec6> parts, Eigen::Index size) {
  Eigen::VectorXd y(size);
  for (Eigen::Index i = 0; i < size; ++i) y[i] = parts[static_cast<std::size_t>(i / 6)][i % 6];
  return y;
}

/// Appends all parts of the rows G, zero or not: contacts with the same parts are solved together.
inline void append_terms(const Eigen::Matrix3Xd& G, std::vector<SoftTerm>& terms) {
  for (int part = 0; part < part_count(G.cols()); ++part) {
    SoftTerm term{part, Mat36::Zero()};
    const Eigen::Index count = std::min<Eigen::Index>(6, G.cols() - 6 * part);
    for (Eigen::Index i = 0; i < count; ++i) term.G.col(i) = G.col(6 * part + i);
    terms.push_back(term);
  }
}

}  // namespace stiction
