#include "stiction/export/picture/png_file.h"

#include <png.h>

#include "stiction/common/error.h"
#include "stiction/export/picture/colour_table.h"

namespace stiction {

namespace {

std::string written(png_image& header, const void* pixels, const void* colours) {
  png_alloc_size_t size = 0;
  if (!png_image_write_to_memory(&header, nullptr, &size, 0, pixels, 0, colours))
    throw Error(std::string("PNG: ") + header.message);
  std::string bytes(size, '\0');
  if (!png_image_write_to_memory(&header, bytes.data(), &size, 0, pixels, 0, colours))
    throw Error(std::string("PNG: ") + header.message);
  bytes.resize(size);
  return bytes;
}

png_image header_of(const Image& image) {
  png_image header{};
  header.version = PNG_IMAGE_VERSION;
  header.width = png_uint_32(image.width);
  header.height = png_uint_32(image.height);
  header.format = PNG_FORMAT_RGB;
  return header;
}

}  // namespace

std::string encode_png(const Image& image) {
  png_image header = header_of(image);
  return written(header, image.pixels.data(), nullptr);
}

std::string encode_png(const Image& image, int colours) {
  if (colours < 2 || colours > 256) throw Error("PNG: a table has 2 to 256 colours");
  const std::vector<Colour> table = colour_table({image}, colours);
  NearestColour nearest(table);
  std::vector<std::uint8_t> numbers;
  numbers.reserve(image.pixels.size());
  for (const Colour& colour : image.pixels) numbers.push_back(std::uint8_t(nearest(colour)));
  png_image header = header_of(image);
  header.format |= PNG_FORMAT_FLAG_COLORMAP;
  header.colormap_entries = png_uint_32(table.size());
  return written(header, numbers.data(), table.data());
}

}  // namespace stiction
