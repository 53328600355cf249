// Mesh files: what is written reads back, and what is broken is named.
#include "stiction/geometry/mesh/mesh_files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "stiction/common/error.h"
#include "support/meshes.h"

namespace stiction {
namespace {

using namespace stiction::testing;

std::string text(double x) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.17g", x);
  return buffer;
}
std::string text(const Vec3& x) { return text(x.x()) + " " + text(x.y()) + " " + text(x.z()); }

template <class T>
std::string bytes(T value, bool big_endian = false) {
  std::string out(sizeof value, '\0');
  std::memcpy(out.data(), &value, sizeof value);
  static_assert(std::endian::native == std::endian::little);
  if (big_endian) std::reverse(out.begin(), out.end());
  return out;
}

std::string to_obj(const TriangleMesh& mesh, bool from_the_end = false) {
  std::string out = "# comment\no thing\n";
  for (const Vec3& v : mesh.vertices) out += "v " + text(v) + "\n";
  out += "vt 0 0\nvn 0 0 1\ns off\n";
  const int n = int(mesh.vertices.size());
  for (const auto& t : mesh.triangles) {
    out += "f";
    for (const int v : t)
      out += std::string(" ") + std::to_string(from_the_end ? v - n : v + 1) + (from_the_end ? "//1" : "/1/1");
    out += "\r\n";
  }
  return out;
}

std::string to_ascii_stl(const TriangleMesh& mesh) {
  std::string out = "solid thing\n";
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    out += " facet normal nan nan nan\n  outer loop\n";
    for (int i = 0; i < 3; ++i) out += "   vertex " + text(mesh.corner(t, i)) + "\n";
    out += "  endloop\n endfacet\n";
  }
  return out + "endsolid thing\n";
}

std::string to_binary_stl(const TriangleMesh& mesh) {
  std::string out = "solid, though binary";
  out.resize(80, ' ');
  out += bytes(std::uint32_t(mesh.triangles.size()));
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (int i = 0; i < 3; ++i) out += bytes(0.f);
    for (int i = 0; i < 9; ++i) out += bytes(float(mesh.corner(t, i / 3)[i % 3]));
    out += bytes(std::uint16_t(0));
  }
  return out;
}

std::string ply_header(const std::string& format, std::size_t vertices, std::size_t faces) {
  return "ply\nformat " + format + " 1.0\ncomment by a test\nelement vertex " + std::to_string(vertices) +
         "\nproperty double x\nproperty double y\nproperty uchar red\nproperty double z\nelement face " +
         std::to_string(faces) +
         "\nproperty list uchar int vertex_indices\nelement edge 1\nproperty short a\nend_header\n";
}

std::string to_ply(const TriangleMesh& mesh, const std::string& format) {
  std::string out = ply_header(format, mesh.vertices.size(), mesh.triangles.size());
  const bool ascii = format == "ascii", big = format == "binary_big_endian";
  for (const Vec3& v : mesh.vertices) {
    if (ascii) {
      out += text(v.x()) + " " + text(v.y()) + " 255 " + text(v.z()) + "\n";
    } else {
      out += bytes(v.x(), big) + bytes(v.y(), big) + "r" + bytes(v.z(), big);
    }
  }
  for (const auto& t : mesh.triangles) {
    if (ascii) {
      out += std::string("3 ") + std::to_string(t[0]) + " " + std::to_string(t[1]) + " " + std::to_string(t[2]) + "\n";
    } else {
      out += '\3';
      for (const int v : t) out += bytes(std::int32_t(v), big);
    }
  }
  return out + (ascii ? "-7\n" : bytes(std::int16_t(-7), big));
}

TEST(MeshFiles, ObjAndPlyKeepEveryBit) {
  const TriangleMesh mesh = torus_mesh(0.3, 0.1, 12, 8);
  for (const std::string& file : {to_obj(mesh), to_obj(mesh, true)}) {
    const TriangleMesh back = mesh_from_file("a/Thing.OBJ", file);
    EXPECT_EQ(back.vertices, mesh.vertices);
    EXPECT_EQ(back.triangles, mesh.triangles);
  }
  for (const char* format : {"ascii", "binary_little_endian", "binary_big_endian"}) {
    const TriangleMesh back = mesh_from_file("thing.ply", to_ply(mesh, format));
    EXPECT_EQ(back.vertices, mesh.vertices) << format;
    EXPECT_EQ(back.triangles, mesh.triangles) << format;
  }
}

