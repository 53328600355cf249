#include "stiction/stepping/smooth_advance.h"

#include <algorithm>

#include "stiction/collision/detector.h"
#include "stiction/evolution/contact_search.h"
#include "stiction/evolution/free_flight.h"
#include "stiction/stepping/second_contact.h"

namespace stiction {

SmoothLeave leave_reason(ContactEnd end) {
  switch (end) {
    case ContactEnd::kConforming:
      return SmoothLeave::conforming;
    case ContactEnd::kSurfaceEnds:
      return SmoothLeave::surface_ends;
    case ContactEnd::kCrease:
      return SmoothLeave::crease;
    case ContactEnd::kJammed:
      return SmoothLeave::jammed;
    case ContactEnd::kStopped:
      return SmoothLeave::second_contact;
    default:
      return SmoothLeave::stalled;
  }
}

SmoothEventKind event_kind(ContactEvent::Kind kind) {
  switch (kind) {
    case ContactEvent::Kind::kRolls:
      return SmoothEventKind::rolls;
    case ContactEvent::Kind::kSlides:
      return SmoothEventKind::slides;
    case ContactEvent::Kind::kStopsSpinning:
      return SmoothEventKind::stops_spinning;
    case ContactEvent::Kind::kSpins:
      return SmoothEventKind::spins;
    case ContactEvent::Kind::kCrossesFirst:
      return SmoothEventKind::crosses_own;
    case ContactEvent::Kind::kCrossesSecond:
      return SmoothEventKind::crosses_other;
    case ContactEvent::Kind::kEnds:
      break;
  }
  return SmoothEventKind::leaves;
}

namespace {

/// What triangulations may differ from the surfaces, relative to the size of the smaller body: gaps within this need a
/// look at the surfaces themselves.
constexpr double kFacets = 2e-3;
/// Overlap that is not closed at once when contact begins, relative to the same.
constexpr double kDeep = 2e-2;
/// Contact points nearer to each other than this, relative to the same, lead to the same place.
constexpr double kNear = 0.1;
/// How far (s) a contact of bodies that are not convex and may soon touch twice goes between looks for that, at least.
constexpr double kWatch = 4e-3;
constexpr std::size_t kSeeds = 6;

class Advance final : private ContactObserver {
 public:
  Advance(const SmoothPairModel& model, PairState start, double clearance, double time, const Vec3& gravity)
      : model_(model), contact_(*model.contact), second_contact_(model), time_(time), gravity_(gravity) {
    result_.pair = std::move(start);
    result_.clearance = result_.pair.touching ? clearance : 0;
    size_ = std::min(model.first_skin->radius, model.second_skin->radius);
    convex_ = model.first_skin->convex && model.second_skin->convex;
  }

  SmoothAdvance run(double h) {
    double done = 0;
    while (!result_.left && done < h) {
      const bool touching = result_.pair.touching;
      const double longest = touching ? h : model_.options.flight_step;
      // The last part ends exactly where the step does.
      const double part = h - done <= longest * (1 + 1e-9) ? h - done : longest;
      if (touching || meets_within(part)) {
        follow(part, done);
      } else if (!result_.left) {
        fly(contact_.first(), result_.pair.bodies.first, part, gravity_);
        fly(contact_.second(), result_.pair.bodies.second, part, gravity_);
      }
      done = part == h - done ? h : done + part;
    }
    const PairState& end = result_.pair;
    if (!end.touching || convex_) result_.clearance = 0;
    if (result_.left || !end.touching || convex_ || is_clear(end.bodies, end.contact)) return std::move(result_);
    if (touches_twice(end.bodies, end.contact)) leave(SmoothLeave::second_contact);
    return std::move(result_);
  }

 private:
  /// Looks whether a second contact may have come, where that is possible at all.
  bool after_step(const SmoothContactState& state, const ContactReaction& reaction, double h) override {
    const double rate = second_contact_.rate(state, reaction);
    result_.clearance -= (rate + (last_rate_ < 0 ? rate : last_rate_)) * h;  // up to twice what is used
    last_rate_ = rate;
    unwatched_ += h;
    if (unwatched_ < kWatch) return true;
    unwatched_ = 0;  // also where no look is needed: the moments of looks must not depend on what is known
    if (result_.clearance > 0) return true;
    const SmoothContact::Bodies bodies = contact_.bodies(state);
    return is_clear(bodies, state) || !touches_twice(bodies, state);
  }
  bool is_clear(const SmoothContact::Bodies& bodies, const SmoothContactState& state) {
    if (result_.clearance <= 0) result_.clearance = second_contact_.clearance(bodies, state);
    return result_.clearance > 0;
  }

  void leave(SmoothLeave reason) { result_.left = reason; }
  void note(double at, SmoothEventKind kind, int patch = 0, double value = 0) {
    result_.events.push_back({time_ + at, model_.first, model_.second, kind, patch, value});
  }

