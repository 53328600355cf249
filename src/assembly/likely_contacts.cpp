#include "stiction/assembly/likely_contacts.h"

#include <algorithm>

namespace stiction {

namespace {

/// Gaps up to this part of the smaller thickness are always kept (the margin of detection at rest); faster approach
/// than expected by this factor is allowed for.
constexpr double kNear = 0.01, kSlack = 1.5;

}  // namespace

void keep_likely(const std::vector<RigidBody>& bodies, const std::vector<BodyState>& states, const std::vector<Vec6>& v,
                 double h, std::vector<ContactPoint>& contacts) {
  std::vector<double> thick(bodies.size());
  std::transform(bodies.begin(), bodies.end(), thick.begin(), [](const RigidBody& b) { return thickness(b.shape); });
  // How far the body brings the contact along the normal by itself, m.
  const auto travel = [&](int body, const Vec3& position, const Vec3& normal) {
    const std::size_t i = std::size_t(body);
    if (bodies[i].fixed && !bodies[i].motion) return 0.0;
    const Vec3 arm = position - states[i].position;
    return h * normal.dot(v[i].head<3>() + v[i].tail<3>().cross(arm));
  };
  std::erase_if(contacts, [&](const ContactPoint& c) {
    const double near = kNear * std::min(thick[std::size_t(c.body_a)], thick[std::size_t(c.body_b)]);
    if (c.gap <= near) return false;
    const double closing =
        std::max(0.0, -travel(c.body_a, c.position, c.normal)) + std::max(0.0, travel(c.body_b, c.position, c.normal));
    return c.gap > near + kSlack * closing;
  });
}

}  // namespace stiction