TEST(MeshFiles, StlIsWelded) {
  TriangleMesh mesh = torus_mesh(0.3, 0.1, 12, 8);
  for (Vec3& v : mesh.vertices) v = v.cast<float>().cast<double>();
  for (const std::string& file : {to_ascii_stl(mesh), to_binary_stl(mesh)}) {
    const TriangleMesh back = mesh_from_file("thing.stl", file);
    EXPECT_EQ(back.vertices.size(), mesh.vertices.size());
    EXPECT_EQ(back.triangles.size(), mesh.triangles.size());
    EXPECT_NO_THROW(check_solid(back));
    EXPECT_NEAR(mesh_moments(back).volume, mesh_moments(mesh).volume, 1e-15);
  }
}

TEST(MeshFiles, PolygonsBecomeFans) {
  const TriangleMesh mesh = mesh_from_obj("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n");
  EXPECT_EQ(mesh.triangles, (std::vector<std::array<int, 3>>{{0, 1, 2}, {0, 2, 3}}));
  EXPECT_EQ(obj_vertices("v 1 2 3\nf broken\n").size(), 1u);
}

struct Broken {
  const char* label;
  std::string name, bytes, place, problem;
};

std::vector<Broken> broken_files() {
  const std::string corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\n", header = ply_header("ascii", 3, 1);
  const TriangleMesh mesh = tetrahedron_mesh();
  const std::string stl = to_binary_stl(mesh), ply = to_ply(mesh, "binary_little_endian");
  std::string nan_stl = stl;
  nan_stl.replace(84 + 12, 4, bytes(std::numeric_limits<float>::quiet_NaN()));
  std::string bad_list = ply;
  bad_list[bad_list.find("end_header\n") + 11 + 4 * 25] = '\1';
  return {
      {"empty", "a.obj", "", "", "is empty"},
      {"unknown kind", "a.fbx", "x", "", "no known kind"},
      {"no faces", "a.obj", corners, "", "no faces"},
      {"obj nan", "a.obj", "v 0 nan 0\n", "line 1", "finite"},
      {"obj inf", "a.obj", "v 0 inf 0\n", "line 1", "finite"},
      {"obj overflow", "a.obj", "v 0 1e999 0\n", "line 1", "finite"},
      {"obj short vertex", "a.obj", "v 0 0\n", "line 1", "three finite"},
      {"obj index 0", "a.obj", corners + "f 0 1 2\n", "line 4", "names vertex 0"},
      {"obj index too large", "a.obj", corners + "f 1 2 4\n", "line 4", "names vertex 4"},
      {"obj index before the first", "a.obj", corners + "f -4 1 2\n", "line 4", "names vertex -4"},
      {"obj huge index", "a.obj", corners + "f 1 2 99999999999999999999\n", "line 4", "not a vertex"},
      {"obj garbage", "a.obj", corners + "f a b c\n", "line 4", "not a vertex"},
      {"obj two corners", "a.obj", corners + "f 1 2\n", "line 4", "2 corners"},
      {"stl short", "a.stl", "garbage", "byte 7", "too short"},
      {"stl cut off", "a.stl", std::string("x") + stl.substr(1, stl.size() - 11), "byte 80", "announces 4 triangles"},
      {"stl nan", "a.stl", nan_stl, "byte 96", "not finite"},
      {"ascii stl cut off", "a.stl", to_ascii_stl(mesh).substr(0, 130), "line 9", "out of place"},
      {"ascii stl without end", "a.stl", "solid x\n", "line 1", "endsolid"},
      {"ascii stl garbage", "a.stl", "solid x\nfacet normal 0 0 1\nouter ring\n", "line 3", "out of place"},
      {"ascii stl nan", "a.stl", "solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 nan 0\n", "line 4", "finite"},
      {"stl without triangles", "a.stl", "solid x\nendsolid x\n", "", "no triangles"},
      {"ply magic", "a.ply", "plx\n", "line 1", "is not \"ply\""},
      {"ply format", "a.ply", "ply\nformat binary_middle_endian 1.0\n", "line 2", "not a format"},
      {"ply no format", "a.ply", "ply\nend_header\n", "line 2", "without \"format\""},
      {"ply header cut off", "a.ply", header.substr(0, 60), "line 5", "unknown in a header"},
      {"ply type", "a.ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty real x\n", "line 4", "not a type"},
      {"ply property first", "a.ply", "ply\nformat ascii 1.0\nproperty float x\n", "line 3", "no element"},
      {"ply huge count", "a.ply", "ply\nformat ascii 1.0\nelement vertex 99999999999\n", "line 3", "announces"},
      {"ply negative count", "a.ply", "ply\nformat ascii 1.0\nelement vertex -1\n", "line 3", "how many"},
      {"ply more than there is", "a.ply", ply_header("ascii", 4000000, 1) + "0 0 0 0\n", "header",
       "more than the file"},
      {"ply without y", "a.ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\n0\n", "header",
       "without x, y and z"},
      {"ply ascii cut off", "a.ply", header + "0 0 0 0\n1 0 0 0\n", "line", "too early"},
      {"ply word", "a.ply", header + "0 0 0 zero\n", "line", "not a number"},
      {"ply nan", "a.ply", header + "0 0 0 nan\n", "line", "not finite"},
      {"ply binary cut off", "a.ply", ply.substr(0, ply.size() - 10), "byte", "more data is announced"},
      {"ply short list", "a.ply", bad_list, "byte", "1 corners"},
      {"ply index", "a.ply", header + "0 0 0 0\n1 0 0 0\n0 1 0 0\n3 0 1 3\n-7\n", "line", "names vertex 3"},
      {"ply fraction", "a.ply", header + "0 0 0 0\n1 0 0 0\n0 1 0 0\n3 0 1 1.5\n-7\n", "line", "names vertex 1.5"},
      {"ply without faces", "a.ply", ply_header("ascii", 0, 0) + "-7\n", "", "no faces"},
  };
}

