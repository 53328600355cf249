// Bodies that cross the sharp edges of a mesh between two of its samples, or end in a point between them.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "collision/round_triangles.h"
#include "stiction/collision/edge_dip.h"
#include "support/full_length.h"

namespace stiction {
namespace {

using namespace stiction::testing;

/// Poses in the frame of the bracket: how deep a net of points on the body says it is inside, in cells.
struct FoundPose {
  double overlap;
  Vec3 p;
  Quat q;
};

// Among 100 000 poses these went unseen: the tip of the cone leaves the bracket again beside an edge, or its rim
// crosses an edge between two samples of both.
const FoundPose kConeAndBracket[] = {
    {0.262,
     {-0.02528512766, -0.05064176568, 0.004941618725},
     {0.8336498789, -0.54450064, 0.02751468509, -0.08826026569}},
    {0.346, {0.01240619741, 0.05618765045, 0.01020780835}, {0.0194261341, 0.6261534847, -0.4864630138, -0.6090223109}},
    {0.306, {-0.01868907678, 0.0352619245, 0.03372935296}, {-0.1088187552, 0.7720909828, -0.5616671637, 0.2767019879}},
    {0.228,
     {-0.04761016542, 0.006759462189, 0.001695639336},
     {-0.4347214117, 0.4756072393, -0.0364924881, 0.7638608162}},
    {0.196,
     {-0.05218765893, -0.02374871173, -0.007845525566},
     {0.4650728159, -0.3960863633, 0.5785148738, -0.5405029227}},
    {0.163, {0.09518781848, 0.01855736674, 0.03036789224}, {0.9708767317, -0.09211695379, 0.09102140983, 0.2015637406}},
    {0.156,
     {-0.0495219929, -0.05700621158, 0.004594033791},
     {0.9784470221, 0.001371089293, -0.1432721028, 0.1487032268}},
    {0.146, {0.02111496416, 0.02090034153, 0.04232596898}, {0.2250246146, 0.1555826425, 0.4087953613, 0.8706574049}},
    {0.144, {-0.05127601742, -0.02205824566, -0.04598300486}, {-0.3582646641, 0.2787486316, 0.784014123, 0.4233999124}},
    {0.138, {0.005663413667, 0.01029033512, 0.04977971545}, {0.8315045369, 0.3332670793, -0.3350598232, 0.2920071469}}};

TEST(MeshEdges, ConeAndBracketAreSeenWhereTheyWereNot) {
  const Shape cone = Cone{0.03, 0.05}, bracket = bracket_shape();
  const double cell = mesh_cell(bracket);
  for (const FoundPose& pose : kConeAndBracket) {
    const auto found = contacts(cone, {pose.p, pose.q.normalized().toRotationMatrix()}, bracket, {});
    ASSERT_FALSE(found.empty()) << pose.overlap;
    const auto deepest = std::ranges::min_element(found, {}, &ContactPoint::gap);
    EXPECT_LT(deepest->gap, -0.3 * pose.overlap * cell);
  }
}

// Among 100 000 poses of two brackets these went unseen: their edges cross between two samples of both.
const FoundPose kBrackets[] = {
    {0.178, {0.01866581997, 0.03835374471, -0.03959131091}, {0.05701320177, 0.695719204, -0.4451377594, 0.5608713393}},
    {0.165,
     {-0.08979633764, -0.01351581995, -0.0564689963},
     {0.8986316916, -0.08020991759, -0.2946547537, 0.3149698844}},
    {0.164, {0.03733951102, -0.05639601757, -0.0350278707}, {-0.3579894666, 0.6268375908, 0.02530079222, 0.6915764935}},
    {0.154,
     {-0.05432438102, 0.08213652361, -0.03254478658},
     {0.6567050099, -0.002994554591, 0.3646448275, 0.6601240129}},
    {0.152, {0.05550042366, -0.01866074885, 0.05954654306}, {0.5673762055, 0.6124702276, 0.5330774856, 0.1370870384}},
    {0.150, {-0.02379334861, 0.10536161, -0.03550980888}, {0.5362115012, 0.02842425313, 0.8140087804, 0.2214926482}},
    {0.147, {-0.05517916871, 0.04762274959, 0.01614670865}, {0.331303054, 0.8251487561, 0.3851512337, 0.2470351065}},
    {0.147, {0.06339862791, -0.0530658139, 0.0240126628}, {-0.2849406565, 0.8828777649, 0.3527725274, -0.1220131899}},
    {0.146, {0.02833508338, 0.02920443107, 0.02107434206}, {0.895213473, 0.2577747822, 0.363495559, 0.003997244051}},
    {0.139, {0.02828287152, 0.004464027726, 0.04535146723}, {0.5585471394, 0.06541363854, 0.5009356723, 0.6578826652}}};

TEST(MeshEdges, BracketsAreSeenWhereTheyWereNot) {
  const Shape bracket = bracket_shape();
  const double cell = mesh_cell(bracket);
  const Netted net = netted(bracket, cell);
  for (const FoundPose& found_pose : kBrackets) {
    const Pose pose{found_pose.p, found_pose.q.normalized().toRotationMatrix()};
    const auto found = contacts(bracket, {}, bracket, pose);
    ASSERT_FALSE(found.empty()) << found_pose.overlap;
    const ContactPoint& deepest = *std::ranges::min_element(found, {}, &ContactPoint::gap);
    EXPECT_TRUE(of_edges(deepest)) << found_pose.overlap;
    // Both are right angles: the edges lie beyond each other by up to 1.42 times as much as below the surface, which is
    // known to the spacing of the net.
    EXPECT_LT(deepest.gap, -found_pose.overlap * cell);
    EXPECT_GT(deepest.gap, -1.42 * (found_pose.overlap + 0.1) * cell);
    // The normal is the way out, and half of it is not enough.
    const auto overlap_after = [&](double way) {
      return -separation_by_nets(net, {way * deepest.normal, Mat3::Identity()}, net, pose, 0);
    };
    EXPECT_EQ(overlap_after(-1.001 * deepest.gap), 0) << found_pose.overlap;
    EXPECT_GT(overlap_after(-0.5 * deepest.gap), 0) << found_pose.overlap;
  }
}

// Nor were these of a thin rod and a torus: a smooth ridge presses into the side of the rod, between two samples.
const FoundPose kRodAndTorus[] = {
    {0.094,
     {-0.003464443248, 0.05575589941, 0.002372723508},
     {-0.1498158784, 0.7728306673, -0.0003239296468, 0.6166748393}},
    {0.063, {0.0263783644, 0.04868441792, -0.004425838525}, {-0.195069398, 0.4353224839, -0.4868219696, 0.7317421915}},
    {0.061,
     {-0.01940636972, 0.05267540371, -0.001565264024},
     {0.7373558431, -0.1453025909, -0.580803742, 0.3128266788}},
    {0.058,
     {0.05150430169, -0.03672992671, 0.001022675306},
     {-0.1813959311, -0.5453198274, -0.03596940183, 0.817574464}},
    {0.048,
     {0.06477183524, 0.01630171258, 0.003804312559},
     {0.5445270657, -0.6617424369, -0.2393761692, -0.4563839081}},
    {0.047, {-0.05700879278, 0.006238857649, 0.006348816644}, {0.458089581, 0.625083369, -0.443089209, 0.4506624795}},
    {0.044,
     {-0.01820996213, 0.06211809593, -0.005974411225},
     {0.5234067243, 0.5955547519, 0.07114610944, -0.6052257179}},
    {0.043,
     {-0.04786119487, -0.04498112416, -0.01291530179},
     {-0.06159098294, 0.7697339377, -0.1081021965, -0.6261230958}}};

TEST(MeshEdges, RodAndTorusAreSeenWhereTheyWereNot) {
  const Shape rod = Cylinder{0.006, 0.05}, torus = torus_shape();
  const double cell = mesh_cell(torus);
  for (const FoundPose& pose : kRodAndTorus) {
    const auto found = contacts(rod, {pose.p, pose.q.normalized().toRotationMatrix()}, torus, {});
    ASSERT_EQ(found.size(), 1u) << pose.overlap;
    EXPECT_LT(found[0].gap, -(pose.overlap - 0.01) * cell);
    EXPECT_GT(found[0].gap, -(pose.overlap + 0.02) * cell);
  }
}

/// The edge of a box mesh along x at y = z = 0.05, with samples a tenth of 0.1 apart: one at x = 0, none at 0.005.
Shape cube_of_ten_cells() { return Mesh{SolidMesh::make(box_mesh({0.1, 0.1, 0.1}), 10)}; }

// Bodies thinner than the samples are apart lie across an edge, in the middle between two of them, where the least
// distance is known.
TEST(MeshEdges, ThinBodiesAcrossAnEdge) {
  const Shape cube = cube_of_ten_cells();
  ASSERT_NEAR(mesh_cell(cube), 0.01, 1e-12);
  const double s = std::sqrt(0.5);
  // z along (0, -1, 1): across the edge at right angles to the bisector of its faces.
  const Mat3 across = Quat::FromTwoVectors(Vec3::UnitZ(), Vec3(0, -s, s)).toRotationMatrix();
  struct Thin {
    const char* name;
    Shape shape;
    double half;  // m, in every direction across z
  };
  const Thin bodies[] = {{"cylinder", Cylinder{0.002, 0.03}, 0.002}, {"capsule", Capsule{0.002, 0.03}, 0.002}};
  for (const Thin& body : bodies) {
    for (const double gap : {-0.001, -0.0005, 0.00001}) {
      for (const double x : {0.005, 0.003, 0.0001}) {
        const Vec3 on_edge(x, 0.05, 0.05);
        const Pose pose{on_edge + (body.half + gap) * Vec3(0, s, s), across};
        const auto found = contacts(body.shape, pose, cube, {});
        ASSERT_FALSE(found.empty()) << body.name << " " << gap << " " << x;
        const auto deepest = std::ranges::min_element(found, {}, &ContactPoint::gap);
        EXPECT_NEAR(deepest->gap, gap, 2e-4) << body.name << " " << x;
        EXPECT_GT(deepest->normal.dot(Vec3(0, s, s)), 0.98) << body.name << " " << gap << " " << x;
        EXPECT_LT((deepest->position - on_edge).norm(), 1.5e-3) << body.name << " " << gap << " " << x;
      }
    }
  }
}

// An edge of a box across that of a mesh: the distance of two lines.
TEST(MeshEdges, EdgesOfABoxAcrossAnEdge) {
  const Shape cube = cube_of_ten_cells(), plate = box(0.06, 0.06, 0.06);
  const double s = std::sqrt(0.5);
  for (const double turn : {90.0, 60.0, 35.0}) {
    for (const double x : {0.005, 0.0033, 0.0071}) {
      for (const double gap : {-0.002, -0.0005, 0.0001}) {
        // Its edge along x at the lowest place, after a turn by 45 degrees about it; then turned across.
        const Vec3 up(0, s, s), along = rotation(turn, up) * Vec3::UnitX();
        Mat3 R;
        R.col(0) = along;
        R.col(1) = (up + along.cross(up)) * s;
        R.col(2) = R.col(0).cross(R.col(1));
        const Vec3 on_edge(x, 0.05, 0.05);
        const Pose pose{on_edge + (0.06 * s + gap) * up + 0.0023 * along, R};
        const auto found = contacts(plate, pose, cube, {});
        ASSERT_FALSE(found.empty()) << turn << " " << x << " " << gap;
        const auto deepest = std::ranges::min_element(found, {}, &ContactPoint::gap);
        EXPECT_NEAR(deepest->gap, gap, 2e-4) << turn << " " << x << " " << gap;
        EXPECT_GT(deepest->normal.dot(up), 0.99) << turn << " " << x << " " << gap;
      }
    }
  }
}

/// A cube whose lowest edge, along `along`, lies `gap` over the upper edge of cube_of_ten_cells() at (x, 0.05, 0.05).
Pose across_the_edge(const Vec3& along, double x, double gap, double shift) {
  const double s = std::sqrt(0.5);
  const Vec3 up(0, s, s);
  Mat3 R;
  R.col(0) = along;
  R.col(1) = (up + along.cross(up)) * s;
  R.col(2) = R.col(0).cross(R.col(1));
  return {Vec3(x, 0.05, 0.05) + (0.1 * s + gap) * up + shift * along, R};
}

// Edges of two meshes across each other, between the samples of both: the distance of two lines, and a name that stays
// while they slide.
TEST(MeshEdges, EdgesOfTwoMeshesAcrossEachOther) {
  const Shape cube = cube_of_ten_cells();
  const Vec3 up = Vec3(0, 1, 1).normalized();
  for (const double turn : {90.0, 60.0, 35.0}) {
    std::set<std::uint64_t> names;
    for (const double x : {0.005, 0.0033, 0.0071, 0.0001}) {
      for (const double gap : {-0.002, -0.0005, -1e-6, 0.0, 1e-6, 0.0001}) {
        const Vec3 along = rotation(turn, up) * Vec3::UnitX();
        const Pose pose = across_the_edge(along, x, gap, 0.0123);
        const auto found = contacts(cube, pose, cube, {});
        ASSERT_FALSE(found.empty()) << turn << " " << x << " " << gap;
        const auto crossing = std::ranges::find_if(found, of_edges);
        ASSERT_NE(crossing, found.end()) << turn << " " << x << " " << gap;
        EXPECT_NEAR(crossing->gap, gap, 1e-12);
        EXPECT_GT(crossing->normal.dot(up), 1 - 1e-12);
        EXPECT_LT((crossing->position - Vec3(x, 0.05, 0.05) - 0.5 * gap * up).norm(), 1e-9);
        names.insert(crossing->feature);
        for (const ContactPoint& c : found) EXPECT_GE(c.gap, gap - 1e-6);
      }
    }
    EXPECT_EQ(names.size(), 1u) << turn;
  }
}

// Where faces keep edges apart, lines that come near each other are no crossing.
TEST(MeshEdges, EdgesOfOppositeSidesDoNotCross) {
  // A plate thinner than a cell: the edges of its far side are as near as those of the near one.
  const Shape plate = Mesh{SolidMesh::make(box_mesh({0.1, 0.1, 0.004}), 10)}, cube = cube_of_ten_cells();
  for (const double gap : {-0.0002, 0.0002}) {
    const Vec3 along = rotation(40, Vec3::UnitZ()) * Vec3::UnitX();
    Mat3 R;
    R.col(0) = along;
    R.col(1) = (Vec3::UnitZ() + along.cross(Vec3::UnitZ())).normalized();
    R.col(2) = R.col(0).cross(R.col(1));
    const Pose over{Vec3(0.0123, 0.0071, 0.002 + gap + 0.1 * std::sqrt(0.5)), R};
    for (const ContactPoint& c : contacts(cube, over, plate, {})) {
      EXPECT_GT(c.normal.z(), 0.7) << gap;
      EXPECT_GT(c.gap, gap - 1e-6) << gap;
    }
  }
}

// A thin rod and the tip of a needle go in through one face and out of the other, past the edge: nothing but what is
// inside of them can tell.
TEST(MeshEdges, SlenderBodiesThroughACorner) {
  const Shape cube = cube_of_ten_cells();
  const double s = std::sqrt(0.5);
  const Mat3 across = Quat::FromTwoVectors(Vec3::UnitZ(), Vec3(0, -s, s)).toRotationMatrix();
  for (const double x : {0.003, 0.005, 0.0157}) {
    for (const double below : {0.003, 0.005}) {
      const Vec3 middle = Vec3(x, 0.05, 0.05) - below * Vec3(0, s, s);
      EXPECT_FALSE(contacts(Cylinder{0.001, 0.03}, {middle, across}, cube, {}).empty()) << x << " " << below;
      // The tip stands out by 1 mm.
      const Vec3 tip = middle + (below + 0.001) * Vec3(0, -s, s);
      EXPECT_FALSE(contacts(Cone{0.006, 0.03}, {tip - across * Vec3(0, 0, 0.015), across}, cube, {}).empty())
          << x << " " << below;
    }
  }
}

// The least distance along a line, against many points of it.
TEST(EdgeDip, IsTheLeastOfManyPoints) {
  std::mt19937 random(4);
  const Shape shapes[] = {box(0.5, 0.3, 0.4), random_hull(random, 14, 0.3)};
  int dips = 0;
  for (int i = 0; i < round_count(4000); ++i) {
    const auto& convex = *std::get<Polyhedron>(shapes[i % 2]).convex;
    const auto distance = [&](const Vec3& x) { return nearest_on_surface(convex, x, 10); };
    const Vec3 p = 0.3 * random_vector(random), q = p + 0.3 * random_vector(random);
    const int parts = 1 + i % 5;
    const double limit = 0.1, part = (q - p).norm() / parts;
    constexpr int kLooks = 600;
    double least = 1, of_samples = 1;
    for (int k = 0; k <= kLooks; ++k) {
      const double d = distance(p + double(k) / kLooks * (q - p)).distance;
      least = std::min(least, d);
      if (k * parts % kLooks == 0) of_samples = std::min(of_samples, d);
    }
    const Eigen::AlignedBox3d box(Vec3::Constant(-0.5), Vec3::Constant(0.5));
    const auto dip = edge_dip(p, q, parts, box, limit, distance);
    dips += dip.has_value();
    if (dip) {
      const double there = distance(dip->x).distance;
      ASSERT_LE(there, least + 1e-4 * part) << i;
      ASSERT_GT(there, least - (q - p).norm() / kLooks) << i;
      ASSERT_LE(there, limit);
      // In overlap that of the edges, which is deeper than that of the nearest face and stands across both.
      ASSERT_LE(dip->d.distance, there + 1e-12);
      ASSERT_GE(dip->d.distance, there < 0 ? 4 * there : there) << i;
      ASSERT_NEAR(dip->d.normal.norm(), 1, 1e-12);
      ASSERT_LT((dip->x - p).norm() + (q - dip->x).norm(), (q - p).norm() * (1 + 1e-9));
    } else {
      // Nothing is left unsaid: too far away, or hardly deeper than a sample.
      ASSERT_TRUE(least > limit - 0.02 * part || of_samples < least + 0.04 * part) << i << " " << least;
    }
  }
  EXPECT_GT(dips, round_count(4000) / 20);
}

}  // namespace
}  // namespace stiction
