#include <algorithm>
#include <cctype>

#include "stiction/geometry/mesh/mesh_files.h"
#include "stiction/geometry/mesh/text_scanner.h"

namespace stiction {

namespace {

Vec3 read_vertex(std::string_view line, const LineScanner& lines) {
  Vec3 p;
  for (int axis = 0; axis < 3; ++axis) {
    if (!parse_finite(next_word(line), p[axis])) {
      throw InputError(lines.place(), "is not a vertex with three finite coordinates", "write it as: v x y z");
    }
  }
  return p;
}

/// Vertex index of a word such as 7, 7/1, 7//3, 7/1/3 or -2.
int read_corner(std::string_view word, std::size_t vertices, const LineScanner& lines) {
  long long index = 0;
  if (!parse_integer(word.substr(0, word.find('/')), index)) {
    throw InputError(lines.place(), shown(word) + " is not a vertex of a face",
                     "write it as: f 1 2 3 or f 1/1/1 2/2/2 3/3/3");
  }
  const long long count = static_cast<long long>(vertices);
  const long long zero_based = index > 0 ? index - 1 : count + index;
  if (index == 0 || zero_based < 0 || zero_based >= count) {
    throw InputError(lines.place(), "names vertex " + std::to_string(index),
                     "there are " + std::to_string(count) + " vertices above this line, numbered from 1");
  }
  return int(zero_based);
}

void read_face(std::string_view line, TriangleMesh& mesh, const LineScanner& lines) {
  std::vector<int> corners;
  for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
    corners.push_back(read_corner(word, mesh.vertices.size(), lines));
  }
  if (corners.size() < 3) {
    throw InputError(lines.place(), "is a face with " + std::to_string(corners.size()) + " corners",
                     "give at least three");
  }
  for (std::size_t i = 2; i < corners.size(); ++i) mesh.triangles.push_back({corners[0], corners[i - 1], corners[i]});
}

TriangleMesh read(std::string_view text, bool with_faces) {
  TriangleMesh mesh;
  LineScanner lines(text);
  for (std::string_view line; lines.next(line);) {
    const std::string_view keyword = next_word(line);
    if (keyword == "v") mesh.vertices.push_back(read_vertex(line, lines));
    if (keyword == "f" && with_faces) read_face(line, mesh, lines);
    if (std::max(mesh.vertices.size(), mesh.triangles.size()) > kMostMeshElements) {
      throw InputError(lines.place(), "is beyond the most vertices or triangles that a file may hold",
                       "simplify the mesh to at most " + std::to_string(kMostMeshElements));
    }
  }
  return mesh;
}

}  // namespace

TriangleMesh mesh_from_obj(std::string_view text) {
  TriangleMesh mesh = read(text, true);
  if (mesh.triangles.empty()) throw InputError("", "holds no faces", "give an OBJ file with lines: f 1 2 3");
  return mesh;
}

std::vector<Vec3> obj_vertices(std::string_view text) { return read(text, false).vertices; }

TriangleMesh mesh_from_file(const std::string& name, std::string_view bytes) {
  std::string ending = name.substr(std::min(name.rfind('.'), name.size()));
  for (char& c : ending) c = char(std::tolower(static_cast<unsigned char>(c)));
  if (bytes.empty()) throw InputError("", "is empty", "give a mesh file");
  if (ending == ".obj") return mesh_from_obj(bytes);
  if (ending == ".stl") return mesh_from_stl(bytes);
  if (ending == ".ply") return mesh_from_ply(bytes);
  throw InputError("", "is of no known kind", "give a file whose name ends in .obj, .stl or .ply");
}

}  // namespace stiction
