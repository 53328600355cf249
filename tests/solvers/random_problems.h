// Random contact problems on random body graphs: redundant, ill-matched masses, any friction.
#pragma once

#include <random>

#include "stiction/linalg/types.h"
#include "stiction/problem/contact_problem.h"

namespace stiction::testing {

struct RandomProblemOptions {
  int bodies = 10;
  int contacts = 40;
  double mass_decades = 1;  ///< masses spread over this many powers of ten
  double mu_max = 1;
  double fixed_share = 0.2;  ///< contacts against a fixed body
};

/// Bodies are unit-size boxes at random places; contacts join neighbours at points between them.
inline ContactProblem random_problem(std::mt19937& random, const RandomProblemOptions& options) {
  std::uniform_real_distribution<double> unit(0, 1), sign(-1, 1);
  std::normal_distribution<double> normal;
  const auto vector = [&] { return Vec3(normal(random), normal(random), normal(random)); };
  ContactProblem p;
  std::vector<Vec3> centre;
  for (int i = 0; i < options.bodies; ++i) {
    const double mass = std::pow(10.0, options.mass_decades * unit(random));
    const Mat3 R = Quat(Eigen::AngleAxisd(3 * unit(random), vector().normalized())).toRotationMatrix();
    const Mat3 inertia =
        R * (mass * Vec3(0.1 + 0.1 * unit(random), 0.15, 0.1 + 0.1 * unit(random))).asDiagonal() * R.transpose();
    Mat6 M = Mat6::Zero();
    M.topLeftCorner<3, 3>().diagonal().setConstant(mass);
    M.bottomRightCorner<3, 3>() = inertia;
    p.mass.push_back(M);
    p.inverse_mass.push_back(M.inverse());
    Vec6 v;
    v.head<3>() = 0.3 * vector();
    v.z() -= 0.5;
    v.tail<3>() = 0.5 * vector();
    p.v_free.push_back(v);
    centre.push_back(Vec3(i, 0.5 * normal(random), 0.5 * normal(random)));
  }
  for (int k = 0; k < options.contacts; ++k) {
    ProblemContact c;
    c.body_a = static_cast<int>(unit(random) * options.bodies) % options.bodies;
    c.body_b = unit(random) < options.fixed_share || options.bodies == 1 ? -1 : (c.body_a + 1) % options.bodies;
    const Vec3 base =
        c.body_b < 0 ? Vec3(centre[c.body_a] - Vec3::UnitZ()) : Vec3(0.5 * (centre[c.body_a] + centre[c.body_b]));
    const Vec3 point = base + 0.3 * Vec3(sign(random), sign(random), sign(random));
    const Vec3 n = c.body_b < 0 ? Vec3(Vec3::UnitZ() + 0.2 * vector()).normalized()
                                : Vec3(centre[c.body_a] - centre[c.body_b] + 0.2 * vector()).normalized();
    const Vec3 t1 = n.unitOrthogonal(), t2 = n.cross(t1);
    const auto rows = [&](const Vec3& x, double s) {
      Mat36 G;
      int row = 0;
      for (const Vec3& axis : {n, t1, t2}) {
        G.block<1, 3>(row, 0) = s * axis.transpose();
        G.block<1, 3>(row, 3) = s * (point - x).cross(axis).transpose();
        ++row;
      }
      return G;
    };
    c.G_a = rows(centre[c.body_a], 1);
    if (c.body_b >= 0) c.G_b = rows(centre[c.body_b], -1);
    c.mu = options.mu_max * unit(random);
    c.bias = unit(random) < 0.5 ? 0 : -0.1 * unit(random);
    p.contacts.push_back(c);
  }
  return p;
}

}  // namespace stiction::testing
