// What is shown of a world: meshes that bodies share, and a colour for every body.
#pragma once

#include <string>
#include <vector>

#include "stiction/export/surface_mesh.h"
#include "stiction/recording/recording.h"

namespace stiction {

/// A body as far as looking goes; recordings leave this to their scene.
struct ShownBody {
  std::string name;
  Shape shape;          ///< about the centre of mass
  bool fixed = false;   ///< not moved by forces
  bool driven = false;  ///< a fixed body of prescribed motion
};
struct ShownWorld {
  std::string name;
  std::vector<ShownBody> bodies;  ///< in the recording's order
  Vec3 up = Vec3::UnitZ();        ///< unit, against gravity
  double step = 0.01;             ///< s: impulses over this are forces
};

/// How a body looks.
struct DisplayItem {
  int mesh = 0;                  ///< index into Display::meshes
  Vec3f colour = Vec3f::Ones();  ///< linear RGB, 0 to 1
  bool fixed = false;
};
struct Display {
  std::vector<SurfaceMesh> meshes;  ///< no two are equal
  std::vector<DisplayItem> items;   ///< one for each body
};

/// A half-space that bodies rest on, as opposed to a wall.
bool is_ground(const ShownWorld& world, const HalfSpace& plane_W);

/// The half-space in world coordinates.
HalfSpace placed_plane(const HalfSpace& plane, const Pose& pose);
Pose pose_of(const FrameBody& body);

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