TEST(MeshFiles, BrokenOnesAreNamedWithPlaceAndRemedy) {
  for (const Broken& broken : broken_files()) {
    SCOPED_TRACE(broken.label);
    try {
      mesh_from_file(broken.name, broken.bytes);
      ADD_FAILURE() << "was accepted";
    } catch (const InputError& error) {
      EXPECT_EQ(error.where().rfind(broken.place, 0), 0u) << error.what();
      EXPECT_NE(error.problem().find(broken.problem), std::string::npos) << error.what();
      EXPECT_FALSE(error.remedy().empty());
    }
  }
}

// Whatever the bytes, the readers answer with a mesh or an InputError.
TEST(MeshFiles, RandomDamageIsNoDisaster) {
  const TriangleMesh mesh = torus_mesh(0.3, 0.1, 6, 5);
  const std::pair<std::string, std::string> files[] = {{"a.obj", to_obj(mesh)},
                                                       {"a.stl", to_ascii_stl(mesh)},
                                                       {"a.stl", to_binary_stl(mesh)},
                                                       {"a.ply", to_ply(mesh, "ascii")},
                                                       {"a.ply", to_ply(mesh, "binary_little_endian")},
                                                       {"a.ply", to_ply(mesh, "binary_big_endian")}};
  std::uint32_t random = 12345;
  const auto next = [&](std::size_t n) {
    random = random * 1664525u + 1013904223u;
    return std::size_t(random >> 8) % n;
  };
  int accepted = 0, refused = 0;
  for (int i = 0; i < 3000; ++i) {
    auto [name, damaged] = files[next(6)];
    for (std::size_t k = 0, n = 1 + next(4); k < n; ++k) damaged[next(damaged.size())] = char(next(256));
    if (next(4) == 0) damaged.resize(next(damaged.size()));
    try {
      const TriangleMesh read = mesh_from_file(name, damaged);
      check_mesh(read);
      ++accepted;
    } catch (const InputError&) {
      ++refused;
    }
  }
  EXPECT_GT(accepted, 300);
  EXPECT_GT(refused, 300);
}

}  // namespace
}  // namespace stiction
