// Pictures of a recording: what `stiction shot` takes.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "stiction/export/display.h"
#include "stiction/export/moment.h"
#include "stiction/export/picture/camera.h"
#include "stiction/export/picture/image.h"

namespace stiction {

struct ShotSettings {
  int width = 1280, height = 720;  ///< pixels
  int samples = 2;                 ///< 1 to 64: rays to sun and sky at each of a pixel's four points
  bool contacts = false;           ///< draw contact forces as arrows
  bool dark = false;
  CameraWish camera;
};

/// Throws InputError for sizes and samples that make no sense, naming the options of `stiction shot`.
void check(const ShotSettings& settings);

/// A camera, chosen once, and pictures from there.
class Photographer {
 public:
  /// The camera shows all that moves at these moments, of which there is at least one.
  Photographer(const ShownWorld& world, const ShotSettings& settings, const std::vector<Moment>& moments);
  ~Photographer();
  Photographer(const Photographer&) = delete;
  Photographer& operator=(const Photographer&) = delete;

  /// `go_on` is asked now and then, from any thread; false ends the work, and the image is not complete.
  Image take(const Moment& moment, const std::function<bool()>& go_on) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace stiction
