#include "stiction/problem/certificate.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {

namespace {

/// max that lets NaN through: a NaN must never look like a small residual.
double nan_max(double a, double b) { return std::isnan(a) || a > b ? a : b; }

Mat3 delassus_diagonal(const ContactProblem& problem, const ProblemContact& c) {
  Mat3 W = Mat3::Zero();
  c.for_each_term([&](int body, const Mat36& G) { W.noalias() += G * problem.inverse_mass[body] * G.transpose(); });
  return W;
}

/// Adds up the residuals of all triples of rows: the formulas of docs/accuracy.md, for both forms of a problem.
class CertificateSum {
 public:
  /// `u` and `q`: relative velocities with and without impulses, bias off. `push`: normal impulse of the contact that
  /// rolling rows belong to.
  void add(const LocalContact& c, double compliance, const Vec3& r, const Vec3& u, const Vec3& q, double push) {
    const double rho = 1 / compliance;
    r2_ += r.squaredNorm();
    q2_ += q.squaredNorm();
    if (c.law == RowLaw::bounded) {
      const double residual = (r - project_on_bounds(r - rho * u, c.lower, c.upper)).norm();
      add_residual(residual, c.noise);
      approach2_ += project_on_bounds(-rho * q, c.lower, c.upper).squaredNorm();
      error_q2_ += (r - project_on_bounds(r - u, c.lower, c.upper)).squaredNorm();
      sum_.joint = nan_max(residual * compliance, sum_.joint);
      return;
    }
    if (c.law == RowLaw::rolling) return add_rolling(c, rho, r, u, push);
    const double slip = std::hypot(u.y(), u.z());
    const Vec3 shifted(u.x() + c.mu * slip, u.y(), u.z());
    add_residual((r - project_on_cone(r - rho * shifted, c.mu)).norm(), c.noise);
    const double a = rho * std::min(0.0, q.x());
    approach2_ += a * a;
    error_q2_ += (r - project_on_cone(r - shifted, c.mu)).squaredNorm();
    const double friction = std::hypot(r.y(), r.z());
    sum_.normal = nan_max(-u.x(), sum_.normal);
    sum_.cone = nan_max(nan_max(friction - c.mu * r.x(), -r.x()), sum_.cone);
    sum_.complementarity += std::abs(r.x() * u.x());
    sum_.dissipation = nan_max(std::abs(r.y() * u.y() + r.z() * u.z() + c.mu * r.x() * slip), sum_.dissipation);
  }

  Certificate certificate() const {
    // Nothing approaches and nothing pushes: the error is then 0/0, and the numerator decides.
    const double scale = std::sqrt(nan_max(r2_, approach2_));
    const auto relative = [](double numerator, double denominator) {
      return denominator > 0 || std::isnan(denominator) ? numerator / denominator : numerator;
    };
    Certificate result = sum_;
    result.error = relative(std::sqrt(error2_), scale);
    result.error_worst = relative(std::sqrt(worst2_), scale);
    result.error_q = relative(std::sqrt(error_q2_), std::sqrt(q2_));
    return result;
  }

 private:
  void add_rolling(const LocalContact& c, double rho, const Vec3& r, const Vec3& u, double push) {
    add_residual((r - project_on_rolling(r - rho * u, c.upper, push)).norm(), c.noise);
    error_q2_ += (r - project_on_rolling(r - u, c.upper, push)).squaredNorm();
    const double roll = std::hypot(r.y(), r.z()), rate = std::hypot(u.y(), u.z());
    sum_.cone = nan_max(nan_max(std::abs(r.x()) - c.upper.x() * push, roll - c.upper.y() * push), sum_.cone);
    const double spin_work = r.x() * u.x() + c.upper.x() * push * std::abs(u.x());
    const double roll_work = r.y() * u.y() + r.z() * u.z() + c.upper.y() * push * rate;
    sum_.dissipation = nan_max(nan_max(std::abs(spin_work), std::abs(roll_work)), sum_.dissipation);
  }

  void add_residual(double residual, double noise) {
    const double e2 = residual <= noise ? 0 : residual * residual;
    error2_ += e2;
    worst2_ = nan_max(e2, worst2_);
  }

  Certificate sum_;
  double error2_ = 0, r2_ = 0, approach2_ = 0, error_q2_ = 0, q2_ = 0, worst2_ = 0;
};

}  // namespace

Vec3 project_on_cone(const Vec3& x, double mu) {
  const double t = x.tail<2>().norm();  // not hypot: this is called all the time, and such numbers need no care
  if (mu * t <= -x.x()) return Vec3::Zero();
  if (t <= mu * x.x()) return x;
  const double n = (x.x() + mu * t) / (1 + mu * mu);
  const double f = mu * n / t;
  return Vec3(n, f * x.y(), f * x.z());
}

