// MuJoCo: the world is written as MJCF and compiled from memory.
#include <fmt/format.h>
#include <mujoco/mujoco.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine.h"
#include "shapes.h"
#include "stiction/common/error.h"

namespace stiction::peers {
namespace {

std::string text(const Vec3& v) { return fmt::format("{:.17g} {:.17g} {:.17g}", v.x(), v.y(), v.z()); }
std::string text(const Quat& q) { return fmt::format("{:.17g} {:.17g} {:.17g} {:.17g}", q.w(), q.x(), q.y(), q.z()); }

/// MuJoCo takes the larger mu of the two bodies: only one law for all pairs that may touch comes out the same.
double common_mu(const WorldModel& model) {
  std::optional<double> mu;
  for (std::size_t a = 0; a < model.bodies.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      if (model.bodies[a].fixed && model.bodies[b].fixed) continue;
      const double mu_ab = model.materials.law(model.bodies[a].material, model.bodies[b].material).mu;
      if (mu.value_or(mu_ab) != mu_ab) {
        throw InputError("mujoco", "the scene has more than one friction coefficient",
                         "give all materials the same mu");
      }
      mu = mu_ab;
    }
  }
  return mu.value_or(0);
}

class Mjcf {
 public:
  Mjcf(const WorldModel& model, const WorldState& state, const std::string& option, const std::string& contact) {
    const std::size_t count = model.bodies.size();
    std::string assets, bodies;
    for (std::size_t i = 0; i < count; ++i) add_body(model.bodies[i], state.bodies[i], i, assets, bodies);
    // MuJoCo drops contacts for which it has no room, and its own guess of the room needed is too small for towers.
    const std::size_t contacts = 100 + 16 * count;
    text_ = fmt::format(
        "<mujoco><compiler angle=\"radian\" inertiafromgeom=\"false\" balanceinertia=\"false\"/>"
        "<size nconmax=\"{}\" njmax=\"{}\"/>"
        "<option timestep=\"{:.17g}\" gravity=\"{}\" {}</option>"
        "<default><geom friction=\"{:.17g} 0 0\" condim=\"3\" {}/></default>"
        "<asset>{}</asset><worldbody>{}</worldbody></mujoco>",
        contacts, 4 * contacts, model.step, peers::text(model.gravity), option, common_mu(model), contact, assets,
        bodies);
  }
  const std::string& text() const { return text_; }

 private:
  static void add_body(const RigidBody& body, const BodyState& state, std::size_t index, std::string& assets,
                       std::string& bodies) {
    std::string geom;
    if (const auto* half_space = std::get_if<HalfSpace>(&body.shape)) {
      const HalfSpace plane = placed(*half_space, pose_of(state));
      const Vec3 origin = plane.offset * plane.normal;
      bodies += fmt::format("<geom type=\"plane\" size=\"0 0 1\" pos=\"{}\" zaxis=\"{}\"/>", peers::text(origin),
                            peers::text(plane.normal));
      return;
    }
    if (const auto* sphere = std::get_if<Sphere>(&body.shape)) {
      geom = fmt::format("<geom type=\"sphere\" size=\"{:.17g}\"/>", sphere->radius);
    } else {
      const ConvexPolyhedron& convex = *std::get<Polyhedron>(body.shape).convex;
      if (const auto box = as_box(convex)) {
        geom = fmt::format("<geom type=\"box\" size=\"{}\" pos=\"{}\"/>", peers::text(box->half_extents),
                           peers::text(box->centre));
      } else {
        std::string vertices;
        for (const Vec3& v : grown_corners(convex)) vertices += peers::text(v) + " ";
        assets += fmt::format("<mesh name=\"m{}\" vertex=\"{}\"/>", index, vertices);
        geom = fmt::format("<geom type=\"mesh\" mesh=\"m{}\"/>", index);
      }
    }
    std::string motion;
    if (!body.fixed) {
      const Mat3& I = body.inertia;
      motion = fmt::format(
          "<freejoint/><inertial pos=\"0 0 0\" mass=\"{:.17g}\" fullinertia=\"{:.17g} {:.17g} {:.17g} {:.17g} {:.17g} "
          "{:.17g}\"/>",
          body.mass, I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2));
    }
    bodies += fmt::format("<body name=\"b{}\" pos=\"{}\" quat=\"{}\">{}{}</body>", index, peers::text(state.position),
                          peers::text(state.rotation), motion, geom);
  }

