// The scenes of the comparison, and what each of them asks.
#pragma once

#include <string>
#include <vector>

#include "stiction/scene/scene.h"

namespace stiction::peers {

/// What is judged in a scene.
enum class Question {
  holds,         ///< does it stand: under 1 % of a body's size, and under 0.1 mm after the first second
  creep,         ///< does it stick on the slope: under 1e-6 m/s
  acceleration,  ///< does it slide down with g (sin a - mu cos a), within 0.1 %
  stop,          ///< does it stop after v²/(2 mu g), straight ahead
};

struct Case {
  std::string name;         ///< as on the command line: "stack-40"
  std::string description;  ///< one line
  Question question = Question::holds;
  Scene scene;
  double expected = 0;          ///< m/s² or m, where the question has a number for an answer
  Vec3 heading = Vec3::Zero();  ///< unit, where the question has a direction
  double duration_limit = 1e9;  ///< s; some questions are answered sooner
};

std::vector<Case> cases();

}  // namespace stiction::peers
