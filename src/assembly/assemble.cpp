#include "stiction/assembly/assemble.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stiction/bodies/rigid/rigid_motion.h"
#include "stiction/common/parallel.h"

namespace stiction {

Mat3 contact_frame(const Vec3& n) {
  // Duff et al. 2017: smooth but at n = -z, and without branches on near ties.
  const double sign = std::copysign(1.0, n.z());
  const double a = -1 / (sign + n.z()), b = n.x() * n.y() * a;
  Mat3 frame;
  frame.col(0) = n;
  frame.col(1) = Vec3(1 + sign * n.x() * n.x() * a, sign * b, -sign * n.x());
  frame.col(2) = Vec3(b, sign + n.y() * n.y() * a, -n.y());
  return frame;
}

std::vector<int> free_indices(const std::vector<RigidBody>& bodies) {
  std::vector<int> index(bodies.size(), -1);
  int next = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (!bodies[i].fixed) index[i] = next++;
  return index;
}

namespace {

/// A contact that slid faster than this at the start of the step slides, m/s: far above what rest leaves, far below
/// what a slide gains in a step.
constexpr double kSlipSpeed = 1e-5;

/// Enough to be worth a task.
constexpr std::size_t kContactsPerTask = 200, kBodiesPerTask = 200;

/// Rows of the velocity of point p, fixed to a body at x, along the frame's axes.
Mat36 point_jacobian(const Mat3& frame, const Vec3& p, const Vec3& x) {
  Mat36 G;
  const Vec3 arm = p - x;
  for (int row = 0; row < 3; ++row) {
    G.block<1, 3>(row, 0) = frame.col(row).transpose();
    G.block<1, 3>(row, 3) = arm.cross(frame.col(row)).transpose();
  }
  return G;
}

/// Speed after a bounce that takes place now, at `gap` over the surface, although the bodies meet later in the step:
/// chosen so that the rebound rises as high as if it had begun, with `restitution` times the speed of arrival, at the
/// surface. `pull` is the acceleration that presses the bodies together. With symplectic Euler a flight from speed s
/// rises by s²/(2 pull) + s h/2, hence b² + pull h b + 2 pull gap = e² (s² + pull h s + 2 pull gap); without pull, or
/// at e = 1, it is e s. Minus infinity if the rebound does not reach the gap.
double rebound_speed(double speed, double gap, double pull, double h, double restitution) {
  const double lift = pull * h, height = 2 * pull * gap;
  const double energy = restitution * restitution * (speed * speed + lift * speed + height) - height;
  if (energy < 0) return -std::numeric_limits<double>::infinity();
  return 0.5 * (std::sqrt(lift * lift + 4 * energy) - lift);
}

/// b in u_n >= b. A positive gap may close within the step; an approach that closes it bounces with restitution.
double bias(double gap, double touch, double u_before, double u_free, double h, double restitution, double threshold) {
  const double open = gap > touch ? gap : 0;
  double b = -open / h;
  if (restitution > 0 && gap + h * u_free <= 0 && u_before < -threshold) {
    const double pull = std::max(0.0, (u_before - u_free) / h);
    b = std::max(b, rebound_speed(-u_before, open, pull, h, restitution));
  }
  return b;
}

/// Rolling and spin friction of contact `parent`: angular velocities along the frame's axes, times a length that
/// makes the larger bound equal to the normal impulse.
ProblemContact rolling_rows(const AssemblyInput& in, const ContactPoint& point, const ContactLaw& law,
                            const ProblemContact& contact, int parent) {
  ProblemContact c;
  c.law = RowLaw::rolling;
  c.parent = parent;
  c.body_a = contact.body_a;
  c.body_b = contact.body_b;
  const double arm = std::max(law.rolling, law.spin);
  const Mat3 axes = arm * contact_frame(point.normal).transpose();
  if (c.body_a >= 0) c.G_a.rightCols<3>() = axes;
  if (c.body_b >= 0) c.G_b.rightCols<3>() = -axes;
  if (in.bodies[point.body_a].motion) c.offset += axes * in.v_free[point.body_a].tail<3>();
  if (in.bodies[point.body_b].motion) c.offset -= axes * in.v_free[point.body_b].tail<3>();
  c.upper = Vec3(law.spin, law.rolling, law.rolling) / arm;
  c.lower = -c.upper;
  return c;
}

/// Rows of a contact that acts on a deformable surface.
void add_soft_terms(const AssemblyInput& in, const std::vector<int>& index, const ContactPoint& point,
                    const Mat3& frame, ProblemContact& c) {
  std::vector<ProblemTerm> terms;
  const auto add_side = [&](int body, bool side_a) {
    const double sign = side_a ? 1 : -1;
    if (in.soft->is_soft(body)) {
      c.offset += in.soft->rows(point, side_a, sign * frame.transpose(), terms);
    } else if (index[body] >= 0) {
      terms.push_back({index[body], sign * point_jacobian(frame, point.position, in.states[body].position)});
    } else if (in.bodies[body].motion) {
      c.offset += sign * (point_jacobian(frame, point.position, in.states[body].position) * in.v_free[body]);
    }
  };
  add_side(point.body_a, true);
  add_side(point.body_b, false);
  set_terms(std::move(terms), c);
}

}  // namespace

void set_terms(std::vector<ProblemTerm> terms, ProblemContact& c) {
  if (terms.empty()) return;
  const auto before = [](const ProblemTerm& a, const ProblemTerm& b) { return a.body < b.body; };
  if (!std::is_sorted(terms.begin(), terms.end(), before)) std::stable_sort(terms.begin(), terms.end(), before);
  // A body that touches itself has terms on both sides.
  std::size_t kept = 0;
  for (std::size_t i = 1; i < terms.size(); ++i) {
    if (terms[i].body == terms[kept].body) {
      terms[kept].G += terms[i].G;
    } else if (++kept != i) {
      terms[kept] = terms[i];
    }
  }
  terms.resize(std::min(terms.size(), kept + 1));
  c.body_a = terms[0].body;
  c.G_a = terms[0].G;
  if (terms.size() > 1) {
    c.body_b = terms[1].body;
    c.G_b = terms[1].G;
    c.more.assign(terms.begin() + 2, terms.end());
  }
}

double rolling_arm(const ProblemContact& rolling) {
  return (rolling.body_a >= 0 ? rolling.G_a : rolling.G_b).row(0).norm();
}

ContactProblem assemble(const AssemblyInput& in) {
  ContactProblem problem;
  const std::vector<int> index = free_indices(in.bodies);
  const auto fixed = static_cast<std::size_t>(std::count(index.begin(), index.end(), -1));
  const std::size_t free = in.bodies.size() - fixed;
  problem.mass.resize(free);
  problem.inverse_mass.resize(free);
  problem.v_free.resize(free);
  problem.v_start.resize(free);
  parallel_each(in.bodies.size(), kBodiesPerTask, [&](std::size_t i) {
    if (index[i] < 0) return;
    const Mat3 R = in.states[i].rotation.toRotationMatrix();
    problem.mass[index[i]] = mass_matrix(in.bodies[i], R);
    problem.inverse_mass[index[i]] = inverse_mass_matrix(in.bodies[i], R);
    problem.v_free[index[i]] = in.v_free[i];
    problem.v_start[index[i]] << in.states[i].velocity, angular_velocity(in.bodies[i], in.states[i]);
  });
  if (in.soft != nullptr) in.soft->append_parts(in.contacts, problem);
  problem.contacts.resize(in.contacts.size());
  std::vector<char> rolls(in.contacts.size(), 0);
  const auto set_law = [&](ProblemContact& c, const ContactPoint& point, const ContactLaw& law, const Vec3& u_before,
                           double u_free) {
    c.mu = u_before.tail<2>().norm() > kSlipSpeed ? law.mu : law.before_slip();
    c.bias = bias(point.gap, in.touch, u_before.x(), u_free, in.h, law.restitution, in.restitution_threshold);
  };
  const auto law_of = [&](const ContactPoint& point) {
    return in.bare ? ContactLaw{}
                   : in.materials.law(in.bodies[point.body_a].material, in.bodies[point.body_b].material);
  };
  const auto set_rows = [&](std::size_t k) {
    const ContactPoint& point = in.contacts[k];
    ProblemContact& c = problem.contacts[k];
    const ContactLaw law = law_of(point);
    const Mat3 frame = contact_frame(point.normal);
    double u_free = 0;
    Vec3 u_before = Vec3::Zero();
    if (point.spot >= 0) {
      add_soft_terms(in, index, point, frame, c);
      u_free = contact_velocity(c, problem.v_free).x();
      u_before = contact_velocity(c, problem.v_start);
      set_law(c, point, law, u_before, u_free);
      return;
    }
    c.body_a = index[point.body_a];
    c.body_b = index[point.body_b];
    const auto add_body = [&](int body, double sign, Mat36& G) {
      if (in.bodies[body].fixed && (in.bare || !in.bodies[body].motion)) return;
      const Mat36 rows = sign * point_jacobian(frame, point.position, in.states[body].position);
      const Vec3 u = rows * in.v_free[body];
      u_free += u.x();
      if (index[body] >= 0) {
        G = rows;
        u_before += rows * problem.v_start[index[body]];
      } else {
        c.offset += u;
        u_before += u;
      }
    };
    add_body(point.body_a, 1, c.G_a);
    add_body(point.body_b, -1, c.G_b);
    set_law(c, point, law, u_before, u_free);
    rolls[k] = law.rolling > 0 || law.spin > 0;
  };
  parallel_each(in.contacts.size(), kContactsPerTask, set_rows);
  for (std::size_t k = 0; k < in.contacts.size(); ++k) {
    if (!rolls[k]) continue;
    problem.contacts.push_back(
        rolling_rows(in, in.contacts[k], law_of(in.contacts[k]), problem.contacts[k], static_cast<int>(k)));
  }
  return problem;
}

}  // namespace stiction
