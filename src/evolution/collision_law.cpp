#include "stiction/evolution/collision_law.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

Mat3 world_inverse(const BodyMotion& motion, const Mat3& inverse) {
  const Mat3 R = motion.rotation.toRotationMatrix();
  return R * inverse * R.transpose();
}

}  // namespace

ImpactPoint::ImpactPoint(const SmoothContact& contact, const SmoothContact::Bodies& bodies, const Vec3& position,
                         const Vec3& normal)
    : normal_(normal),
      r1_(position - bodies.first.position),
      r2_(position - bodies.second.position),
      inverse1_(world_inverse(bodies.first, contact.first_inverse_inertia())),
      inverse2_(world_inverse(bodies.second, contact.second_inverse_inertia())),
      per_mass1_(1 / contact.first().mass),
      per_mass2_(contact.second().fixed ? 0 : 1 / contact.second().mass) {
  const Mat3 X1 = cross_matrix(r1_), X2 = cross_matrix(r2_);
  response_ = (per_mass1_ + per_mass2_) * Mat3::Identity() - X1 * inverse1_ * X1 - X2 * inverse2_ * X2;
}

Vec3 ImpactPoint::velocity(const SmoothContact::Bodies& bodies) const {
  return bodies.first.velocity + bodies.first.angular_velocity.cross(r1_) - bodies.second.velocity -
         bodies.second.angular_velocity.cross(r2_);
}

void ImpactPoint::apply(SmoothContact::Bodies& bodies, const Vec3& impulse) const {
  bodies.first.velocity += per_mass1_ * impulse;
  bodies.first.angular_velocity += inverse1_ * r1_.cross(impulse);
  bodies.second.velocity -= per_mass2_ * impulse;
  bodies.second.angular_velocity -= inverse2_ * r2_.cross(impulse);
}

Vec3 collision_impulse(const ImpactPoint& point, const Vec3& velocity, const CollisionLaw& law) {
  const Vec3& n = point.normal();
  const double approach = -velocity.dot(n);
  if (!(approach > 0)) return Vec3::Zero();
  // P_I leaves no normal velocity without friction, P_II no velocity at all; all impulses between them are possible.
  const Vec3 plastic = approach / n.dot(point.response() * n) * n;
  const Vec3 sticking = -point.response().inverse() * velocity;
  const double e = law.restitution;
  const Vec3 wanted = (1 + e) * plastic + (1 + law.tangential_restitution) * (sticking - plastic);
  const double normal = wanted.dot(n), tangential = (wanted - normal * n).norm();
  if (tangential <= law.mu * normal) return wanted;
  // Outside of the friction cone: back along P_II - P_I until on it.
  const Vec3 towards = sticking - plastic;
  const double along_normal = towards.dot(n), along_tangent = (towards - along_normal * n).norm();
  const double kappa = law.mu * (1 + e) * plastic.dot(n) / (along_tangent - law.mu * along_normal);
  return (1 + e) * plastic + std::max(kappa, 0.) * towards;
}

}  // namespace stiction
