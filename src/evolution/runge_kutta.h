// Explicit Runge-Kutta steps on vectors of fixed size. `f(y, rate)` is the right-hand side.
#pragma once

namespace stiction {

/// The classical method of order 4. `first` is the derivative at `y`.
template <class Vector, class F>
Vector runge_kutta4(const Vector& y, const Vector& first, double h, F&& f) {
  Vector k2, k3, k4;
  f(Vector(y + 0.5 * h * first), k2);
  f(Vector(y + 0.5 * h * k2), k3);
  f(Vector(y + h * k3), k4);
  return y + h / 6 * (first + 2 * k2 + 2 * k3 + k4);
}

/// Result of a step of Dormand and Prince (1980): order 5, with the difference to an embedded result of order 4.
template <class Vector>
struct EmbeddedStep {
  Vector end, error;
  Vector last;  ///< derivative at the end: the first one of the next step
};

template <class Vector, class F>
EmbeddedStep<Vector> dormand_prince(const Vector& y, const Vector& k1, double h, F&& f) {
  Vector k2, k3, k4, k5, k6;
  EmbeddedStep<Vector> step;
  f(Vector(y + h / 5 * k1), k2);
  f(Vector(y + h * (3. / 40 * k1 + 9. / 40 * k2)), k3);
  f(Vector(y + h * (44. / 45 * k1 - 56. / 15 * k2 + 32. / 9 * k3)), k4);
  f(Vector(y + h * (19372. / 6561 * k1 - 25360. / 2187 * k2 + 64448. / 6561 * k3 - 212. / 729 * k4)), k5);
  f(Vector(y + h * (9017. / 3168 * k1 - 355. / 33 * k2 + 46732. / 5247 * k3 + 49. / 176 * k4 - 5103. / 18656 * k5)),
    k6);
  step.end = y + h * (35. / 384 * k1 + 500. / 1113 * k3 + 125. / 192 * k4 - 2187. / 6784 * k5 + 11. / 84 * k6);
  f(step.end, step.last);
  step.error = h * (71. / 57600 * k1 - 71. / 16695 * k3 + 71. / 1920 * k4 - 17253. / 339200 * k5 + 22. / 525 * k6 -
                    1. / 40 * step.last);
  return step;
}

}  // namespace stiction
