// The Open Dynamics Engine, with its defaults but for what the choice names.
#include <ode/ode.h>

#include <array>
#include <cstdarg>
#include <cstdint>
#include <limits>

#include "engine.h"
#include "shapes.h"
#include "stiction/common/error.h"

namespace stiction::peers {
namespace {

enum class Stepper { quick, direct };

/// Arrays of one convex geom; ODE keeps pointers to them.
struct ConvexArrays {
  std::vector<dReal> planes, points;
  std::vector<unsigned> polygons;
};

/// ODE ends the program when its state turns bad; thrown through it instead. The world must not be touched after that.
struct Broken : Error {
  using Error::Error;
};

bool initialise() {
  dSetMessageHandler([](int, const char*, va_list) {});
  dSetErrorHandler([](int, const char*, va_list) { throw Broken("ODE: error"); });
  dSetDebugHandler([](int, const char*, va_list) { throw Broken("ODE: internal error"); });
  return dInitODE2(0) != 0 && dAllocateODEDataForThread(dAllocateMaskAll) != 0;
}

class OdeEngine : public Engine {
 public:
  OdeEngine(const WorldModel& model, const WorldState& state, Stepper stepper, int iterations)
      : model_(model), state_(state), stepper_(stepper) {
    static const bool initialised = initialise();
    if (!initialised) throw Error("ODE could not be initialised");
    world_ = dWorldCreate();
    space_ = dHashSpaceCreate(nullptr);
    contacts_ = dJointGroupCreate(0);
    dWorldSetGravity(world_, model.gravity.x(), model.gravity.y(), model.gravity.z());
    if (stepper == Stepper::quick) dWorldSetQuickStepNumIterations(world_, iterations);
    // Boxes and hulls do not collide with each other in ODE: where there is a hull, every polyhedron is one.
    bool hulls = false;
    for (const RigidBody& body : model.bodies) {
      const auto* polyhedron = std::get_if<Polyhedron>(&body.shape);
      hulls |= polyhedron && !as_box(*polyhedron->convex);
    }
    arrays_.resize(model.bodies.size());
    for (std::size_t i = 0; i < model.bodies.size(); ++i) add_body(static_cast<int>(i), hulls);
  }

  ~OdeEngine() override {
    if (broken_) return;
    dJointGroupDestroy(contacts_);
    dSpaceDestroy(space_);
    dWorldDestroy(world_);
  }

  void step() override {
    if (broken_) return;
    try {
      advance();
    } catch (const Broken&) {
      broken_ = true;
    }
  }

  Pose pose(int body) const override {
    if (!bodies_[body]) return pose_of(state_.bodies[body]);
    if (broken_) return {Vec3::Constant(std::numeric_limits<double>::quiet_NaN()), Mat3::Identity()};
    const dReal* p = dBodyGetPosition(bodies_[body]);
    const dReal* r = dBodyGetRotation(bodies_[body]);
    Pose pose;
    pose.p = Vec3(p[0], p[1], p[2]);
    for (int row = 0; row < 3; ++row) pose.R.row(row) << r[4 * row], r[4 * row + 1], r[4 * row + 2];
    return pose;
  }

 private:
  void advance() {
    dSpaceCollide(space_, this, [](void* self, dGeomID a, dGeomID b) { static_cast<OdeEngine*>(self)->collide(a, b); });
    if (stepper_ == Stepper::quick) {
      dWorldQuickStep(world_, model_.step);
    } else {
      dWorldStep(world_, model_.step);
    }
    dJointGroupEmpty(contacts_);
  }

