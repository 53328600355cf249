#include "stiction/evolution/contact_dynamics.h"

#include <array>
#include <cmath>

#include "stiction/evolution/contact_geometry.h"

namespace stiction {
namespace {

// Acceleration, or velocity after an impulse, of both bodies: angular, and linear at the contact point.
struct Effect {
  Vec3 angular1, linear1, angular2, linear2;
  Vec3 angular() const { return angular1 - angular2; }
  Vec3 linear() const { return linear1 - linear2; }
};

// Inverse inertias at the contact point.
struct Response {
  Vec3 r1, r2;
  Mat3 inverse1, inverse2;
  double per_mass1, per_mass2;

  Response(const SmoothContact& model, const ContactGeometry& g) : r1(g.r1), r2(g.r2) {
    inverse1.noalias() = g.one.axes.transpose() * model.first_inverse_inertia() * g.one.axes;
    per_mass1 = 1 / model.first().mass;
    if (model.second().fixed) {
      inverse2.setZero();
      per_mass2 = 0;
    } else {
      inverse2.noalias() = g.axes2.transpose() * model.second_inverse_inertia() * g.axes2;
      per_mass2 = 1 / model.second().mass;
    }
  }

  // Of a torque and a force on body 1 at the contact point, with their reaction on body 2.
  Effect operator()(const Vec3& torque, const Vec3& force) const {
    Effect e;
    e.angular1.noalias() = inverse1 * (torque + r1.cross(force));
    e.linear1 = per_mass1 * force + e.angular1.cross(r1);
    if (per_mass2 == 0) {
      e.angular2.setZero();
      e.linear2.setZero();
    } else {
      e.angular2.noalias() = inverse2 * -(torque + r2.cross(force));
      e.linear2 = -per_mass2 * force + e.angular2.cross(r2);
    }
    return e;
  }
};

// The unknowns of a contact force, each with its effect, and the directions that they hold.
struct Unknowns {
  std::array<Vec3, 4> torque, force;
  std::array<Effect, 4> effect;
  std::array<int, 4> row;  // 0: normal, 1: x, 2: y, 3: spin
  int count = 0;

