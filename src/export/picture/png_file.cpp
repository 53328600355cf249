#include "stiction/export/picture/png_file.h"

#include <png.h>

#include "stiction/common/error.h"

namespace stiction {

std::string encode_png(const Image& image) {
  png_image header{};
  header.version = PNG_IMAGE_VERSION;
  header.width = png_uint_32(image.width);
  header.height = png_uint_32(image.height);
  header.format = PNG_FORMAT_RGB;
  png_alloc_size_t size = 0;
  if (!png_image_write_to_memory(&header, nullptr, &size, 0, image.pixels.data(), 0, nullptr))
    throw Error(std::string("PNG: ") + header.message);
  std::string bytes(size, '\0');
  if (!png_image_write_to_memory(&header, bytes.data(), &size, 0, image.pixels.data(), 0, nullptr))
    throw Error(std::string("PNG: ") + header.message);
  bytes.resize(size);
  return bytes;
}

}  // namespace stiction
