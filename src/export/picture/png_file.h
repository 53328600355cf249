// PNG files: still, and animated (APNG, which every browser plays).
#pragma once

#include <string>
#include <vector>

#include "stiction/export/picture/image.h"

namespace stiction {

/// The bytes of a PNG.
std::string encode_png(const Image& image);
/// The same with at most so many colours (2 to 256), chosen for this image: a file of a third of the size or less.
std::string encode_png(const Image& image, int colours);

/// Frames of one size, shown one after the other, over and over. All share 256 colours, and of every frame only the
/// rectangle that changed is stored. Throws Error if there is no frame.
/// @param frames_per_second  1 to 1000
std::string encode_animation(const std::vector<Image>& frames, int frames_per_second);

}  // namespace stiction
