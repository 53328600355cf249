// Files of tetrahedra: there and back, and what is wrong on which line.
#include "stiction/geometry/tet/tet_files.h"

#include <gtest/gtest.h>

#include "stiction/common/error.h"
#include "stiction/geometry/tet/structured_tets.h"

namespace stiction {
namespace {

constexpr const char* kGmsh =
    "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
    "$PhysicalNames\n1\n3 1 \"solid\"\n$EndPhysicalNames\n"
    "$Nodes\n6\n10 9 9 9\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n7 1e0 +1 1.0\n$EndNodes\n"
    "$Elements\n4\n1 15 2 0 1 10\n2 2 2 0 1 1 3 2\n3 4 2 0 1 1 2 3 4\n4 4 3 0 1 5 2 3 4 7\n$EndElements\n";

TEST(TetFiles, ReadsGmshWithOtherElementsAndGapsInTheNumbers) {
  const TetMesh mesh = tets_from_msh(kGmsh);
  ASSERT_EQ(mesh.vertices.size(), 5u);  // node 10 belongs to a point alone
  EXPECT_EQ(mesh.vertices[1], Vec3(1, 0, 0));
  EXPECT_EQ(mesh.vertices[4], Vec3(1, 1, 1));
  const std::vector<std::array<int, 4>> tets{{0, 1, 2, 3}, {1, 2, 3, 4}};
  EXPECT_EQ(mesh.tets, tets);
  EXPECT_NO_THROW(check(mesh));
}

TEST(TetFiles, ThereAndBack) {
  const TetMesh mesh = box_tets({0.1, 1.0 / 3, 2e-7}, {2, 3, 4});
  for (const TetMesh& again : {tets_from_msh(tets_to_msh(mesh)), tets_from_bytes(tets_to_bytes(mesh))}) {
    EXPECT_EQ(again.vertices, mesh.vertices);
    EXPECT_EQ(again.tets, mesh.tets);
  }
}

TEST(TetFiles, Vtk) {
  const TetMesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0.5}}, {{0, 1, 2, 3}}};
  EXPECT_EQ(tets_to_vtk(mesh),
            "# vtk DataFile Version 3.0\ntetrahedra\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 double\n"
            "0 0 0\n1 0 0\n0 1 0\n0 0 0.5\nCELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n10\n");
}

std::string complaint(std::string text, const std::string& old = "", const std::string& with = "") {
  if (!old.empty()) text.replace(text.find(old), old.size(), with);
  try {
    tets_from_msh(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}
bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(TetFiles, SayWhatIsWrongOnWhichLine) {
  EXPECT_EQ(complaint(kGmsh), "");
  const std::string version = complaint(kGmsh, "2.2 0 8", "4.1 0 8");
  EXPECT_TRUE(says(version, "line 2: has version \"4.1\"") && says(version, "-format msh22")) << version;
  EXPECT_TRUE(says(complaint(kGmsh, "2.2 0 8", "2.2 1 8"), "line 2: says that the file is binary"));
  EXPECT_TRUE(says(complaint(kGmsh, "2 1 0 0", "2 1 nan 0"), "line 12: is not a node with three finite"));
  EXPECT_TRUE(says(complaint(kGmsh, "2 1 0 0", "1 1 0 0"), "line 12: gives node 1 a second time"));
  EXPECT_TRUE(says(complaint(kGmsh, "$Nodes\n6", "$Nodes\n5"), "line 15: reads \"7\" where $EndNodes should be"));
  EXPECT_TRUE(says(complaint(kGmsh, "$Nodes\n6", "$Nodes\n99999999"), "line 9: 99999999 is out of range"));
  EXPECT_TRUE(says(complaint(kGmsh, "$Nodes\n6", "$Nodes\n-6"), "line 9: -6 is out of range"));
  EXPECT_TRUE(says(complaint(kGmsh, "2 3 4 7", "2 3 4 8"), "line 22: names node 8"));
  EXPECT_TRUE(says(complaint(kGmsh, "2 3 4 7", "2 3 4"), "line 22: \"\" is not a node"));
  EXPECT_TRUE(says(complaint(kGmsh, "2 3 4 7", "2 3 4 7 1"), "line 22: has more than four"));
  EXPECT_TRUE(says(complaint(kGmsh, "3 4 2 0 1 1 2 3 4", "3 4 x 0 1 1 2 3 4"), "\"x\" is not a number of tags"));
  EXPECT_TRUE(says(complaint(kGmsh, "$EndElements\n"), "should follow"));
  EXPECT_TRUE(says(complaint("$Nodes\n"), "line 1: \"$Nodes\" comes before $MeshFormat"));
  EXPECT_TRUE(says(complaint("solid cube"), "line 1: \"solid\" stands outside"));
  EXPECT_TRUE(says(complaint(""), "ends without"));
  EXPECT_TRUE(
      says(complaint("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n0\n$EndNodes\n$Elements\n0\n$EndElements\n"),
           "holds no tetrahedra"));
  EXPECT_THROW(tets_from_bytes("short"), InputError);
  std::string bytes = tets_to_bytes(box_tets({1, 1, 1}, {1, 1, 1}));
  EXPECT_THROW(tets_from_bytes(bytes + "x"), InputError);
  bytes[3] = char(0x7f);
  EXPECT_THROW(tets_from_bytes(bytes), InputError);
}

}  // namespace
}  // namespace stiction
