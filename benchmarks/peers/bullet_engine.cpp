// Bullet, with its defaults but for what the choice names. Sleeping is off.
#include <BulletDynamics/MLCPSolvers/btDantzigSolver.h>
#include <BulletDynamics/MLCPSolvers/btMLCPSolver.h>
#include <btBulletDynamicsCommon.h>

#include <Eigen/Eigenvalues>

#include "engine.h"
#include "shapes.h"

namespace stiction::peers {
namespace {

/// Distance by which Bullet lets hulls sink into one another before it pushes, m. Its default of 40 mm is a tenth of a
/// stone.
constexpr btScalar kHullMargin = 1e-3;

/// A half-space is a large slab, m: against a box Bullet finds whole faces, against its plane shape one point a step.
constexpr double kGroundExtent = 100, kGroundThickness = 2;

btVector3 to_bullet(const Vec3& v) {
  return {static_cast<btScalar>(v.x()), static_cast<btScalar>(v.y()), static_cast<btScalar>(v.z())};
}

btTransform to_bullet(const Pose& pose) {
  btMatrix3x3 basis;
  for (int row = 0; row < 3; ++row) basis[row] = to_bullet(Vec3(pose.R.row(row)));
  return btTransform(basis, to_bullet(pose.p));
}

Vec3 from_bullet(const btVector3& v) { return {v.x(), v.y(), v.z()}; }

class BulletEngine : public Engine {
 public:
  BulletEngine(const WorldModel& model, const WorldState& state, int iterations, bool dantzig)
      : model_(model), state_(state), dispatcher_(&configuration_) {
    if (dantzig) {
      lcp_ = std::make_unique<btDantzigSolver>();
      solver_ = std::make_unique<btMLCPSolver>(lcp_.get());
    } else {
      solver_ = std::make_unique<btSequentialImpulseConstraintSolver>();
    }
    world_ = std::make_unique<btDiscreteDynamicsWorld>(&dispatcher_, &broadphase_, solver_.get(), &configuration_);
    world_->setGravity(to_bullet(model.gravity));
    world_->getSolverInfo().m_numIterations = iterations;
    // Bullet's own examples advise batches of one island for a direct solver, to keep its matrix small.
    if (dantzig) world_->getSolverInfo().m_minimumSolverBatchSize = 1;
    gCalculateCombinedFrictionCallback = [](const btCollisionObject* a, const btCollisionObject* b) {
      return static_cast<btScalar>(law(a, b).mu);
    };
    gCalculateCombinedRestitutionCallback = [](const btCollisionObject* a, const btCollisionObject* b) {
      return static_cast<btScalar>(law(a, b).restitution);
    };
    for (std::size_t i = 0; i < model.bodies.size(); ++i) add_body(static_cast<int>(i));
  }

  ~BulletEngine() override {
    for (auto& body : bodies_) world_->removeRigidBody(body.get());
  }

  void step() override { world_->stepSimulation(static_cast<btScalar>(model_.step), 0); }

  Pose pose(int body) const override {
    const btTransform& transform = bodies_[body]->getWorldTransform();
    Pose pose;
    for (int row = 0; row < 3; ++row) pose.R.row(row) = from_bullet(transform.getBasis()[row]).transpose();
    // Bullet's frame has the principal axes of inertia; ours may be turned against it.
    pose.R = pose.R * principal_axes_[body].transpose();
    pose.p = from_bullet(transform.getOrigin());
    return pose;
  }

 private:
  /// Bullet's callbacks are global: each body carries its engine with it.
  static ContactLaw law(const btCollisionObject* a, const btCollisionObject* b) {
    const auto& self = *static_cast<const BulletEngine*>(a->getUserPointer());
    return self.model_.materials.law(self.model_.bodies[a->getUserIndex()].material,
                                     self.model_.bodies[b->getUserIndex()].material);
  }

