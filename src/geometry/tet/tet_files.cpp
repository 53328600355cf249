#include "stiction/geometry/tet/tet_files.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <utility>

#include "stiction/common/error.h"
#include "stiction/geometry/mesh/mesh_files.h"
#include "stiction/geometry/mesh/text_scanner.h"

namespace stiction {

namespace {

constexpr int kTetrahedron = 4;  // Gmsh's number of the element type

class MshReader {
 public:
  explicit MshReader(std::string_view text) : lines_(text) {}

  TetMesh read() {
    bool formatted = false, nodes = false, elements = false;
    for (std::string_view line; next(line);) {
      const std::string_view keyword = next_word(line);
      if (keyword.empty()) continue;
      if (keyword.front() != '$')
        fail(shown(keyword) + " stands outside of all sections", "begin it with a line such as $Nodes");
      const std::string end = "$End" + std::string(keyword.substr(1));
      if (keyword == "$MeshFormat") {
        read_format();
        formatted = true;
      } else if (!formatted) {
        fail(shown(keyword) + " comes before $MeshFormat", "give a file in Gmsh's format 2.2");
      } else if (keyword == "$Nodes") {
        read_nodes();
        nodes = true;
      } else if (keyword == "$Elements") {
        if (!nodes) fail("$Elements comes before $Nodes", "put the nodes first");
        read_elements();
        elements = true;
      } else {
        skip_to(end);
        continue;
      }
      expect(end);
    }
    if (!formatted || !nodes || !elements) {
      throw InputError("", "ends without $MeshFormat, $Nodes and $Elements", "give a whole file in Gmsh's format 2.2");
    }
    if (tets_.empty()) {
      throw InputError("", "holds no tetrahedra (elements of type 4)", "mesh the volume, not only its surface");
    }
    return used();
  }

 private:
  [[noreturn]] void fail(const std::string& what, const std::string& remedy) const {
    throw InputError(lines_.place(), what, remedy);
  }
  bool next(std::string_view& line) { return lines_.next(line); }
  std::string_view need_line(const char* what) {
    std::string_view line;
    if (!next(line)) fail(std::string("is the last, but ") + what + " should follow", "give the whole file");
    return line;
  }
  void expect(const std::string& end) {
    std::string_view line = need_line(end.c_str());
    const std::string_view word = next_word(line);
    if (word != end) fail("reads " + shown(word) + " where " + end + " should be", "check the number of entries above");
  }
  void skip_to(const std::string& end) {
    for (;;) {
      std::string_view line = need_line(end.c_str());
      if (next_word(line) == end) return;
    }
  }
  long long integer(std::string_view& line, const char* what) const {
    long long value = 0;
    const std::string_view word = next_word(line);
    if (!parse_integer(word, value)) fail(shown(word) + " is not " + what, "give a whole number");
    return value;
  }
  std::size_t count(const char* what) {
    std::string_view line = need_line(what);
    const long long n = integer(line, what);
    if (n < 0 || n > static_cast<long long>(kMostMeshElements)) {
      fail(std::to_string(n) + " is out of range for " + what, "give at most " + std::to_string(kMostMeshElements));
    }
    return std::size_t(n);
  }

  void read_format() {
    std::string_view line = need_line("the version");
    const std::string_view version = next_word(line);
    if (version != "2.2" && version != "2.1" && version != "2" && version != "2.0") {
      fail("has version " + shown(version), "save it as version 2 ASCII: gmsh in.msh -save -format msh22 -o out.msh");
    }
    if (next_word(line) != "0")
      fail("says that the file is binary", "save it as ASCII: gmsh in.msh -save -format msh22 -bin 0 -o out.msh");
  }

  void read_nodes() {
    for (std::size_t left = count("the number of nodes"); left > 0; --left) {
      std::string_view line = need_line("a node");
      const long long id = integer(line, "the number of a node");
      Vec3 x;
      for (int axis = 0; axis < 3; ++axis) {
        if (!parse_finite(next_word(line), x[axis])) {
          fail("is not a node with three finite coordinates", "write it as: number x y z");
        }
      }
      if (!node_.emplace(id, int(positions_.size())).second) {
        fail("gives node " + std::to_string(id) + " a second time", "number every node once");
      }
      positions_.push_back(x);
    }
  }

  void read_elements() {
    for (std::size_t left = count("the number of elements"); left > 0; --left) {
      std::string_view line = need_line("an element");
      integer(line, "the number of an element");
      if (integer(line, "the type of an element") != kTetrahedron) continue;
      const long long tags = integer(line, "a number of tags");
      if (tags < 0 || tags > 1000) fail("has " + std::to_string(tags) + " tags", "give their true number");
      for (long long i = 0; i < tags; ++i) integer(line, "a tag");
      std::array<int, 4> tet;
      for (int& v : tet) {
        const long long id = integer(line, "a node of a tetrahedron");
        const auto found = node_.find(id);
        if (found == node_.end()) fail("names node " + std::to_string(id), "give only nodes of the section $Nodes");
        v = found->second;
      }
      if (!next_word(line).empty())
        fail("has more than four nodes for a tetrahedron", "write it as: number 4 tags ... a b c d");
      tets_.push_back(tet);
    }
  }

