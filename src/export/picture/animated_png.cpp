// Animated PNG as in the PNG specification, third edition: acTL, fcTL and fdAT chunks beside the usual ones.
#include <zlib.h>

#include <algorithm>

#include "stiction/common/error.h"
#include "stiction/export/picture/colour_table.h"
#include "stiction/export/picture/png_file.h"

namespace stiction {
namespace {

constexpr int kColours = 256;

void add_number(std::string& bytes, std::uint32_t x, int width = 4) {
  for (int k = width - 1; k >= 0; --k) bytes += char(x >> (8 * k) & 0xff);
}

void add_chunk(std::string& file, const std::string& name, const std::string& content) {
  add_number(file, std::uint32_t(content.size()));
  const std::string body = name + content;
  file += body;
  add_number(file, std::uint32_t(crc32(0, reinterpret_cast<const Bytef*>(body.data()), uInt(body.size()))));
}

std::string compressed(const std::string& bytes) {
  uLongf size = compressBound(uLong(bytes.size()));
  std::string result(size, '\0');
  if (compress2(reinterpret_cast<Bytef*>(result.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
                uLong(bytes.size()), 9) != Z_OK)
    throw Error("PNG: compression failed");
  result.resize(size);
  return result;
}

struct Rectangle {
  int x = 0, y = 0, width = 0, height = 0;
};

/// Where two frames differ; one pixel where they do not, as a frame cannot be empty.
Rectangle difference(const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b, int width, int height) {
  int x0 = width, y0 = height, x1 = 0, y1 = 0;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const auto i = std::size_t(y) * std::size_t(width) + std::size_t(x);
      if (a[i] == b[i]) continue;
      x0 = std::min(x0, x);
      x1 = std::max(x1, x + 1);
      y0 = std::min(y0, y);
      y1 = std::max(y1, y + 1);
    }
  }
  if (x1 <= x0) return {0, 0, 1, 1};
  return {x0, y0, x1 - x0, y1 - y0};
}

/// Rows of colour numbers, each led by its filter: none, which suits numbers that are names.
std::string rows_of(const std::vector<std::uint8_t>& frame, int width, const Rectangle& part) {
  std::string rows;
  for (int y = part.y; y < part.y + part.height; ++y) {
    rows += '\0';
    const auto begin = frame.begin() + std::ptrdiff_t(y) * width + part.x;
    rows.append(begin, begin + part.width);
  }
  return rows;
}

std::string frame_control(std::uint32_t sequence, const Rectangle& part, int frames_per_second) {
  std::string content;
  add_number(content, sequence);
  for (const int x : {part.width, part.height, part.x, part.y}) add_number(content, std::uint32_t(x));
  add_number(content, 1, 2);
  add_number(content, std::uint32_t(frames_per_second), 2);
  add_number(content, 0, 1);  // the picture stays for the next frame
  add_number(content, 0, 1);  // and is overwritten where the next frame says
  return content;
}

}  // namespace

std::string encode_animation(const std::vector<Image>& frames, int frames_per_second) {
  if (frames.empty()) throw Error("PNG: an animation without frames");
  const int width = frames.front().width, height = frames.front().height;
  const std::vector<Colour> table = colour_table(frames, kColours);
  NearestColour nearest(table);

  std::string file = "\x89PNG\r\n\x1a\n", content;
  add_number(content, std::uint32_t(width));
  add_number(content, std::uint32_t(height));
  content += std::string("\x08\x03\x00\x00\x00", 5);  // 8 bits, colour numbers
  add_chunk(file, "IHDR", content);
  content.clear();
  add_number(content, std::uint32_t(frames.size()));
  add_number(content, 0);  // for ever
  add_chunk(file, "acTL", content);
  content.clear();
  for (std::size_t i = 0; i < 256; ++i) {
    for (std::size_t k = 0; k < 3; ++k) content += char(i < table.size() ? table[i][k] : 0);
  }
  add_chunk(file, "PLTE", content);

  std::uint32_t sequence = 0;
  std::vector<std::uint8_t> last;
  for (const Image& image : frames) {
    std::vector<std::uint8_t> frame;
    for (const Colour& colour : image.pixels) frame.push_back(std::uint8_t(nearest(colour)));
    const bool first = last.empty();
    const Rectangle part = first ? Rectangle{0, 0, width, height} : difference(last, frame, width, height);
    add_chunk(file, "fcTL", frame_control(sequence++, part, frames_per_second));
    const std::string data = compressed(rows_of(frame, width, part));
    if (first) {
      add_chunk(file, "IDAT", data);
    } else {
      content.clear();
      add_number(content, sequence++);
      add_chunk(file, "fdAT", content + data);
    }
    last = std::move(frame);
  }
  add_chunk(file, "IEND", "");
  return file;
}

}  // namespace stiction
