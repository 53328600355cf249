#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>

#include "stiction/geometry/mesh/mesh_files.h"
#include "stiction/geometry/mesh/text_scanner.h"

namespace stiction {

namespace {

enum class Format { kAscii, kLittleEndian, kBigEndian };

struct Type {
  char kind;  // 'i' signed, 'u' unsigned, 'f' floating point
  std::size_t size;
};

struct Property {
  std::string name;
  Type type;
  std::optional<Type> count;  // of a list
};

struct Element {
  std::string name;
  std::size_t count = 0;
  std::vector<Property> properties;
};

struct Header {
  Format format = Format::kAscii;
  std::vector<Element> elements;
};

Type read_type(std::string_view word, const LineScanner& lines) {
  constexpr std::pair<std::string_view, Type> types[] = {
      {"char", {'i', 1}},  {"int8", {'i', 1}},    {"uchar", {'u', 1}},  {"uint8", {'u', 1}},
      {"short", {'i', 2}}, {"int16", {'i', 2}},   {"ushort", {'u', 2}}, {"uint16", {'u', 2}},
      {"int", {'i', 4}},   {"int32", {'i', 4}},   {"uint", {'u', 4}},   {"uint32", {'u', 4}},
      {"float", {'f', 4}}, {"float32", {'f', 4}}, {"double", {'f', 8}}, {"float64", {'f', 8}},
  };
  for (const auto& [name, type] : types) {
    if (word == name) return type;
  }
  throw InputError(lines.place(), shown(word) + " is not a type of PLY", "use float, double, int, uchar, ...");
}

Format read_format(std::string_view line, const LineScanner& lines) {
  const std::string_view name = next_word(line);
  if (name == "ascii") return Format::kAscii;
  if (name == "binary_little_endian") return Format::kLittleEndian;
  if (name == "binary_big_endian") return Format::kBigEndian;
  throw InputError(lines.place(), shown(name) + " is not a format of PLY",
                   "use ascii, binary_little_endian or binary_big_endian");
}

Element read_element(std::string_view line, const LineScanner& lines) {
  Element element;
  element.name = next_word(line);
  long long count = 0;
  if (!parse_integer(next_word(line), count) || count < 0) {
    throw InputError(lines.place(), "does not say how many elements there are", "write it as: element vertex 8");
  }
  if (std::size_t(count) > kMostMeshElements) {
    throw InputError(lines.place(), "announces " + std::to_string(count) + " elements",
                     "simplify the mesh to at most " + std::to_string(kMostMeshElements));
  }
  element.count = std::size_t(count);
  return element;
}

Property read_property(std::string_view line, const LineScanner& lines) {
  Property property;
  std::string_view word = next_word(line);
  if (word == "list") {
    property.count = read_type(next_word(line), lines);
    word = next_word(line);
  }
  property.type = read_type(word, lines);
  property.name = next_word(line);
  return property;
}

Header read_header(LineScanner& lines) {
  Header header;
  std::string_view line;
  if (!lines.next(line) || next_word(line) != "ply") {
    throw InputError("line 1", "is not \"ply\"", "give a PLY file, or name the file after what it holds");
  }
  bool has_format = false;
  while (lines.next(line)) {
    const std::string_view keyword = next_word(line);
    if (keyword == "end_header") {
      if (has_format) return header;
      throw InputError(lines.place(), "ends a header without \"format\"", "add a line such as: format ascii 1.0");
    }
    if (keyword == "format") {
      header.format = read_format(line, lines);
      has_format = true;
    } else if (keyword == "element") {
      header.elements.push_back(read_element(line, lines));
    } else if (keyword == "property") {
      if (header.elements.empty()) {
        throw InputError(lines.place(), "is a property of no element", "put a line \"element ...\" before it");
      }
      header.elements.back().properties.push_back(read_property(line, lines));
    } else if (keyword != "comment" && keyword != "obj_info" && !keyword.empty()) {
      throw InputError(lines.place(), shown(keyword) + " is unknown in a header",
                       "expected format, comment, element, property or end_header");
    }
  }
  throw InputError(lines.place(), "ends within the header", "the file is cut off: get it whole");
}

/// The numbers behind the header, one by one, whatever the format.
class Values {
 public:
  Values(Format format, const LineScanner& lines, std::size_t file_size)
      : format_(format), words_(lines), rest_(lines.rest()), file_size_(file_size) {}

  double next(Type type) {
    if (format_ != Format::kAscii) return binary(type);
    const std::string_view word = words_.next();
    double x = 0;
    if (word.empty()) throw InputError(words_.place(), "ends too early", "the file is cut off: get it whole");
    // Properties that are not needed may hold nan; those that are needed are checked where they are used.
    if (!parse_finite(word, x) && word != "nan" && word != "-nan" && word != "inf" && word != "-inf") {
      throw InputError(words_.place(), shown(word) + " is not a number", "write numbers as the header announces");
    }
    return parse_finite(word, x) ? x : std::numeric_limits<double>::quiet_NaN();
  }
  std::string place() const {
    return format_ == Format::kAscii ? words_.place() : "byte " + std::to_string(file_size_ - rest_.size());
  }
  /// Every number takes at least a byte: more than this many cannot follow.
  std::size_t most_left() const { return rest_.size(); }