  void add_body(int index, bool hulls) {
    const RigidBody& body = model_.bodies[index];
    const BodyState& state = state_.bodies[index];
    const Pose pose = pose_of(state);
    Vec3 offset = Vec3::Zero();
    dGeomID geom = nullptr;
    if (const auto* half_space = std::get_if<HalfSpace>(&body.shape)) {
      const HalfSpace plane = placed(*half_space, pose);
      geom = dCreatePlane(space_, plane.normal.x(), plane.normal.y(), plane.normal.z(), plane.offset);
    } else if (const auto* sphere = std::get_if<Sphere>(&body.shape)) {
      geom = dCreateSphere(space_, sphere->radius);
    } else {
      const ConvexPolyhedron& convex = *std::get<Polyhedron>(body.shape).convex;
      const auto box = as_box(convex);
      if (box && !hulls) {
        const Vec3 size = 2 * box->half_extents;
        geom = dCreateBox(space_, size.x(), size.y(), size.z());
        offset = box->centre;
      } else {
        geom = create_convex(index, convex);
      }
    }
    dGeomSetData(geom, reinterpret_cast<void*>(static_cast<std::intptr_t>(index)));
    bodies_.push_back(nullptr);
    const Quat& q = state.rotation;
    const dQuaternion rotation = {q.w(), q.x(), q.y(), q.z()};
    if (body.fixed) {
      if (std::holds_alternative<HalfSpace>(body.shape)) return;
      const Vec3 centre = pose * offset;
      dGeomSetPosition(geom, centre.x(), centre.y(), centre.z());
      dGeomSetQuaternion(geom, rotation);
      return;
    }
    dBodyID ode_body = dBodyCreate(world_);
    bodies_.back() = ode_body;
    dMass mass;
    const Mat3& inertia = body.inertia;
    dMassSetParameters(&mass, body.mass, 0, 0, 0, inertia(0, 0), inertia(1, 1), inertia(2, 2), inertia(0, 1),
                       inertia(0, 2), inertia(1, 2));
    dBodySetMass(ode_body, &mass);
    dBodySetPosition(ode_body, pose.p.x(), pose.p.y(), pose.p.z());
    dBodySetQuaternion(ode_body, rotation);
    dBodySetLinearVel(ode_body, state.velocity.x(), state.velocity.y(), state.velocity.z());
    const Vec3 omega = angular_velocity_of(body, state);
    dBodySetAngularVel(ode_body, omega.x(), omega.y(), omega.z());
    dGeomSetBody(geom, ode_body);
    if (!offset.isZero()) dGeomSetOffsetPosition(geom, offset.x(), offset.y(), offset.z());
  }

  dGeomID create_convex(int index, const ConvexPolyhedron& convex) {
    ConvexArrays& arrays = arrays_[index];
    for (const Vec3& v : grown_corners(convex)) arrays.points.insert(arrays.points.end(), {v.x(), v.y(), v.z()});
    for (const auto& face : convex.faces()) {
      arrays.planes.insert(arrays.planes.end(),
                           {face.normal.x(), face.normal.y(), face.normal.z(), face.offset + kSkin});
      arrays.polygons.push_back(static_cast<unsigned>(face.vertices.size()));
      for (int v : face.vertices) arrays.polygons.push_back(static_cast<unsigned>(v));
    }
    return dCreateConvex(space_, arrays.planes.data(), static_cast<unsigned>(convex.faces().size()),
                         arrays.points.data(), static_cast<unsigned>(convex.vertices().size()), arrays.polygons.data());
  }

  void collide(dGeomID a, dGeomID b) {
    const dBodyID body_a = dGeomGetBody(a), body_b = dGeomGetBody(b);
    if (!body_a && !body_b) return;
    constexpr int kMaxContacts = 16;
    std::array<dContact, kMaxContacts> contacts;
    const int count = dCollide(a, b, kMaxContacts, &contacts[0].geom, sizeof(dContact));
    if (count == 0) return;
    const auto index = [](dGeomID geom) {
      return static_cast<int>(reinterpret_cast<std::intptr_t>(dGeomGetData(geom)));
    };
    const ContactLaw law = model_.materials.law(model_.bodies[index(a)].material, model_.bodies[index(b)].material);
    for (int i = 0; i < count; ++i) {
      dSurfaceParameters& surface = contacts[i].surface;
      surface = {};
      // Approx1: mu is Coulomb's coefficient (as a pyramid); without it ODE takes it as a force.
      surface.mode = dContactApprox1;
      surface.mu = law.mu;
      if (law.restitution > 0) {
        surface.mode |= dContactBounce;
        surface.bounce = law.restitution;
        surface.bounce_vel = 2 * model_.gravity.norm() * model_.step;
      }
      dJointAttach(dJointCreateContact(world_, contacts_, &contacts[i]), body_a, body_b);
    }
  }

  WorldModel model_;
  WorldState state_;  ///< at the start: where the fixed bodies stay
  Stepper stepper_;
  dWorldID world_ = nullptr;
  dSpaceID space_ = nullptr;
  dJointGroupID contacts_ = nullptr;
  std::vector<dBodyID> bodies_;  ///< null for fixed ones
  std::vector<ConvexArrays> arrays_;
  bool broken_ = false;
};

EngineChoice choice(const std::string& name, const std::string& settings, Stepper stepper, int iterations) {
  return {name, settings, [stepper, iterations](const WorldModel& model, const WorldState& state) {
            return std::make_unique<OdeEngine>(model, state, stepper, iterations);
          }};
}

}  // namespace

std::vector<EngineChoice> ode_choices() {
  return {choice("ode-quick-20", "dWorldQuickStep, 20 iterations (its default)", Stepper::quick, 20),
          choice("ode-quick-100", "dWorldQuickStep, 100 iterations", Stepper::quick, 100),
          choice("ode-step", "dWorldStep (direct)", Stepper::direct, 0)};
}

}  // namespace stiction::peers
