// What is shown of a world: meshes that bodies share, and a colour for every body.
#pragma once

#include <string>
#include <vector>

#include "stiction/bodies/rigid/rigid_body.h"
#include "stiction/export/soft_skin.h"
#include "stiction/export/surface_mesh.h"
#include "stiction/recording/recording.h"

namespace stiction {

/// A body as far as looking goes; recordings leave this to their scene.
struct ShownBody {
  std::string name;
  Shape shape;                                     ///< about the centre of mass
  bool fixed = false;                              ///< not moved by forces
  bool driven = false;                             ///< a fixed body of prescribed motion
  std::shared_ptr<const SoftBody> soft = nullptr;  ///< of a deformable body, whose shape is not shown
};
struct ShownWorld {
  std::string name;
  std::vector<ShownBody> bodies;  ///< in the recording's order
  Vec3 up = Vec3::UnitZ();        ///< unit, against gravity
  double step = 0.01;             ///< s: impulses over this are forces
};

/// What is shown of these bodies.
ShownWorld shown_world(const std::string& name, const std::vector<RigidBody>& bodies, const Vec3& gravity, double step);

/// How a body looks.
struct DisplayItem {
  int mesh = 0;                  ///< index into Display::meshes
  Vec3f colour = Vec3f::Ones();  ///< linear RGB, 0 to 1
  bool fixed = false;
  std::shared_ptr<const SoftSkin> skin = nullptr;  ///< of a deformable body; its mesh above is that at rest
  std::size_t deformation = 0;                     ///< its place among the deformable bodies
};
struct Display {
  std::vector<SurfaceMesh> meshes;  ///< no two are equal but those of deformable bodies
  std::vector<DisplayItem> items;   ///< one for each body
};

/// A half-space that bodies rest on, as opposed to a wall.
bool is_ground(const ShownWorld& world, const HalfSpace& plane_W);

/// The half-space in world coordinates.
HalfSpace placed_plane(const HalfSpace& plane, const Pose& pose);
Pose pose_of(const FrameBody& body);

/// Of a ball about the centre of mass that holds the body (undeformed), m.
double shown_radius(const ShownBody& body);

/// The mesh of a body, in its frame. That of a deformable one is made in `room`. `deformations` as in Frame.
const SurfaceMesh& mesh_at(const Display& display, std::size_t body, const FrameBody& pose,
                           const std::vector<std::vector<double>>& deformations, SurfaceMesh& room);

/// A box around all bodies but half-spaces: in these poses, and over a whole recording. Bodies that leave for good do
/// not blow up the latter.
Eigen::AlignedBox3d extent_of(const ShownWorld& world, const std::vector<FrameBody>& poses);
Eigen::AlignedBox3d extent_of(const ShownWorld& world, const Recording& recording);

/// Half-spaces become squares some way beyond `extent` (world); walls end at the floor, at other walls and a little
/// above the extent.
Display make_display(const ShownWorld& world, const std::vector<FrameBody>& poses, const Eigen::AlignedBox3d& extent,
                     int segments);

/// Linear RGB of the i-th moving body, and of bodies that forces do not move.
Vec3f body_colour(int i);
Vec3f fixed_colour();
Vec3f driven_colour();

}  // namespace stiction
