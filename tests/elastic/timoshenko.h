// Frequencies of a Timoshenko beam, from its differential equations: the oracle for vibrations of slender bodies.
#pragma once

#include <Eigen/Core>
#include <Eigen/LU>
#include <cmath>
#include <vector>

namespace stiction::test {

struct TimoshenkoBeam {
  double rotary = 0;  ///< I / (A L²)
  double shear = 0;   ///< E I / (k G A L²)
};

/// Square cross-section, with Cowper's shear coefficient.
inline TimoshenkoBeam square_beam(double height_over_length, double poisson_ratio) {
  const double rotary = height_over_length * height_over_length / 12;
  const double coefficient = 10 * (1 + poisson_ratio) / (12 + 11 * poisson_ratio);
  return {.rotary = rotary, .shear = rotary * 2 * (1 + poisson_ratio) / coefficient};
}

enum class Ends { kFree, kCantilever };

/// Determinant of the end conditions at a frequency; (w, turn, moment, shear force) along the beam from 0 to 1.
inline double end_determinant(const TimoshenkoBeam& beam, Ends ends, double frequency) {
  const double square = frequency * frequency;
  Eigen::Matrix4d rate = Eigen::Matrix4d::Zero();
  rate(0, 1) = 1;
  rate(0, 3) = beam.shear;
  rate(1, 2) = 1;
  rate(2, 3) = -1;
  rate(2, 1) = -beam.rotary * square;
  rate(3, 0) = -square;
  // exp(rate) by its series for a short piece, doubled ten times.
  Eigen::Matrix4d term = Eigen::Matrix4d::Identity(), transfer = term;
  for (int i = 1; i < 20; ++i) {
    term = term * rate / (1024.0 * i);
    transfer += term;
  }
  for (int i = 0; i < 10; ++i) transfer = (transfer * transfer).eval();
  return ends == Ends::kFree ? transfer.bottomLeftCorner<2, 2>().determinant()
                             : transfer.bottomRightCorner<2, 2>().determinant();
}

/// The first `count` values of w L² sqrt(density A / E I).
inline std::vector<double> beam_frequencies(const TimoshenkoBeam& beam, Ends ends, std::size_t count) {
  std::vector<double> found;
  double low = 0.5, at_low = end_determinant(beam, ends, low);
  while (found.size() < count) {
    double high = low + 0.25, at_high = end_determinant(beam, ends, high);
    if ((at_low < 0) != (at_high < 0)) {
      double a = low, b = high;
      for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (a + b);
        ((end_determinant(beam, ends, middle) < 0) == (at_low < 0) ? a : b) = middle;
      }
      found.push_back(a);
    }
    low = high;
    at_low = at_high;
  }
  return found;
}

}  // namespace stiction::test
