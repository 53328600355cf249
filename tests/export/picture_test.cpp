#include <gtest/gtest.h>
#include <png.h>
#include <tbb/global_control.h>

#include <random>

#include "stiction/common/error.h"
#include "stiction/export/picture/colour_table.h"
#include "stiction/export/picture/png_file.h"
#include "stiction/export/shot.h"

namespace stiction {
namespace {

bool go_on() { return true; }

TEST(Camera, ShowsAllPointsAndIsNoFartherThanItMustBe) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  for (int round = 0; round < 30; ++round) {
    std::vector<Vec3> points;
    const Vec3 shape(1 + round % 3, 0.2 + round % 5, 0.1 + round % 4), offset(100, -50, 7);
    for (int i = 0; i < 40; ++i)
      points.push_back(offset + shape.cwiseProduct(Vec3(normal(random), normal(random), normal(random))));
    CameraWish wish;
    if (round % 2) {
      wish.azimuth = 37.0 * round;
      wish.elevation = -80.0 + 5 * round;
    }
    const double aspect = round % 3 ? 16.0 / 9 : 0.6;
    const Camera camera = framing_camera(points, Vec3::UnitZ(), aspect, wish);
    double widest = 0;
    for (const Vec3& x : points) {
      const Vec3 d = x - camera.eye;
      const double depth = camera.forward.dot(d);
      ASSERT_GT(depth, 0);
      widest = std::max({widest, std::abs(camera.right.dot(d)) / (depth * camera.tan_half * aspect),
                         std::abs(camera.up.dot(d)) / (depth * camera.tan_half)});
    }
    EXPECT_NEAR(widest, 0.82, 1e-9);  // up to the margin of 9 % on each side
  }
}

TEST(Camera, LooksAtTheBroadSideOfFlatThings) {
  std::vector<Vec3> points;
  for (int i = -5; i <= 5; ++i) {
    for (int k = 0; k < 5; ++k) points.insert(points.end(), {Vec3(i, -0.2, k), Vec3(i, 0.2, k)});
  }
  const Camera camera = framing_camera(points, Vec3::UnitZ(), 1.5, {});
  EXPECT_GT(camera.forward.y(), 0.8);  // from the south
  EXPECT_LT(camera.forward.z(), -0.1);
}

/// A ball in the air over the floor, seen from known places.
ShownWorld ball_world() {
  ShownWorld world;
  world.bodies.push_back({"floor", HalfSpace{}, true, false});
  world.bodies.push_back({"ball", Sphere{0.5}, false, false});
  return world;
}

Moment ball_at(const Vec3& position) {
  Moment moment;
  moment.bodies.resize(2);
  moment.bodies[1].position = position;
  return moment;
}

ShotSettings small_shot() {
  ShotSettings settings;
  settings.width = 200;
  settings.height = 160;
  settings.camera.eye = Vec3(0, -6, 1);
  settings.camera.target = Vec3(0, 0, 1);
  settings.camera.field_of_view = 30;
  return settings;
}

int difference(const Image& a, const Image& b, int limit) {
  int count = 0;
  for (std::size_t i = 0; i < a.pixels.size(); ++i) {
    int d = 0;
    for (std::size_t k = 0; k < 3; ++k) d = std::max(d, std::abs(int(a.pixels[i][k]) - int(b.pixels[i][k])));
    count += d > limit;
  }
  return count;
}

TEST(Shot, BallCoversTheDiscThatGeometrySays) {
  const ShownWorld world = ball_world();
  const Moment moment = ball_at(Vec3(0, 0, 1));
  const Image image = Photographer(world, small_shot(), {moment}).take(moment, go_on);
  // Its colour is far from grey; nothing else's is.
  double area = 0, x = 0, y = 0;
  for (int row = 0; row < image.height; ++row) {
    for (int column = 0; column < image.width; ++column) {
      const auto [r, g, b] = image.pixels[std::size_t(row * image.width + column)];
      if (std::max({r, g, b}) - std::min({r, g, b}) < 45) continue;
      area += 1;
      x += column + 0.5;
      y += row + 0.5;
    }
  }
  const double scale = 160 / (2 * std::tan(15 * EIGEN_PI / 180));  // pixels for a slope of 1
  const double radius = scale * 0.5 / std::sqrt(36 - 0.25);        // tan(asin(r / d)) = r / sqrt(d² - r²)
  EXPECT_NEAR(area, EIGEN_PI * radius * radius, 0.03 * EIGEN_PI * radius * radius);
  EXPECT_NEAR(x / area, 100, 0.5);
  EXPECT_NEAR(y / area, 80, 0.5);
}

TEST(Shot, WhatMovesMovesAndWhatStaysStays) {
  const ShownWorld world = ball_world();
  const Moment a = ball_at(Vec3(-0.6, 0, 1)), b = ball_at(Vec3(0.6, 0, 1));
  const Photographer photographer(world, small_shot(), {a, b});
  const Image left = photographer.take(a, go_on), right = photographer.take(b, go_on);
  EXPECT_GT(difference(left, right, 30), 2000);
  EXPECT_EQ(difference(left, photographer.take(a, go_on), 0), 0);
  // The two upper corners are sky in both.
  for (const std::size_t i : {std::size_t(0), std::size_t(199)}) EXPECT_EQ(left.pixels[i], right.pixels[i]);
}

TEST(Shot, ShadowLiesWhereTheSunIsHidden) {
  const ShownWorld world = ball_world();
  ShotSettings settings = small_shot();
  settings.camera.eye = Vec3(0, -0.001, 12);  // from above: up in the picture is +y
  settings.camera.target = Vec3(0, 0, 0);
  const Moment low = ball_at(Vec3(0, 0, 1)), away = ball_at(Vec3(0, 0, 500));
  const Photographer photographer(world, settings, {low});
  const Image with = photographer.take(low, go_on), without = photographer.take(away, go_on);
  const auto darker = [&](double x, double y) {
    const double scale = 160 / (2 * std::tan(15 * EIGEN_PI / 180)) / 12;
    const auto i = std::size_t(int(80 - scale * y) * 200 + int(100 + scale * x));
    return int(without.pixels[i][1]) - int(with.pixels[i][1]);
  };
  // The sun stands towards (0.62, -0.55, 1), so the shadow's middle is at minus that, level with the floor.
  EXPECT_GT(darker(-0.62 - 0.25, 0.55 + 0.2), 25);
  EXPECT_LT(darker(1.3, -1.3), 4);
}

TEST(Shot, SameBytesForAnyNumberOfThreads) {
  ShownWorld world = ball_world();
  Moment moment = ball_at(Vec3(0, 0, 0.5));
  ContactState contact;
  contact.body_a = 1;
  contact.body_b = 0;
  contact.impulse_normal = 1;
  moment.contacts.push_back(contact);
  ShotSettings settings = small_shot();
  settings.contacts = true;
  std::vector<std::string> files;
  for (const std::size_t threads : {1, 3}) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    files.push_back(encode_png(Photographer(world, settings, {moment}).take(moment, go_on)));
  }
  EXPECT_EQ(files[0], files[1]);
  settings.contacts = false;
  EXPECT_NE(files[0], encode_png(Photographer(world, settings, {moment}).take(moment, go_on)));
}