  void follow(double part, double done) {
    if (!result_.pair.touching) {
      result_.clearance = 0;
      last_rate_ = -1;
    }
    const PairOutcome outcome =
        advance_pair(contact_, result_.pair, part, gravity_, model_.options, convex_ ? nullptr : this);
    if (outcome.end != ContactEnd::kNone) return leave(leave_reason(outcome.end));
    auto step = outcome.steps.begin();
    const auto steps_until = [&](double time) {
      for (; step != outcome.steps.end() && step->time <= time; ++step)
        note(done + step->time, SmoothEventKind::step, 0, step->length);
    };
    for (const PairEvent& event : outcome.events) {
      steps_until(event.time);
      const double at = done + event.time;
      if (event.kind == PairEvent::Kind::kImpact) note(at, SmoothEventKind::impact, 0, event.speed);
      if (event.kind == PairEvent::Kind::kTouches) note(at, SmoothEventKind::touches);
      if (event.kind == PairEvent::Kind::kLeaves) note(at, SmoothEventKind::leaves);
      if (event.kind == PairEvent::Kind::kContact && event.contact.kind != ContactEvent::Kind::kEnds)
        note(at, event_kind(event.contact.kind), event.contact.patch);
    }
    steps_until(part);
  }

  std::vector<ContactPoint> points(const SmoothContact::Bodies& bodies, double part) const {
    const auto posed = [&](const RigidBody& body, const SmoothSkin& skin, const BodyMotion& motion) {
      const Vec3 fall = body.fixed ? Vec3(Vec3::Zero()) : Vec3(0.5 * part * gravity_);
      return PosedShape{&body.shape,
                        {motion.position, motion.rotation.toRotationMatrix()},
                        body.fixed,
                        part * (motion.velocity + fall),
                        part * motion.angular_velocity.norm() * skin.radius};
    };
    std::vector<ContactPoint> found = detect_contacts({posed(*model_.first_body, *model_.first_skin, bodies.first),
                                                       posed(*model_.second_body, *model_.second_skin, bodies.second)});
    std::stable_sort(found.begin(), found.end(),
                     [](const ContactPoint& a, const ContactPoint& b) { return a.gap < b.gap; });
    return found;
  }

  /// The nearest places of the surfaces around a contact point of the triangulations.
  std::optional<NearestPair> refined(const SmoothContact::Bodies& bodies, const ContactPoint& point) const {
    const auto place = [&](const SmoothSkin& skin, const SmoothBody& body, const BodyMotion& motion) {
      return skin.nearest(motion.rotation.conjugate() * (point.position - motion.position) + body.centre_of_mass);
    };
    return refine_contact(contact_, bodies, place(*model_.first_skin, contact_.first(), bodies.first),
                          place(*model_.second_skin, contact_.second(), bodies.second));
  }

  /// Looks where the bodies may meet within the coming `part`, and remembers the place.
  bool meets_within(double part) {
    PairState& pair = result_.pair;
    if (convex_ && pair.placed) {
      const auto nearest = refine_contact(contact_, pair.bodies, pair.first, pair.second);
      if (nearest && nearest->gap > -kDeep * size_) {
        pair.first = nearest->first;
        pair.second = nearest->second;
        return true;
      }
    }
    pair.placed = false;
    const std::vector<ContactPoint> found = points(pair.bodies, part);
    if (found.empty()) return false;
    std::vector<NearestPair> minima;
    std::vector<ContactPoint> tried;
    for (const ContactPoint& point : found) {
      const bool known = std::any_of(tried.begin(), tried.end(), [&](const ContactPoint& other) {
        return (other.position - point.position).norm() < kNear * size_ && other.normal.dot(point.normal) > 0.9;
      });
      if (known || tried.size() >= kSeeds) continue;
      tried.push_back(point);
      const auto nearest = refined(pair.bodies, point);
      if (!nearest) continue;
      const bool same = std::any_of(minima.begin(), minima.end(), [&](const NearestPair& other) {
        return (other.position - nearest->position).norm() < 1e-6 * size_;
      });
      if (!same) minima.push_back(*nearest);
    }
    std::stable_sort(minima.begin(), minima.end(),
                     [](const NearestPair& a, const NearestPair& b) { return a.gap < b.gap; });
    if (minima.empty()) {
      if (found.front().gap < kFacets * size_) leave(SmoothLeave::surface_ends);
      return false;
    }
    if (minima.front().gap < -kDeep * size_) {
      leave(SmoothLeave::overlap);
      return false;
    }
    if (minima.size() > 1 && minima[1].gap < kFacets * size_) {
      leave(SmoothLeave::second_contact);
      return false;
    }
    pair.first = minima.front().first;
    pair.second = minima.front().second;
    pair.placed = true;
    return true;
  }

  bool touches_twice(const SmoothContact::Bodies& bodies, const SmoothContactState& state) const {
    const Vec3 here = contact_.point(state).position;
    for (const ContactPoint& point : points(bodies, 0)) {
      if (point.gap > kFacets * size_) return false;
      if ((point.position - here).norm() < kNear * size_) continue;
      const auto nearest = refined(bodies, point);
      if (!nearest && point.gap < -kFacets * size_) return true;
      // Newton's method may have come to somewhere else, which says nothing.
      if (nearest && nearest->gap < 0 && (nearest->position - here).norm() > 1e-3 * size_ &&
          (nearest->position - point.position).norm() < kNear * size_)
        return true;
    }
    return false;
  }

  const SmoothPairModel& model_;
  const SmoothContact& contact_;
  const SecondContact second_contact_;
  const double time_;
  const Vec3 gravity_;
  SmoothAdvance result_;
  double size_ = 0;
  bool convex_ = false;
  double last_rate_ = -1;  ///< at which clearance is used up; below 0: not known
  double unwatched_ = 0;   ///< s
};

}  // namespace

SmoothAdvance advance_smooth_pair(const SmoothPairModel& model, PairState start, double clearance, double time,
                                  double h, const Vec3& gravity) {
  return Advance(model, std::move(start), clearance, time, gravity).run(h);
}

}  // namespace stiction