  void add_body(int index) {
    const RigidBody& body = model_.bodies[index];
    const BodyState& state = state_.bodies[index];
    const bool diagonal = body.inertia.isDiagonal(1e-9);
    Eigen::SelfAdjointEigenSolver<Mat3> eigen(body.inertia);
    Mat3 axes = body.fixed || diagonal ? Mat3(Mat3::Identity()) : Mat3(eigen.eigenvectors());
    if (axes.determinant() < 0) axes.col(0) *= -1;
    principal_axes_.push_back(axes);
    const Vec3 moments = (axes.transpose() * body.inertia * axes).diagonal();
    btCollisionShape* shape = make_shape(body, axes);
    Pose pose = pose_of(state);
    pose.R = pose.R * axes;
    if (const auto* half_space = std::get_if<HalfSpace>(&body.shape)) {
      const HalfSpace plane = placed(*half_space, pose);
      pose.R = Quat::FromTwoVectors(Vec3::UnitZ(), plane.normal).toRotationMatrix();
      pose.p = (plane.offset - kGroundThickness / 2) * plane.normal;
    }
    btRigidBody::btRigidBodyConstructionInfo info(body.fixed ? 0 : static_cast<btScalar>(body.mass), nullptr, shape,
                                                  body.fixed ? btVector3(0, 0, 0) : to_bullet(moments));
    info.m_startWorldTransform = to_bullet(pose);
    auto rigid = std::make_unique<btRigidBody>(info);
    rigid->setUserIndex(index);
    rigid->setUserPointer(this);
    rigid->setActivationState(DISABLE_DEACTIVATION);
    if (!body.fixed) {
      rigid->setLinearVelocity(to_bullet(state.velocity));
      rigid->setAngularVelocity(to_bullet(angular_velocity_of(body, state)));
    }
    world_->addRigidBody(rigid.get());
    bodies_.push_back(std::move(rigid));
  }

  btCollisionShape* make_shape(const RigidBody& body, const Mat3& axes) {
    const auto keep = [this](auto shape) {
      shapes_.push_back(std::move(shape));
      return shapes_.back().get();
    };
    if (std::holds_alternative<HalfSpace>(body.shape)) {
      return keep(std::make_unique<btBoxShape>(to_bullet(Vec3(kGroundExtent, kGroundExtent, kGroundThickness) / 2)));
    }
    if (const auto* sphere = std::get_if<Sphere>(&body.shape)) {
      return keep(std::make_unique<btSphereShape>(static_cast<btScalar>(sphere->radius)));
    }
    const ConvexPolyhedron& convex = *std::get<Polyhedron>(body.shape).convex;
    const auto box = as_box(convex);
    if (box && box->centre.isZero(1e-9) && axes.isIdentity()) {
      return keep(std::make_unique<btBoxShape>(to_bullet(box->half_extents)));
    }
    auto hull = std::make_unique<btConvexHullShape>();
    for (const Vec3& v : grown_corners(convex)) hull->addPoint(to_bullet(Vec3(axes.transpose() * v)), false);
    hull->recalcLocalAabb();
    hull->setMargin(kHullMargin);
    // With its faces known Bullet clips face against face, which gives it better manifolds than points gathered over
    // time.
    hull->initializePolyhedralFeatures();
    return keep(std::move(hull));
  }

  WorldModel model_;
  WorldState state_;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDbvtBroadphase broadphase_;
  std::unique_ptr<btMLCPSolverInterface> lcp_;
  std::unique_ptr<btConstraintSolver> solver_;
  std::vector<std::unique_ptr<btCollisionShape>> shapes_;
  std::vector<std::unique_ptr<btRigidBody>> bodies_;
  std::vector<Mat3> principal_axes_;  ///< columns: Bullet's axes in our body frame
  std::unique_ptr<btDiscreteDynamicsWorld> world_;
};

EngineChoice choice(const std::string& name, const std::string& settings, int iterations, bool dantzig) {
  return {name, settings, [iterations, dantzig](const WorldModel& model, const WorldState& state) {
            return std::make_unique<BulletEngine>(model, state, iterations, dantzig);
          }};
}

}  // namespace

std::vector<EngineChoice> bullet_choices() {
  return {choice("bullet-10", "sequential impulses, 10 iterations (its default)", 10, false),
          choice("bullet-100", "sequential impulses, 100 iterations", 100, false),
          choice("bullet-dantzig", "Dantzig's direct method (btMLCPSolver)", 10, true)};
}

}  // namespace stiction::peers
