#include "stiction/evolution/smooth_contact.h"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <cmath>
#include <string>

#include "stiction/common/error.h"
#include "stiction/evolution/contact_dynamics.h"
#include "stiction/evolution/contact_kinematics.h"

namespace stiction {
namespace {

void check(const SmoothBody& body, const std::string& name) {
  if (body.fixed) return;
  if (!(body.mass > 0) || !std::isfinite(body.mass))
    throw InputError(name + ": mass", "is " + std::to_string(body.mass), "give a mass above 0 kg");
  if (!body.inertia.allFinite() || !body.inertia.isApprox(body.inertia.transpose(), 1e-9) ||
      Eigen::LLT<Mat3>(body.inertia).info() != Eigen::Success)
    throw InputError(name + ": inertia", "is not symmetric and positive definite",
                     "give an inertia about the centre of mass");
  if (!(body.linear_drag >= 0) || !(body.angular_drag >= 0))
    throw InputError(name + ": drag", "is negative", "give drags of 0 or more");
}

void check(const SmoothContactLaw& law) {
  for (const double value : {law.mu_static, law.mu_dynamic, law.spin_static, law.spin_dynamic, law.viscous_slip,
                             law.viscous_turn, law.slip_threshold, law.spin_threshold})
    if (!(value >= 0)) throw InputError("contact law", "has a negative coefficient", "give coefficients of 0 or more");
  if (law.mu_dynamic > law.mu_static)
    throw InputError("contact law: mu_dynamic", "is above mu_static",
                     "give a dynamic coefficient up to the static one");
  if (law.spin_dynamic > law.spin_static)
    throw InputError("contact law: spin_dynamic", "is above spin_static",
                     "give a dynamic coefficient up to the static one");
  if (!std::isfinite(law.mu_dynamic) || !std::isfinite(law.spin_dynamic))
    throw InputError("contact law", "has an infinite dynamic coefficient", "only static ones may be infinite");
}

double energy_of(const SmoothBody& body, const BodyMotion& motion, const Vec3& gravity) {
  if (body.fixed) return 0;
  const Vec3 w = motion.rotation.conjugate() * motion.angular_velocity;
  return 0.5 * body.mass * motion.velocity.squaredNorm() + 0.5 * w.dot(body.inertia * w) -
         body.mass * gravity.dot(motion.position);
}

}  // namespace

SmoothContact::SmoothContact(SmoothBody first, SmoothBody second, SmoothContactLaw law)
    : first_(std::move(first)),
      second_(std::move(second)),
      law_(law),
      first_surface_(first_.surface),
      second_surface_(second_.surface) {
  if (first_.fixed) throw InputError("smooth contact: body 1", "is fixed", "give the body that moves first");
  check(first_, "smooth contact: body 1");
  check(second_, "smooth contact: body 2");
  check(law_);
  first_inverse_ = first_.inertia.inverse();
  second_inverse_ = second_.fixed ? Mat3(Mat3::Zero()) : Mat3(second_.inertia.inverse());
}

SmoothContact::Bodies SmoothContact::bodies(const SmoothContactState& state) const {
  const LocalSurface one = first_surface_.local(state.first), two = second_surface_.local(state.second);
  Bodies both;
  both.second = state.second_body;
  BodyMotion& body = both.first;
  const Quat& rotation2 = both.second.rotation;
  const Mat3 axes2 = two.axes * contact_rotation(state.psi);  // axes of 1c in body 2
  body.rotation = (rotation2 * Quat(Mat3(axes2 * one.axes.transpose()))).normalized();
  const Vec3 r2 = rotation2 * (two.x - second_.centre_of_mass);
  const Vec3 r1 = body.rotation * (one.x - first_.centre_of_mass);
  body.position = both.second.position + r2 - r1;
  body.angular_velocity = both.second.angular_velocity + rotation2 * (axes2 * state.spin);
  body.velocity = both.second.velocity + both.second.angular_velocity.cross(r2) +
                  rotation2 * (axes2.leftCols<2>() * state.slip) - body.angular_velocity.cross(r1);
  return both;
}

SmoothContactState SmoothContact::touch(const Bodies& bodies, const SurfacePlace& first,
                                        const SurfacePlace& second) const {
  const LocalSurface one = first_surface_.local(first), two = second_surface_.local(second);
  SmoothContactState state;
  state.first = first;
  state.second = second;
  state.second_body = bodies.second;
  const Quat to2 = bodies.second.rotation.conjugate();
  const Vec3 x = to2 * (bodies.first.rotation * one.axes.col(0));
  state.psi = std::atan2(-two.axes.col(1).dot(x), two.axes.col(0).dot(x));
  const Mat3 axes = bodies.second.rotation.toRotationMatrix() * two.axes * contact_rotation(state.psi);
  const Vec3 r1 = bodies.first.rotation * (one.x - first_.centre_of_mass);
  const Vec3 r2 = bodies.second.rotation * (two.x - second_.centre_of_mass);
  state.spin = axes.transpose() * (bodies.first.angular_velocity - bodies.second.angular_velocity);
  const Vec3 slip = bodies.first.velocity + bodies.first.angular_velocity.cross(r1) - bodies.second.velocity -
                    bodies.second.angular_velocity.cross(r2);
  state.slip = axes.leftCols<2>().transpose() * slip;
  return state;
}

SmoothContact::Point SmoothContact::point(const SmoothContactState& state) const {
  const LocalSurface two = second_surface_.local(state.second);
  const BodyMotion& body = state.second_body;
  return {body.position + body.rotation * (two.x - second_.centre_of_mass), body.rotation * two.axes.col(2)};
}

ContactReaction SmoothContact::reaction(const SmoothContactState& state, const Vec3& gravity) const {
  MotionVector<kSecondMoves> rate;
  ContactReaction reaction;
  contact_derivative<kSecondMoves>(step_context(*this, state, gravity), pack<kSecondMoves>(state), rate, reaction);
  return reaction;
}

double SmoothContact::energy(const Bodies& bodies, const Vec3& gravity) const {
  return energy_of(first_, bodies.first, gravity) + energy_of(second_, bodies.second, gravity);
}

double SmoothContact::energy(const SmoothContactState& state, const Vec3& gravity) const {
  return energy(bodies(state), gravity);
}

}  // namespace stiction
