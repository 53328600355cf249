// How pairs of smooth bodies move through a step, as plain values for scenes.
#pragma once

#include <string>

namespace stiction {

/// See docs/evolution.md. Friction and restitution come from the materials.
struct SmoothSettings {
  bool enabled = true;                    ///< false: the general path moves all bodies, by their triangulations
  std::string method = "dormand_prince";  ///< or runge_kutta4
  double max_step = 0.01;                 ///< s, of the integrator; it never goes beyond a step of the world
  double min_step = 1e-3;                 ///< s, of runge_kutta4
  double tolerance = 1e-9;                ///< of dormand_prince: error of a step, relative
  double entry_speed = 0.02;              ///< m/s: impacts that leave less end in continuous contact
  double flight_step = 2e-3;              ///< s: how often flying bodies are looked at
  double tangential_restitution = 0;      ///< e_t of impacts that stick, -1 to 1
  double viscous_slip = 0;                ///< N·s/m against slip
  double viscous_turn = 0;                ///< N·m·s against relative rotation
  double linear_drag = 0;                 ///< N·s/m on every smooth body that moves in contact coordinates
  double angular_drag = 0;                ///< N·m·s likewise
  bool bounce_at_vertices = false;        ///< hop over extraordinary vertices and do not pass through them
};

}  // namespace stiction
