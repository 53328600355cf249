#include <array>
#include <bit>
#include <cstdint>
#include <map>

#include "stiction/geometry/mesh/mesh_files.h"
#include "stiction/geometry/mesh/text_scanner.h"

namespace stiction {

namespace {

constexpr std::size_t kHeader = 84, kRecord = 50;  // bytes

/// Triangles from loose corners: equal coordinates are one vertex.
class Welder {
 public:
  void add(const std::array<Vec3, 3>& corners) {
    const std::array<int, 3> t = {index(corners[0]), index(corners[1]), index(corners[2])};
    if (t[0] != t[1] && t[1] != t[2] && t[2] != t[0]) mesh_.triangles.push_back(t);
  }
  std::size_t size() const { return mesh_.triangles.size(); }
  TriangleMesh take() { return std::move(mesh_); }

 private:
  int index(const Vec3& p) {
    // Adding 0 makes one number of 0 and -0.
    const auto [entry, is_new] =
        known_.try_emplace({p.x() + 0.0, p.y() + 0.0, p.z() + 0.0}, int(mesh_.vertices.size()));
    if (is_new) mesh_.vertices.push_back(p);
    return entry->second;
  }

  TriangleMesh mesh_;
  std::map<std::array<double, 3>, int> known_;
};

std::uint32_t little_endian(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value |= std::uint32_t(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
  return value;
}

TriangleMesh read_binary(std::string_view bytes) {
  const std::size_t count = little_endian(bytes, 80);
  Welder welder;
  for (std::size_t t = 0; t < count; ++t) {
    std::array<Vec3, 3> corners;
    for (std::size_t i = 0; i < 9; ++i) {
      // The record's first 12 bytes are a normal, which the corners tell better.
      const std::size_t at = kHeader + t * kRecord + 12 + 4 * i;
      const double x = double(std::bit_cast<float>(little_endian(bytes, at)));
      if (!std::isfinite(x)) {
        throw InputError("byte " + std::to_string(at), "is a coordinate that is not finite",
                         "correct triangle " + std::to_string(t + 1));
      }
      corners[i / 3][Eigen::Index(i % 3)] = x;
    }
    welder.add(corners);
  }
  return welder.take();
}

void expect_word(WordScanner& words, std::string_view expected) {
  const std::string_view word = words.next();
  if (word == expected) return;
  throw InputError(
      words.place(), word.empty() ? "ends in the middle of a triangle" : shown(word) + " is out of place",
      "\"" + std::string(expected) + "\" belongs there (facet normal, outer loop, 3 vertices, endloop, endfacet)");
}

double read_coordinate(WordScanner& words) {
  double x = 0;
  const std::string_view word = words.next();
  if (!parse_finite(word, x)) {
    throw InputError(words.place(),
                     word.empty() ? "ends in the middle of a triangle" : shown(word) + " is not a finite number",
                     "write a corner as: vertex x y z");
  }
  return x;
}

TriangleMesh read_ascii(std::string_view text) {
  LineScanner lines(text);
  std::string_view title;
  lines.next(title);
  WordScanner words(lines);
  Welder welder;
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    if (word == "endsolid") return welder.take();
    if (word != "facet")
      throw InputError(words.place(), shown(word) + " is out of place", "\"facet\" or \"endsolid\" belongs there");
    expect_word(words, "normal");
    for (int i = 0; i < 3; ++i) words.next();  // some writers put nan here; the corners tell better
    expect_word(words, "outer");
    expect_word(words, "loop");
    std::array<Vec3, 3> corners;
    for (Vec3& corner : corners) {
      expect_word(words, "vertex");
      for (int axis = 0; axis < 3; ++axis) corner[axis] = read_coordinate(words);
    }
    expect_word(words, "endloop");
    expect_word(words, "endfacet");
    welder.add(corners);
    if (welder.size() > kMostMeshElements) {
      throw InputError(words.place(), "is beyond the most triangles that a file may hold",
                       "simplify the mesh to at most " + std::to_string(kMostMeshElements));
    }
  }
  throw InputError(words.place(), "ends without \"endsolid\"", "the file is cut off: get it whole");
}

TriangleMesh read_any(std::string_view bytes) {
  if (bytes.size() >= kHeader) {
    const std::size_t count = little_endian(bytes, 80);
    if (count > 0 && bytes.size() == kHeader + count * kRecord) {
      if (count > kMostMeshElements) {
        throw InputError("byte 80", "announces " + std::to_string(count) + " triangles",
                         "simplify the mesh to at most " + std::to_string(kMostMeshElements));
      }
      return read_binary(bytes);
    }
  }
  if (bytes.starts_with("solid")) return read_ascii(bytes);
  if (bytes.size() < kHeader) {
    throw InputError("byte " + std::to_string(bytes.size()), "is the end of a file too short for STL",
                     "give ASCII STL, which begins with \"solid\", or binary STL of at least 84 bytes");
  }
  const std::size_t count = little_endian(bytes, 80);
  throw InputError("byte 80",
                   "announces " + std::to_string(count) + " triangles, " + std::to_string(kHeader + count * kRecord) +
                       " bytes in all, but the file has " + std::to_string(bytes.size()),
                   "the file is cut off or no STL: get it whole");
}

}  // namespace

TriangleMesh mesh_from_stl(std::string_view bytes) {
  TriangleMesh mesh = read_any(bytes);
  if (mesh.triangles.empty()) throw InputError("", "holds no triangles", "give an STL file with at least one");
  return mesh;
}

}  // namespace stiction
