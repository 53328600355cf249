// Small scenes of deformable bodies as text.
#pragma once

#include <fmt/core.h>

#include <ostream>
#include <string>

#include "stiction/scene/scene.h"

namespace stiction::testing {

/// All models of deformable bodies, each with a step that suits it.
struct Model {
  const char *name, *model, *elastic;
  double step;
};
inline void PrintTo(const Model& model, std::ostream* out) { *out << model.name; }
inline constexpr Model kModels[] = {{"modal", "modal", "", 0.005},
                                    {"stvk", "stvk", "", 0.005},
                                    {"implicit", "tetrahedral", "", 0.005},
                                    {"explicit", "tetrahedral", R"(, "explicit": true)", 0.0005}};

/// A scene of bodies over a floor.
inline Scene soft_scene(const std::string& bodies, double step = 0.005, const std::string& gravity = "[0, 0, -9.81]",
                        double mu = 0.5) {
  return scene_from_json(
      fmt::format(R"({{"stiction": 1, "name": "soft", "step": {}, "gravity": {}, "materials": {{"m": {{"mu": {}}}}},
        "bodies": [{{"name": "floor", "fixed": true, "shape": {{"half_space": {{}}}}, "material": "m"}}{}]}})",
                  step, gravity, mu, bodies),
      "test");
}

/// A deformable box of 20 x 10 x 10 cm. `model`: with quotes taken care of; `elastic`: further fields.
inline std::string soft_box(const std::string& name, const std::string& model, double height,
                            const std::string& elastic = "", const std::string& fields = "") {
  return fmt::format(
      R"(, {{"name": "{}", "model": "{}", "shape": {{"box": {{"size": [0.2, 0.1, 0.1]}}}}, "material": "m",
         "position": [0, 0, {}], {} "elastic": {{"youngs_modulus": 1e5, "stiffness_damping": 0.002,
         "cells": [4, 2, 2]{}}}}})",
      name, model, height, fields, elastic);
}

}  // namespace stiction::testing