  /// Without nodes of other elements, which files of Gmsh often hold.
  TetMesh used() const {
    TetMesh mesh;
    std::vector<int> number(positions_.size(), -1);
    for (const auto& tet : tets_) {
      for (const int v : tet) number[std::size_t(v)] = 0;
    }
    for (std::size_t v = 0; v < number.size(); ++v) {
      if (number[v] < 0) continue;
      number[v] = int(mesh.vertices.size());
      mesh.vertices.push_back(positions_[v]);
    }
    mesh.tets = tets_;
    for (auto& tet : mesh.tets) {
      for (int& v : tet) v = number[std::size_t(v)];
    }
    return mesh;
  }

  LineScanner lines_;
  std::map<long long, int> node_;
  std::vector<Vec3> positions_;
  std::vector<std::array<int, 4>> tets_;
};

template <class... Values>
void print(std::string& out, const char* format, Values... values) {
  char text[128];
  const int length = std::snprintf(text, sizeof text, format, values...);
  out.append(text, std::size_t(length));
}

template <class T>
void append(std::string& out, const T* data, std::size_t count) {
  out.append(reinterpret_cast<const char*>(data), count * sizeof(T));
}

}  // namespace

TetMesh tets_from_msh(std::string_view text) { return MshReader(text).read(); }

std::string tets_to_msh(const TetMesh& mesh) {
  std::string out = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n" + std::to_string(mesh.vertices.size()) + "\n";
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    const Vec3& x = mesh.vertices[v];
    print(out, "%zu %.17g %.17g %.17g\n", v + 1, x.x(), x.y(), x.z());
  }
  out += "$EndNodes\n$Elements\n" + std::to_string(mesh.tets.size()) + "\n";
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
    const auto& [a, b, c, d] = mesh.tets[t];
    print(out, "%zu 4 2 1 1 %d %d %d %d\n", t + 1, a + 1, b + 1, c + 1, d + 1);
  }
  return out + "$EndElements\n";
}

std::string tets_to_vtk(const TetMesh& mesh) {
  std::string out = "# vtk DataFile Version 3.0\ntetrahedra\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS " +
                    std::to_string(mesh.vertices.size()) + " double\n";
  for (const Vec3& x : mesh.vertices) print(out, "%.17g %.17g %.17g\n", x.x(), x.y(), x.z());
  out += "CELLS " + std::to_string(mesh.tets.size()) + " " + std::to_string(5 * mesh.tets.size()) + "\n";
  for (const auto& [a, b, c, d] : mesh.tets) print(out, "4 %d %d %d %d\n", a, b, c, d);
  out += "CELL_TYPES " + std::to_string(mesh.tets.size()) + "\n";
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) out += "10\n";
  return out;
}

std::string tets_to_bytes(const TetMesh& mesh) {
  std::string out;
  const std::uint64_t counts[] = {mesh.vertices.size(), mesh.tets.size()};
  append(out, counts, 2);
  append(out, mesh.vertices.data(), mesh.vertices.size());
  append(out, mesh.tets.data(), mesh.tets.size());
  return out;
}

TetMesh tets_from_bytes(std::string_view bytes) {
  std::uint64_t counts[2] = {0, 0};
  if (bytes.size() >= sizeof counts) std::memcpy(counts, bytes.data(), sizeof counts);
  const std::size_t rest = bytes.size() < sizeof counts ? 0 : bytes.size() - sizeof counts;
  constexpr std::size_t tet_bytes = sizeof(std::array<int, 4>);
  if (counts[0] > rest / sizeof(Vec3) || counts[1] > rest / tet_bytes || rest == 0 ||
      counts[0] * sizeof(Vec3) + counts[1] * tet_bytes != rest) {
    throw InputError("tetrahedra", "are not as long as their header says", "write them again");
  }
  TetMesh mesh;
  mesh.vertices.resize(counts[0]);
  mesh.tets.resize(counts[1]);
  const char* data = bytes.data() + sizeof counts;
  for (Vec3& x : mesh.vertices) {
    std::memcpy(x.data(), data, sizeof(Vec3));
    data += sizeof(Vec3);
  }
  if (counts[1] > 0) std::memcpy(mesh.tets.data(), data, counts[1] * tet_bytes);
  return mesh;
}

}  // namespace stiction
