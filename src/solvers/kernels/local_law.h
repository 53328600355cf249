// What the proximal Newton kernel must know of one contact's law r = P(r - rho u): the law as a projection,
// its linearization, and how to judge a candidate. Three laws share the kernel: Coulomb's and the two projections.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "stiction/solvers/kernels/whitened_problem.h"

namespace stiction {

/// A contact's part of a Newton step: dr = step - weight * du + coupling * dpush.
struct Linearization {
  Mat3 weight;
  Vec3 step;
  Vec3 coupling = Vec3::Zero();  ///< rolling rows: to the normal impulse of their contact
};

/// An inner problem of the proximal loop, r = P(r - rho u~) with u~ = u + alpha d (r - centre) and rho = length / d,
/// d the contact's compliance.
struct InnerProblem {
  /// Between 1/d and the augmented Lagrangian's 1/(alpha d): the latter's speed without its overshoot.
  static double length_for(double alpha) { return 1 / (5 * std::pow(alpha, 0.8) + alpha); }
  void set_alpha(double weight) {
    alpha = weight;
    length = length_for(weight);
  }
  double alpha_of(int k) const { return own_alpha.empty() ? alpha : std::max(alpha, own_alpha[k]); }
  double length_of(int k) const {
    return own_alpha.empty() || own_alpha[k] <= alpha ? length : length_for(own_alpha[k]);
  }

  std::vector<Vec3> centre;
  double alpha = 0, length = 1;
  std::vector<double> own_alpha;  ///< of contacts that need a larger one, else 0; empty: none does
};

/// Impulses and relative velocities along a line.
struct ImpulseLine {
  const std::vector<Vec3>&r, &u, &dr, &du;
};

/// `push` is the normal impulse of the contact that rolling rows belong to, see push_on; other rows do not use it.
class LocalLaw {
 public:
  virtual ~LocalLaw() = default;
  /// P(z): where z = r - rho u is sent. The law holds where r = P(z).
  virtual Vec3 image(int contact, const Vec3& z, double push) const = 0;
  /// Newton step of r = P(r - rho (u + damping (r - centre))) at r, with u~ = u + damping (r - centre) given.
  virtual Linearization linearize(int contact, const Vec3& r, const Vec3& u, double rho, double damping,
                                  double push) const = 0;
  /// Nearest admissible impulse, for the candidate that is judged and returned.
  virtual Vec3 admissible(int contact, const Vec3& r, double push) const = 0;
  /// Dimensionless error of admissible impulses r with relative velocities u (bias off).
  virtual double error(const std::vector<Vec3>& r, const std::vector<Vec3>& u) const = 0;
  /// Square of the residual r - P(r - rho u~) at a point of the line, weighted by the compliances.
  virtual double residual2(const InnerProblem& inner, const ImpulseLine& line, double at) const;
  /// What one contact adds to it.
  double residual2_of(int contact, const InnerProblem& inner, const ImpulseLine& line, double at) const;

 protected:
  explicit LocalLaw(const WhitenedProblem& problem) : problem_(problem) {}

  const WhitenedProblem& problem_;
};

/// Exact Coulomb friction with unilateral contact (Alart-Curnier function), and the rows of joints within their bounds.
class CoulombLaw final : public LocalLaw {
 public:
  explicit CoulombLaw(const WhitenedProblem& problem);
  Vec3 image(int contact, const Vec3& z, double push) const override;
  Linearization linearize(int contact, const Vec3& r, const Vec3& u, double rho, double damping,
                          double push) const override;
  Vec3 admissible(int contact, const Vec3& r, double push) const override;
  double error(const std::vector<Vec3>& r, const std::vector<Vec3>& u) const override;
  double residual2(const InnerProblem& inner, const ImpulseLine& line, double at) const override;

 private:
  /// What the residual needs of a contact, close together: line searches ask for it again and again.
  struct Brief {
    double mu, d;
    bool is_contact;  ///< else a row of a joint, or of rolling friction
  };
  std::vector<Brief> briefs_;
};

/// Normal impulses only, r_n >= 0: the contact projection (Staggered Projections, eq 25). Joints belong to it,
/// rolling rows do not.
class NormalLaw final : public LocalLaw {
 public:
  explicit NormalLaw(const WhitenedProblem& problem) : LocalLaw(problem) {}
  Vec3 image(int contact, const Vec3& z, double push) const override;
  Linearization linearize(int contact, const Vec3& r, const Vec3& u, double rho, double damping,
                          double push) const override;
  Vec3 admissible(int contact, const Vec3& r, double push) const override;
  double error(const std::vector<Vec3>& r, const std::vector<Vec3>& u) const override;
};

/// Friction impulses within fixed radii, on the disk or an inscribed polygon: the friction projection (eq 24). Rolling
/// friction belongs to it, always on its disk.
class FrictionLaw final : public LocalLaw {
 public:
  /// samples = 0: the exact disk; else a polygon with that many corners (eq 7). The radius of rolling rows is the
  /// normal impulse of their contact.
  FrictionLaw(const WhitenedProblem& problem, std::vector<double> radii, int samples)
      : LocalLaw(problem), radii_(std::move(radii)), samples_(samples) {}
  Vec3 image(int contact, const Vec3& z, double push) const override;
  Linearization linearize(int contact, const Vec3& r, const Vec3& u, double rho, double damping,
                          double push) const override;
  Vec3 admissible(int contact, const Vec3& r, double push) const override { return image(contact, r, push); }
  double error(const std::vector<Vec3>& r, const std::vector<Vec3>& u) const override;

 private:
  std::vector<double> radii_;
  int samples_;
};

}  // namespace stiction