 private:
  double binary(Type type) {
    if (rest_.size() < type.size) {
      throw InputError("byte " + std::to_string(file_size_), "is the end of the file, but more data is announced",
                       "the file is cut off: get it whole");
    }
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < type.size; ++i) {
      const std::size_t from = format_ == Format::kLittleEndian ? type.size - 1 - i : i;
      bits = bits << 8 | static_cast<unsigned char>(rest_[from]);
    }
    rest_.remove_prefix(type.size);
    if (type.kind == 'f') {
      return type.size == 4 ? double(std::bit_cast<float>(std::uint32_t(bits))) : std::bit_cast<double>(bits);
    }
    const int unused = int(64 - 8 * type.size);
    // An arithmetic shift back carries the sign down.
    return type.kind == 'u' ? double(bits) : double(static_cast<std::int64_t>(bits << unused) >> unused);
  }

  Format format_;
  WordScanner words_;
  std::string_view rest_;
  std::size_t file_size_;
};

std::size_t read_count(Values& values, const Property& property) {
  const double n = values.next(*property.count);
  if (!(n >= 0 && n <= double(values.most_left()) && n == std::floor(n))) {
    throw InputError(values.place(), "announces a list of " + std::to_string(n) + " entries",
                     "the file is cut off or garbled: get it whole");
  }
  return std::size_t(n);
}

void read_vertices(const Element& element, Values& values, TriangleMesh& mesh) {
  int column[3] = {-1, -1, -1};
  for (std::size_t i = 0; i < element.properties.size(); ++i) {
    const std::string& name = element.properties[i].name;
    if (name.size() == 1 && name[0] >= 'x' && name[0] <= 'z' && !element.properties[i].count)
      column[name[0] - 'x'] = int(i);
  }
  if (*std::min_element(column, column + 3) < 0) {
    throw InputError("header", "has vertices without x, y and z", "add: property float x (and y, z)");
  }
  if (element.count > values.most_left()) {
    throw InputError("header", "announces " + std::to_string(element.count) + " vertices, more than the file can hold",
                     "the file is cut off: get it whole");
  }
  for (std::size_t k = 0; k < element.count; ++k) {
    Vec3 p = Vec3::Zero();
    for (std::size_t i = 0; i < element.properties.size(); ++i) {
      const Property& property = element.properties[i];
      const std::size_t count = property.count ? read_count(values, property) : 1;
      for (std::size_t n = 0; n < count; ++n) {
        const double x = values.next(property.type);
        for (int axis = 0; axis < 3; ++axis) {
          if (column[axis] == int(i)) p[axis] = x;
        }
      }
    }
    if (!p.allFinite()) {
      throw InputError(values.place(), "vertex " + std::to_string(k + 1) + " is not finite",
                       "give three finite coordinates");
    }
    mesh.vertices.push_back(p);
  }
}

void add_polygon(const std::vector<double>& corners, const Values& values, TriangleMesh& mesh) {
  if (corners.size() < 3) {
    throw InputError(values.place(), "is a face with " + std::to_string(corners.size()) + " corners",
                     "give at least three");
  }
  for (const double c : corners) {
    if (!(c >= 0 && c < double(mesh.vertices.size()) && c == std::floor(c))) {
      throw InputError(values.place(), "names vertex " + std::to_string(c),
                       "there are " + std::to_string(mesh.vertices.size()) + " vertices, numbered from 0");
    }
  }
  for (std::size_t i = 2; i < corners.size(); ++i) {
    mesh.triangles.push_back({int(corners[0]), int(corners[i - 1]), int(corners[i])});
  }
}

void read_faces(const Element& element, Values& values, TriangleMesh& mesh) {
  std::vector<double> corners;
  for (std::size_t k = 0; k < element.count; ++k) {
    for (const Property& property : element.properties) {
      const bool wanted = property.count && (property.name == "vertex_indices" || property.name == "vertex_index");
      const std::size_t count = property.count ? read_count(values, property) : 1;
      corners.clear();
      for (std::size_t n = 0; n < count; ++n) {
        const double x = values.next(property.type);
        if (wanted) corners.push_back(x);
      }
      if (wanted) add_polygon(corners, values, mesh);
    }
  }
}

void skip(const Element& element, Values& values) {
  for (std::size_t k = 0; k < element.count; ++k) {
    for (const Property& property : element.properties) {
      const std::size_t count = property.count ? read_count(values, property) : 1;
      for (std::size_t n = 0; n < count; ++n) values.next(property.type);
    }
  }
}

}  // namespace

TriangleMesh mesh_from_ply(std::string_view bytes) {
  LineScanner lines(bytes);
  const Header header = read_header(lines);
  Values values(header.format, lines, bytes.size());
  TriangleMesh mesh;
  for (const Element& element : header.elements) {
    if (element.name == "vertex") {
      read_vertices(element, values, mesh);
    } else if (element.name == "face") {
      read_faces(element, values, mesh);
    } else {
      skip(element, values);
    }
  }
  if (mesh.triangles.empty()) {
    throw InputError("", "holds no faces", "give a PLY file whose element \"face\" has the list vertex_indices");
  }
  return mesh;
}

}  // namespace stiction