Vec3 project_on_rolling(const Vec3& z, const Vec3& upper, double push) {
  const double bound = upper.x() * std::max(0.0, push), radius = upper.y() * std::max(0.0, push);
  Vec3 p(std::clamp(z.x(), -bound, bound), z.y(), z.z());
  const double length = z.tail<2>().norm();
  if (length > radius) p.tail<2>() *= radius / length;
  return p;
}

std::vector<double> contact_compliances(const ContactProblem& problem) {
  std::vector<double> d(problem.size());
  for (int k = 0; k < problem.size(); ++k) d[k] = contact_compliance(problem, problem.contacts[k]);
  return d;
}

double contact_compliance(const ContactProblem& problem, const ProblemContact& contact) {
  const double trace = delassus_diagonal(problem, contact).trace();
  return trace > 0 ? trace / contact.rows : 1;
}

double contact_compliance(const LocalProblem& problem, int k) {
  const double trace = problem.W.diagonal(k).trace();
  return trace > 0 ? trace / problem.contacts[k].rows : 1;
}

double rounding_allowance(const ContactProblem& problem, const ProblemContact& c, double compliance) {
  double speed = std::abs(c.bias) + c.offset.norm();
  c.for_each_term([&](int body, const Mat36& G) {
    const Vec6& v = problem.v_free[body];
    speed += G.leftCols<3>().norm() * v.head<3>().norm() + G.rightCols<3>().norm() * v.tail<3>().norm();
  });
  // A sum of twelve products and a bias may be off by seven epsilons of its terms.
  return 8 * std::numeric_limits<double>::epsilon() * (1 + c.mu) * speed / compliance;
}

namespace {

void add(const ContactProblem& problem, int k, double compliance, const std::vector<Vec6>& v,
         const std::vector<Vec3>& impulses, CertificateSum& sum) {
  const ProblemContact& c = problem.contacts[k];
  Vec3 u = contact_velocity(c, v);
  Vec3 q = contact_velocity(c, problem.v_free);
  if (c.law == RowLaw::coulomb) {
    u.x() -= c.bias;
    q.x() -= c.bias;
  }
  const double noise = rounding_allowance(problem, c, compliance);
  const double push = c.parent >= 0 ? impulses[c.parent].x() : 0;
  sum.add({c.law, c.mu, c.rows, c.lower, c.upper, noise, c.parent}, compliance, impulses[k], u, q, push);
}

}  // namespace

Certificate certify(const ContactProblem& problem, const std::vector<Vec6>& v, const std::vector<Vec3>& impulses) {
  return certify(problem, v, impulses, contact_compliances(problem));
}

Certificate certify(const ContactProblem& problem, const std::vector<Vec6>& v, const std::vector<Vec3>& impulses,
                    const std::vector<double>& compliances) {
  CertificateSum sum;
  for (int k = 0; k < problem.size(); ++k) add(problem, k, compliances[k], v, impulses, sum);
  return sum.certificate();
}

Certificate certify_part(const ContactProblem& problem, const std::vector<int>& contacts, const std::vector<Vec6>& v,
                         const std::vector<Vec3>& impulses) {
  CertificateSum sum;
  for (const int k : contacts) add(problem, k, contact_compliance(problem, problem.contacts[k]), v, impulses, sum);
  return sum.certificate();
}

Certificate certify(const LocalProblem& problem, const std::vector<Vec3>& impulses) {
  const std::vector<Vec3> u = relative_velocities(problem, impulses);
  CertificateSum sum;
  for (int k = 0; k < problem.size(); ++k) {
    const int parent = problem.contacts[k].parent;
    const double push = parent >= 0 ? impulses[parent].x() : 0;
    sum.add(problem.contacts[k], contact_compliance(problem, k), impulses[k], u[k], problem.q[k], push);
  }
  return sum.certificate();
}

Certificate worst(const Certificate& a, const Certificate& b) {
  Certificate w;
  w.error = nan_max(a.error, b.error);
  w.error_worst = nan_max(a.error_worst, b.error_worst);
  w.error_q = nan_max(a.error_q, b.error_q);
  w.normal = nan_max(a.normal, b.normal);
  w.cone = nan_max(a.cone, b.cone);
  w.complementarity = a.complementarity + b.complementarity;
  w.dissipation = nan_max(a.dissipation, b.dissipation);
  w.joint = nan_max(a.joint, b.joint);
  return w;
}

}  // namespace stiction
