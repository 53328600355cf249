#include "stiction/evolution/local_surface.h"

#include <cmath>

namespace stiction {

LocalSurface local_surface(const Vec3& point, const Vec3& s, const Vec3& t, const Vec3& ss, const Vec3& st,
                           const Vec3& tt) {
  LocalSurface at;
  at.x = point;
  const Vec3 n = s.cross(t);
  const double root_E = s.norm(), area = n.norm();
  const Vec3 x = s / root_E, z = n / area, y = z.cross(x);
  at.axes.col(0) = x;
  at.axes.col(1) = y;
  at.axes.col(2) = z;
  at.a11 = root_E;
  at.a12 = x.dot(t);
  at.a22 = area / root_E;
  const double L = z.dot(ss), M = z.dot(st), N = z.dot(tt);
  // Unit steps along x and y in parameters: (1/a11, 0) and (ex, ey).
  const double ey = 1 / at.a22, ex = -at.a12 * ey / root_E;
  at.k11 = -L / (root_E * root_E);
  at.k12 = -(L * ex + M * ey) / root_E;
  at.k22 = -((L * ex + 2 * M * ey) * ex + N * ey * ey);
  at.turn = Vec2(y.dot(ss), y.dot(st)) / root_E;
  return at;
}

}  // namespace stiction