  std::string text_;
};

mjModel* compile(const std::string& xml) {
  // The virtual file system is megabytes large: not for the stack.
  const auto files = std::make_unique<mjVFS>();
  mj_defaultVFS(files.get());
  const int size = static_cast<int>(xml.size());
  mj_makeEmptyFileVFS(files.get(), "scene.xml", size);
  std::copy(xml.begin(), xml.end(), static_cast<char*>(files->filedata[mj_findFileVFS(files.get(), "scene.xml")]));
  char message[1000] = "";
  mjModel* model = mj_loadXML("scene.xml", files.get(), message, sizeof(message));
  mj_deleteVFS(files.get());
  if (!model) throw Error(std::string("MuJoCo does not take the scene: ") + message);
  return model;
}

class MujocoEngine : public Engine {
 public:
  MujocoEngine(const WorldModel& model, const WorldState& state, const std::string& option, const std::string& contact)
      : state_(state) {
    // Without a handler MuJoCo writes a log file into the current folder.
    mju_user_warning = [](const char*) {};
    model_ = compile(Mjcf(model, state, option, contact).text());
    data_ = mj_makeData(model_);
    for (std::size_t i = 0; i < model.bodies.size(); ++i) {
      const int id = mj_name2id(model_, mjOBJ_BODY, fmt::format("b{}", i).c_str());
      ids_.push_back(model.bodies[i].fixed ? -1 : id);
      if (model.bodies[i].fixed) continue;
      // A free joint's velocity: linear in world axes, angular in body axes.
      mjtNum* v = data_->qvel + model_->jnt_dofadr[model_->body_jntadr[id]];
      Eigen::Map<Vec3>{v} = state.bodies[i].velocity;
      Eigen::Map<Vec3>{v + 3} =
          pose_of(state.bodies[i]).R.transpose() * angular_velocity_of(model.bodies[i], state.bodies[i]);
    }
  }

  ~MujocoEngine() override {
    mj_deleteData(data_);
    mj_deleteModel(model_);
  }

  void step() override {
    mj_step(model_, data_);
    // On divergence MuJoCo starts anew from the initial state, which must not pass for standing still;
    // nor may dropped contacts pass for its best.
    for (int warning : {mjWARN_BADQPOS, mjWARN_BADQVEL, mjWARN_BADQACC}) broken_ |= data_->warning[warning].number > 0;
  }

  Pose pose(int body) const override {
    if (ids_[body] < 0) return pose_of(state_.bodies[body]);
    // qpos is the state after the step; xpos still belongs to its start.
    const mjtNum* q = data_->qpos + model_->jnt_qposadr[model_->body_jntadr[ids_[body]]];
    if (broken_) return {Vec3::Constant(std::numeric_limits<double>::quiet_NaN()), Mat3::Identity()};
    return {Vec3(q[0], q[1], q[2]), Quat(q[3], q[4], q[5], q[6]).normalized().toRotationMatrix()};
  }

 private:
  WorldState state_;
  mjModel* model_ = nullptr;
  mjData* data_ = nullptr;
  std::vector<int> ids_;  ///< MuJoCo's body, or -1 for a fixed one
  bool broken_ = false;
};

EngineChoice choice(const std::string& name, const std::string& settings, const std::string& option,
                    const std::string& contact) {
  return {name, settings, [option, contact](const WorldModel& model, const WorldState& state) {
            return std::make_unique<MujocoEngine>(model, state, option, contact);
          }};
}

}  // namespace

std::vector<EngineChoice> mujoco_choices() {
  return {choice("mujoco", "default settings", ">", ""),
          choice("mujoco-tuned", "elliptic cone, Newton, impratio 10, stiff solref and solimp, multiccd",
                 "cone=\"elliptic\" solver=\"Newton\" impratio=\"10\" tolerance=\"1e-10\"><flag multiccd=\"enable\"/>",
                 "solref=\"0.002 1\" solimp=\"0.99 0.999 0.0001\"")};
}

}  // namespace stiction::peers