TEST(Shot, AbsurdSettingsAreRefused) {
  const auto refused = [](auto change) {
    ShotSettings settings;
    change(settings);
    EXPECT_THROW(check(settings), InputError);
  };
  check({});
  refused([](ShotSettings& s) { s.width = 0; });
  refused([](ShotSettings& s) { s.height = 100000; });
  refused([](ShotSettings& s) { s.width = s.height = 16000; });
  refused([](ShotSettings& s) { s.samples = 0; });
  refused([](ShotSettings& s) { s.camera.field_of_view = 180; });
  refused([](ShotSettings& s) { s.camera.zoom = std::nan(""); });
  refused([](ShotSettings& s) { s.camera.eye = s.camera.target = Vec3(1, 2, 3); });
}

/// What a PNG shows, row by row.
std::vector<Colour> pixels_of(const std::string& png, int width, int height) {
  png_image header{};
  header.version = PNG_IMAGE_VERSION;
  EXPECT_TRUE(png_image_begin_read_from_memory(&header, png.data(), png.size()));
  header.format = PNG_FORMAT_RGB;
  EXPECT_EQ(int(header.width), width);
  EXPECT_EQ(int(header.height), height);
  std::vector<Colour> pixels(std::size_t(header.width) * header.height);
  EXPECT_TRUE(png_image_finish_read(&header, nullptr, pixels.data(), 0, nullptr));
  return pixels;
}

TEST(Png, ReadsBackAsWritten) {
  Image image(37, 23);
  std::mt19937 random(1);
  for (Colour& c : image.pixels) c = {std::uint8_t(random()), std::uint8_t(random()), std::uint8_t(random())};
  EXPECT_EQ(pixels_of(encode_png(image), 37, 23), image.pixels);
}

TEST(Png, WithFewColoursItIsSmallerAndShowsThoseThatAreThere) {
  Image image(64, 48);
  for (std::size_t i = 0; i < image.pixels.size(); ++i)
    image.pixels[i] = {std::uint8_t(i * i % 4 * 80), std::uint8_t(i % 3 * 100), 20};
  const std::string small = encode_png(image, 16);
  EXPECT_LT(small.size(), encode_png(image).size());
  EXPECT_EQ(pixels_of(small, 64, 48), image.pixels);
  EXPECT_THROW(encode_png(image, 1), Error);
}

TEST(ColourTable, KeepsFewColoursAndComesNearToMany) {
  Image few(16, 16), many(256, 256);
  for (std::size_t i = 0; i < few.pixels.size(); ++i) few.pixels[i] = {std::uint8_t(i % 50 * 5), 0, 100};
  for (std::size_t i = 0; i < many.pixels.size(); ++i)
    many.pixels[i] = {std::uint8_t(i % 256), std::uint8_t(i / 256), std::uint8_t(128)};
  const std::vector<Colour> exact = colour_table({few}, 255);
  NearestColour nearest(exact);
  for (const Colour& c : few.pixels) EXPECT_EQ(exact[std::size_t(nearest(c))], c);

  const std::vector<Colour> near = colour_table({many}, 255);
  EXPECT_EQ(near.size(), 255u);
  NearestColour find(near);
  double squares = 0;
  for (const Colour& c : many.pixels) {
    for (std::size_t k = 0; k < 3; ++k) squares += std::pow(double(near[std::size_t(find(c))][k]) - c[k], 2);
  }
  // 255 squares of 16 x 16 levels would leave 2 x 16² / 12 = 43 of squared error.
  EXPECT_LT(squares / double(many.pixels.size()), 60);
}

}  // namespace
}  // namespace stiction
