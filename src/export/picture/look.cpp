#include "stiction/export/picture/look.h"

#include <algorithm>
#include <cmath>

namespace stiction {

Look Look::light() {
  Look look;
  look.zenith = Vec3f(0.62f, 0.74f, 0.88f);
  look.horizon = Vec3f(0.90f, 0.925f, 0.95f);
  look.sky_light = Vec3f(0.60f, 0.64f, 0.69f);
  look.bounce = Vec3f(0.42f, 0.41f, 0.39f);
  look.sun_light = Vec3f(0.76f, 0.72f, 0.65f);
  look.ground = Vec3f(0.74f, 0.74f, 0.735f);
  look.grid = Vec3f(0.56f, 0.575f, 0.60f);
  look.stick = Vec3f(0.008f, 0.138f, 0.571f);  // as in the viewer (viewer/src/scene/palette.ts)
  look.slip = Vec3f(0.745f, 0.087f, 0.014f);
  return look;
}

Look Look::dark() {
  Look look = light();
  look.zenith = Vec3f(0.006f, 0.008f, 0.012f);
  look.horizon = Vec3f(0.022f, 0.026f, 0.034f);
  look.sky_light = Vec3f(0.36f, 0.40f, 0.48f);
  look.bounce = Vec3f(0.12f, 0.12f, 0.13f);
  look.sun_light = Vec3f(0.88f, 0.83f, 0.75f);
  look.ground = Vec3f(0.050f, 0.055f, 0.064f);
  look.grid = Vec3f(0.105f, 0.115f, 0.13f);
  look.stick = Vec3f(0.095f, 0.434f, 1.0f);
  look.slip = Vec3f(1.0f, 0.255f, 0.072f);
  return look;
}

Vec3f Look::sky(float rise) const {
  const float x = std::sqrt(std::clamp(rise, 0.0f, 1.0f));
  return horizon + x * (zenith - horizon);
}

Vec3f Look::shade(const Vec3f& albedo, const Vec3f& normal, const Vec3f& up, const Vec3f& to_sun, const Vec3f& to_eye,
                  float shadow, float open) const {
  const float above = 0.5f + 0.5f * normal.dot(up);
  const Vec3f around = bounce + above * (sky_light - bounce);
  // Light that is kept out comes back in part from what keeps it out, which has about the same colour.
  const Eigen::Array3f a = albedo.array();
  const Eigen::Array3f opened = open / (1 - 0.75f * a * (1 - open));
  const float facing = std::max(0.0f, normal.dot(to_sun));
  const float gloss = 0.10f * std::pow(std::max(0.0f, normal.dot((to_sun + to_eye).normalized())), 30.0f);
  return (a * (around.array() * opened + sun_light.array() * (facing * shadow)) + sun_light.array() * (gloss * shadow))
      .matrix();
}

float grid_cover(float x, float width) {
  constexpr float half_line = 0.011f;
  const float distance = std::abs(x - std::round(x));
  const float w = std::max(width, 1e-6f);
  const float overlap = std::min(distance + w / 2, half_line) - std::max(distance - w / 2, -half_line);
  const float fade = std::clamp(1.6f - 4 * w, 0.0f, 1.0f);
  return fade * std::clamp(overlap / w, 0.0f, 1.0f);
}

double grid_spacing(double size) {
  const double wanted = std::max(size, 1e-9) / 8, power = std::pow(10, std::floor(std::log10(wanted)));
  const double digit = wanted / power;
  return power * (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10);
}

std::uint8_t to_screen(float light) {
  const float x = std::clamp(light, 0.0f, 1.0f);
  const float encoded = x <= 0.0031308f ? 12.92f * x : 1.055f * std::pow(x, 1 / 2.4f) - 0.055f;
  return std::uint8_t(std::lround(255 * encoded));
}

}  // namespace stiction
