// Surface properties and how a pair of materials combines.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace stiction {

struct Material {
  std::string name = "default";
  double mu = 0.5;         ///< Coulomb coefficient
  double restitution = 0;  ///< Newton's e
  double density = 1000;   ///< kg/m³
  double mu_static = -1;   ///< coefficient until a contact slips; below 0: the same as mu
  double rolling = 0;      ///< length c in |torque across the normal| <= c times the normal force, m
  double spin = 0;         ///< the same for the torque about the normal, m
};

/// Friction and restitution of one pair of bodies.
struct ContactLaw {
  double mu = 0.5;
  double restitution = 0;
  double mu_static = -1;  ///< until the contact slips; below 0: the same as mu
  double rolling = 0;     ///< m, see Material
  double spin = 0;        ///< m
  double before_slip() const { return mu_static < 0 ? mu : mu_static; }
};

struct MaterialTable {
  std::vector<Material> materials;
  /// Overrides by material index pair, lower index first.
  std::map<std::pair<int, int>, ContactLaw> pairs;

  /// The override if there is one; else the geometric means of mu and of restitution, and the larger one of
  /// rolling and of spin: one soft surface is enough.
  ContactLaw law(int a, int b) const;
};

}  // namespace stiction
