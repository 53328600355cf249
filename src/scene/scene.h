// A scene: what a JSON file or a gallery builder describes, validated, and the world made from it.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "stiction/assembly/joint.h"
#include "stiction/bodies/elastic/elastic_law.h"
#include "stiction/bodies/rigid/prescribed_motion.h"
#include "stiction/geometry/shape.h"
#include "stiction/linalg/types.h"
#include "stiction/scene/smooth_description.h"
#include "stiction/solvers/contact_solver.h"
#include "stiction/stepping/world.h"

namespace stiction {

struct HalfSpaceDescription {
  Vec3 normal = Vec3::UnitZ();
  double offset = 0;
};
struct BoxDescription {
  Vec3 size = Vec3::Ones();
};  ///< full edge lengths, m
struct SphereDescription {
  double radius = 0.5;
};
struct ConvexDescription {
  std::vector<Vec3> points;
  std::string file;
};  ///< points, or an OBJ file they came from
/// A closed mesh, built: bodies with the same mesh share it.
struct MeshDescription {
  std::string file;  ///< absolute path of where it came from; empty: given in the scene
  double scale = 1;  ///< of the file's lengths
  bool flip = false;
  int cells = SolidMesh::kDefaultCells;  ///< of the distance field along the longest side
  std::shared_ptr<const SolidMesh> solid;
};
/// An open surface; only for fixed bodies.
struct TerrainDescription {
  std::string file;
  double scale = 1;
  bool flip = false;
  std::shared_ptr<const TerrainSurface> surface;
};
/// Heights over a grid about the origin; see height_field_mesh. Only for fixed bodies.
struct HeightFieldDescription {
  Vec2 size = Vec2::Ones();
  int rows = 2, columns = 2;
  std::vector<double> heights;
};
struct CapsuleDescription {
  double radius = 0.5;
  double length = 1;
};  ///< about z; length of the straight part, m
struct CylinderDescription {
  double radius = 0.5;
  double length = 1;
};  ///< about z
struct ConeDescription {
  double radius = 0.5;
  double height = 1;
};  ///< about z, base at z = -height/2, apex at height/2
struct PartDescription;
struct CompoundDescription {
  std::vector<PartDescription> parts;
};
using ShapeDescription = std::variant<HalfSpaceDescription, BoxDescription, SphereDescription, ConvexDescription,
                                      CapsuleDescription, CylinderDescription, ConeDescription, CompoundDescription,
                                      MeshDescription, TerrainDescription, HeightFieldDescription, SmoothDescription>;

/// One shape of a compound and where it sits in the body's own frame.
struct PartDescription {
  ShapeDescription shape;
  Vec3 position = Vec3::Zero();  ///< m
  Quat rotation = Quat::Identity();
};

struct MaterialDescription {
  double mu = 0.5;
  double restitution = 0;
  double density = 1000;                           ///< kg/m³
  std::optional<double> mu_static = std::nullopt;  ///< until a contact slips; else mu
  double rolling = 0, spin = 0;                    ///< m, see Material
};

struct ContactPairDescription {
  std::string material_a, material_b;
  std::optional<double> mu, restitution, mu_static = std::nullopt, rolling = std::nullopt, spin = std::nullopt;
};

/// Motion that is given, not found. One of: keyframes, functions, or code.
struct MotionDescription {
  struct Keyframe {
    double time = 0;  ///< s
    Vec3 position = Vec3::Zero();
    Quat rotation = Quat::Identity();
  };
  std::vector<Keyframe> keyframes;
  std::string interpolation = "linear";  ///< linear | smooth
  bool repeat = false;
  /// Formulas in t (s): position in m, and a rotation vector in rad; both relative to the body's initial placement.
  std::vector<std::string> position, rotation_vector;  ///< three each, or empty
  std::shared_ptr<const PrescribedMotion> code;        ///< for scenes built in C++; cannot be written to a file
};

/// How a deformable body is modelled.
enum class SoftKind {
  modal,        ///< vibration modes in a floating frame: small strains
  stvk,         ///< modes and their derivatives, St.Venant-Kirchhoff: large bending
  tetrahedral,  ///< every node of the mesh moves
};

/// Nodes within a box in the body's own frame (m) that forces do not move.
struct HoldDescription {
  Vec3 low = Vec3::Zero(), high = Vec3::Zero();
};

/// Vibration that a free body starts with: one of its modes, as a velocity.
struct VibrationDescription {
  int mode = 1;      ///< counted from the lowest frequency, rigid motions left out
  double speed = 0;  ///< of the node that moves fastest, m/s
};

/// A body that bends.
struct ElasticDescription {
  SoftKind model = SoftKind::modal;
  double youngs_modulus = 1e6;  ///< Pa
  double poisson_ratio = 0.3;
  double mass_damping = 0;                                 ///< Rayleigh's a, 1/s
  double stiffness_damping = 0;                            ///< Rayleigh's b, s
  std::optional<double> size = std::nullopt;               ///< of the tetrahedra, m; else an eighth of the longest side
  std::optional<std::array<int, 3>> cells = std::nullopt;  ///< of a box's grid, instead of a size
  int modes = 12;                                          ///< modal and stvk
  std::optional<int> derivatives = std::nullopt;  ///< stvk: shapes from modal derivatives; else as many as modes
  double theta = 1;                               ///< modal and stvk: 1 implicit Euler, 1/2 Newmark
  ElasticLaw law = ElasticLaw::kCorotational;     ///< tetrahedral
  bool edge_strain = false;                       ///< tetrahedral: strains around edges, as reduced bodies have them
  bool explicit_step = false;                     ///< tetrahedral
  bool mesh_surface = false;  ///< modal and stvk: the shape's own mesh touches, not the tetrahedra's
  bool self_contact = false;
  std::vector<HoldDescription> hold = {};
  std::vector<VibrationDescription> vibration = {};
};

struct BodyDescription {
  std::string name;
  bool fixed = false;
  ShapeDescription shape;
  std::string material = "default";
  std::optional<double> mass;          ///< kg; else volume times density
  std::optional<Mat3> inertia;         ///< kg m² about the centre of mass, body axes; else from shape and mass
  std::optional<Vec3> centre_of_mass;  ///< in the body's own frame; else from the shape
  Vec3 position = Vec3::Zero();        ///< origin of the body's own frame, m
  Quat rotation = Quat::Identity();
  Vec3 velocity = Vec3::Zero();             ///< of the centre of mass, m/s
  Vec3 angular_velocity = Vec3::Zero();     ///< rad/s, world axes
  std::optional<MotionDescription> motion;  ///< of a fixed body, or of the held nodes of a tetrahedral one
  std::optional<ElasticDescription> elastic = std::nullopt;  ///< of a body that is not rigid
};

/// A joint as placed in the initial pose of its bodies: both sides then agree, and angle and displacement are zero.
struct JointDescription {
  std::string name;
  JointType type = JointType::ball;
  std::string body_a, body_b;          ///< names; an empty second one is the world
  Vec3 anchor = Vec3::Zero();          ///< world, m
  std::optional<Vec3> anchor_b;        ///< of a distance joint: the point on body_b
  Vec3 axis = Vec3::UnitZ();           ///< of hinge and slider, world
  std::optional<double> length;        ///< of a distance joint, m; else the initial distance
  std::optional<double> lower, upper;  ///< limits: rad or m
  double friction = 0;                 ///< N or N·m
  Motor motor;
  bool collide = false;
};

/// What can be logged; units are SI, axes the world's. Forces are means over the step before.
enum class ProbeType {
  position,          ///< of the body's own frame
  velocity,          ///< of the body's centre of mass
  angular_velocity,  ///< of a body
  contact_force,     ///< on a body by all its contacts
  pair_force,        ///< on the first body by its contacts with the second
  slip,              ///< of a body's contacts, weighted by their normal forces; 0 without contact
  joint_force,       ///< on the joint's first body at its anchor
  joint_torque,      ///< on the joint's first body about its anchor
  joint_coordinate,  ///< angle, displacement or distance
  energy,            ///< kinetic, and potential of gravity, of the world
  momentum,          ///< of all bodies that forces move
  angular_momentum,  ///< likewise, about the world's origin
};

/// A quantity to log with every recorded frame.
struct ProbeDescription {
  std::string name;
  ProbeType type = ProbeType::position;
  std::string body, body_b;  ///< names, where the type refers to one or two bodies
  std::string joint;         ///< name, where it refers to a joint
  /// Of slip: only contacts in this box, in the body's own frame, m.
  std::optional<HoldDescription> within = std::nullopt;
};

struct Scene {
  std::string name = "scene";
  std::string description;
  Vec3 gravity = Vec3(0, 0, -9.81);
  double step = 0.01;    ///< s
  double duration = 10;  ///< s
  SolverSettings solver;
  bool decompose = true;             ///< see WorldModel
  double restitution_threshold = 0;  ///< m/s, see WorldModel
  SmoothSettings evolution;          ///< of pairs of smooth bodies
  std::map<std::string, MaterialDescription> materials;
  std::vector<ContactPairDescription> contact_pairs;
  std::vector<BodyDescription> bodies;
  std::vector<JointDescription> joints;
  std::vector<ProbeDescription> probes;
};

/// Parses and validates. `where` names the source in messages. Throws InputError.
Scene scene_from_json(const std::string& text, const std::string& where, const std::string& directory = ".");
/// Reads a file; the files that it names are looked up relative to it.
Scene load_scene(const std::string& path);
std::string scene_to_json(const Scene& scene);
/// Checks ranges and references of a scene built in code. Throws InputError.
void validate(const Scene& scene);
/// Makes the world. Bodies keep their order.
World build_world(const Scene& scene);

}  // namespace stiction