  void add(const Response& response, int held, const Vec3& t, const Vec3& f) {
    torque[count] = t;
    force[count] = f;
    effect[count] = response(t, f);
    row[count++] = held;
  }
  static double held(int row, const Vec3& angular, const Vec3& linear) {
    return row == 0 ? linear.z() : row == 1 ? linear.x() : row == 2 ? linear.y() : angular.z();
  }
  // Such amounts of the unknowns that nothing remains of the given acceleration in the held directions.
  std::array<double, 4> solve(const Vec3& angular, const Vec3& linear) const {
    double m[4][5];
    for (int i = 0; i < count; ++i) {
      for (int j = 0; j < count; ++j) m[i][j] = held(row[i], effect[j].angular(), effect[j].linear());
      m[i][count] = -held(row[i], angular, linear);
    }
    for (int k = 0; k < count; ++k) {
      int pivot = k;
      for (int i = k + 1; i < count; ++i)
        if (std::abs(m[i][k]) > std::abs(m[pivot][k])) pivot = i;
      if (pivot != k) std::swap(m[pivot], m[k]);
      for (int i = k + 1; i < count; ++i) {
        const double factor = m[i][k] / m[k][k];
        for (int j = k + 1; j <= count; ++j) m[i][j] -= factor * m[k][j];
      }
    }
    std::array<double, 4> x{};
    for (int k = count; k-- > 0;) {
      x[k] = m[k][count];
      for (int j = k + 1; j < count; ++j) x[k] -= m[k][j] * x[j];
      x[k] /= m[k][k];
    }
    return x;
  }
};

struct Carrier {  // body 2 in axes of 1c
  Vec3 velocity = Vec3::Zero(), turn = Vec3::Zero(), gravity;
  Mat3 to_world;
};

template <int N>
Carrier carrier(const StepContext& context, const ContactGeometry& g, const MotionVector<N>& y) {
  Carrier two;
  if constexpr (N == kSecondMoves) {
    const Quat rotation = Quat(y[13], y[14], y[15], y[16]).normalized();
    two.to_world.noalias() = rotation.toRotationMatrix() * g.axes2;
    two.velocity.noalias() = two.to_world.transpose() * y.template segment<3>(17);
    two.turn.noalias() = two.to_world.transpose() * y.template segment<3>(20);
  } else {
    two.to_world.noalias() = context.second_rotation.toRotationMatrix() * g.axes2;
  }
  two.gravity.noalias() = two.to_world.transpose() * context.gravity;
  return two;
}

// I⁻¹ (torque - ω × I ω) in axes of 1c, given the axes of 1c in the body's.
Vec3 free_turn(const Mat3& axes, const Mat3& inertia, const Mat3& inverse, const Vec3& turn, double drag) {
  const Vec3 w = axes * turn;
  return axes.transpose() * (inverse * (-drag * w - w.cross(inertia * w)));
}

}  // namespace

template <int N>
void contact_derivative(const StepContext& context, const MotionVector<N>& y, MotionVector<N>& rate,
                        ContactReaction& reaction) {
  const SmoothContact& model = *context.model;
  const SmoothContactLaw& law = model.law();
  const ContactGeometry g = contact_geometry(model, context.first, context.second, y.template head<5>());
  const Vec3 spin = y.template segment<3>(5);
  const Vec3 slip(y[8], y[9], 0);
  const Wandering w = wander(g, spin, slip.head<2>());
  const Carrier two = carrier(context, g, y);
  const Vec3 turn1 = two.turn + spin, frame_turn = turn1 + w.frame_turn;
  const Vec3 p1(w.p1.x(), w.p1.y(), 0), p2(w.p2.x(), w.p2.y(), 0);

  // Free motion: gravity, drag, and what moving axes and a moving contact point add.
  const SmoothBody &first = model.first(), &second = model.second();
  Vec3 centre1 = two.gravity,
       turning1 = free_turn(g.one.axes, first.inertia, model.first_inverse_inertia(), turn1, first.angular_drag);
  if (first.linear_drag > 0)
    centre1 -= first.linear_drag / first.mass * (two.velocity + two.turn.cross(g.r2) + slip - turn1.cross(g.r1));
  Vec3 centre2 = Vec3::Zero(), turning2 = Vec3::Zero();
  Vec3 linear = centre1 + turning1.cross(g.r1) + turn1.cross(turn1.cross(g.r1) + p1) - frame_turn.cross(slip);
  if constexpr (N == kSecondMoves) {
    if (!second.fixed) {
      centre2 = two.gravity - second.linear_drag / second.mass * two.velocity;
      turning2 = free_turn(g.axes2, second.inertia, model.second_inverse_inertia(), two.turn, second.angular_drag);
    }
    linear -= centre2 + turning2.cross(g.r2) + two.turn.cross(two.turn.cross(g.r2) + p2);
  }
  Vec3 angular = turning1 - turning2 - frame_turn.cross(spin);

  const Response response(model, g);
  Vec3 torque = -law.viscous_turn * spin, force = -law.viscous_slip * slip;
  const bool viscous = law.viscous_turn > 0 || law.viscous_slip > 0;
  if (viscous) {
    const Effect drag = response(torque, force);
    angular += drag.angular();
    linear += drag.linear();
  }

  // The contact force.
  Unknowns unknowns;
  Vec3 push = -Vec3::UnitZ(), twist = Vec3::Zero();
  if (!context.mode.rolling && law.mu_dynamic > 0) push.head<2>() = -law.mu_dynamic * context.slips.of(slip.head<2>());
  if (!context.mode.spin_locked && law.spin_dynamic > 0) twist.z() = -law.spin_dynamic * context.spin_direction;
  unknowns.add(response, 0, twist, push);
  const double give = -unknowns.effect[0].linear().z();
  if (context.mode.rolling) {
    unknowns.add(response, 1, Vec3::Zero(), Vec3::UnitX());
    unknowns.add(response, 2, Vec3::Zero(), Vec3::UnitY());
  }
  if (context.mode.spin_locked) unknowns.add(response, 3, Vec3::UnitZ(), Vec3::Zero());
  const std::array<double, 4> amount = unknowns.solve(angular, linear);
  for (int i = 0; i < unknowns.count; ++i) {
    angular += amount[i] * unknowns.effect[i].angular();
    linear += amount[i] * unknowns.effect[i].linear();
    torque += amount[i] * unknowns.torque[i];
    force += amount[i] * unknowns.force[i];
  }

  rate.template head<2>() = w.st;
  rate.template segment<2>(2) = w.uv;
  rate[4] = w.psi;
  rate.template segment<3>(5) = angular;
  rate.template segment<2>(8) = linear.head<2>();
  if constexpr (N == kSecondMoves) {
    if (!second.fixed) {
      const Effect on = response(torque, force);
      turning2 += on.angular2;
      centre2 -= response.per_mass2 * force;
    }
    const Vec3 turn_world = y.template segment<3>(20);
    rate.template segment<3>(10) = y.template segment<3>(17);
    const Quat change = Quat(0, turn_world.x(), turn_world.y(), turn_world.z()) * Quat(y[13], y[14], y[15], y[16]);
    rate[13] = 0.5 * change.w();
    rate[14] = 0.5 * change.x();
    rate[15] = 0.5 * change.y();
    rate[16] = 0.5 * change.z();
    rate.template segment<3>(17) = two.to_world * centre2;
    rate.template segment<3>(20) = two.to_world * turning2;
  }
  reaction.normal = -force.z();
  reaction.friction = force.head<2>();
  reaction.spin = torque.z();
  reaction.slip_rate = linear.head<2>();
  reaction.spin_rate = angular.z();
  reaction.condition = contact_condition(g);
  reaction.speed = w.p1.norm();
  reaction.arm = g.r1.norm();
  reaction.metric = Vec2(g.one.a11 + g.one.a22, g.two.a11 + g.two.a22);
  reaction.jammed = !context.mode.rolling && !(give > 1e-9 * (response.per_mass1 + response.per_mass2));
}

template <int N>
void impose_mode(const StepContext& context, MotionVector<N>& y) {
  const ContactGeometry g = contact_geometry(*context.model, context.first, context.second, y.template head<5>());
  const Response response(*context.model, g);
  Unknowns unknowns;
  unknowns.add(response, 0, Vec3::Zero(), -Vec3::UnitZ());
  if (context.mode.rolling) {
    unknowns.add(response, 1, Vec3::Zero(), Vec3::UnitX());
    unknowns.add(response, 2, Vec3::Zero(), Vec3::UnitY());
  }
  if (context.mode.spin_locked) unknowns.add(response, 3, Vec3::UnitZ(), Vec3::Zero());
  const Vec3 spin = y.template segment<3>(5), slip(y[8], y[9], 0);
  const std::array<double, 4> amount = unknowns.solve(spin, slip);
  Effect total{Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
  Vec3 force = Vec3::Zero();
  for (int i = 0; i < unknowns.count; ++i) {
    total.angular1 += amount[i] * unknowns.effect[i].angular1;
    total.linear1 += amount[i] * unknowns.effect[i].linear1;
    total.angular2 += amount[i] * unknowns.effect[i].angular2;
    total.linear2 += amount[i] * unknowns.effect[i].linear2;
    force += amount[i] * unknowns.force[i];
  }
  y.template segment<3>(5) += total.angular();
  y.template segment<2>(8) += total.linear().template head<2>();
  if (context.mode.rolling) y.template segment<2>(8).setZero();
  if (context.mode.spin_locked) y[7] = 0;
  if constexpr (N == kSecondMoves) {
    const Mat3 to_world = carrier(context, g, y).to_world;
    y.template segment<3>(17) -= response.per_mass2 * (to_world * force);
    y.template segment<3>(20) += to_world * total.angular2;
  }
}

template <int N>
Eigen::Matrix<double, 5, 1> coordinate_rate(const StepContext& context, const MotionVector<N>& y) {
  const ContactGeometry g = contact_geometry(*context.model, context.first, context.second, y.template head<5>());
  const Wandering w = wander(g, y.template segment<3>(5), y.template segment<2>(8));
  Eigen::Matrix<double, 5, 1> q;
  q << w.st, w.uv, w.psi;
  return q;
}

template <int N>
MotionVector<N> pack(const SmoothContactState& state) {
  MotionVector<N> y;
  y.template head<2>() = state.first.st;
  y.template segment<2>(2) = state.second.st;
  y[4] = state.psi;
  y.template segment<3>(5) = state.spin;
  y.template segment<2>(8) = state.slip;
  if constexpr (N == kSecondMoves) {
    const BodyMotion& two = state.second_body;
    y.template segment<3>(10) = two.position;
    y[13] = two.rotation.w();
    y.template segment<3>(14) = two.rotation.vec();
    y.template segment<3>(17) = two.velocity;
    y.template segment<3>(20) = two.angular_velocity;
  }
  return y;
}

template <int N>
void unpack(const MotionVector<N>& y, SmoothContactState& state) {
  state.first.st = y.template head<2>();
  state.second.st = y.template segment<2>(2);
  state.psi = y[4];
  state.spin = y.template segment<3>(5);
  state.slip = y.template segment<2>(8);
  if constexpr (N == kSecondMoves) {
    BodyMotion& two = state.second_body;
    two.position = y.template segment<3>(10);
    two.rotation = Quat(y[13], y[14], y[15], y[16]).normalized();
    two.velocity = y.template segment<3>(17);
    two.angular_velocity = y.template segment<3>(20);
  }
}

StepContext step_context(const SmoothContact& model, const SmoothContactState& state, const Vec3& gravity) {
  StepContext context;
  context.model = &model;
  context.first = state.first;
  context.second = state.second;
  context.mode = state.mode;
  context.slips = SlipDirection(state, model.law());
  context.spin_direction = state.spin.z() > 0 ? 1 : state.spin.z() < 0 ? -1 : state.spin_direction;
  context.gravity = gravity;
  context.second_rotation = state.second_body.rotation;
  return context;
}

#define STICTION_INSTANTIATE(N)                                                                                        \
  template void contact_derivative<N>(const StepContext&, const MotionVector<N>&, MotionVector<N>&, ContactReaction&); \
  template void impose_mode<N>(const StepContext&, MotionVector<N>&);                                                  \
  template Eigen::Matrix<double, 5, 1> coordinate_rate<N>(const StepContext&, const MotionVector<N>&);                 \
  template MotionVector<N> pack<N>(const SmoothContactState&);                                                         \
  template void unpack<N>(const MotionVector<N>&, SmoothContactState&);
STICTION_INSTANTIATE(kSecondFixed)
STICTION_INSTANTIATE(kSecondMoves)
#undef STICTION_INSTANTIATE

}  // namespace stiction
