// Formulas in one variable, t: what a scene file says about motion.
#pragma once

#include <memory>
#include <string>

namespace stiction {

/// Numbers, t, pi, + - * / ^ and parentheses, and sin, cos, tan, exp, log, sqrt, abs, min, max, step (0 before 0, then
/// 1). Throws InputError that names the place in the text.
class Formula {
 public:
  explicit Formula(const std::string& text);
  double operator()(double t) const;

  struct Node;

 private:
  std::shared_ptr<const Node> root_;
};

}  // namespace stiction
