// What a scene may hold. Outside of these a value is a slip of the pen or would lose all precision.
#pragma once

#include <cstddef>

namespace stiction::limits {

inline constexpr double max_steps = 1e8;  ///< duration / step
inline constexpr std::size_t max_bodies = 1000000;
inline constexpr std::size_t max_joints = 1000000;
inline constexpr std::size_t max_probes = 10000;
inline constexpr std::size_t max_keyframes = 1000000;
inline constexpr std::size_t max_hull_points = 100000;
inline constexpr double min_size = 1e-6, max_size = 1e6;        ///< m, any extent of a shape
inline constexpr double max_position = 1e9;                     ///< m, any coordinate
inline constexpr double max_speed = 1e6;                        ///< m/s and rad/s
inline constexpr double max_time = 1e9;                         ///< s
inline constexpr double max_force = 1e18;                       ///< N and N·m
inline constexpr double max_gravity = 1e6;                      ///< m/s²
inline constexpr double min_step = 1e-9, max_step = 1;          ///< s
inline constexpr double min_mass = 1e-18, max_mass = 1e24;      ///< kg
inline constexpr double min_density = 1e-6, max_density = 1e6;  ///< kg/m³
inline constexpr double max_mu = 1000;
inline constexpr double min_tolerance = 1e-14, max_tolerance = 1;
inline constexpr int max_friction_samples = 1024;
inline constexpr double min_relaxation = 1e-3, max_relaxation = 1.999;
inline constexpr int max_alignments = 100;
inline constexpr std::size_t max_name = 200;  ///< bytes

inline constexpr double unit_slack = 1e-3;   ///< how far from 1 the length of a unit vector may be written
inline constexpr double unit_exact = 1e-12;  ///< what rounding leaves; nothing to correct

}  // namespace stiction::limits
