// Two cubes, one on the other, built in code and stepped for a second: they must stand, and every step must be exact.
#include <cmath>
#include <cstdio>

#include "stiction/scene/scene.h"

int main() {
  stiction::Scene scene;
  scene.name = "two cubes";
  scene.materials["stone"] = {.mu = 0.5, .restitution = 0, .density = 2000};
  const auto add = [&scene](const char* name, stiction::ShapeDescription shape, double height) {
    stiction::BodyDescription body;
    body.name = name;
    body.shape = std::move(shape);
    body.material = "stone";
    body.position = {0, 0, height};
    scene.bodies.push_back(body);
  };
  add("floor", stiction::HalfSpaceDescription{}, 0);
  scene.bodies.back().fixed = true;
  add("lower", stiction::BoxDescription{{1, 1, 1}}, 0.5);
  add("upper", stiction::BoxDescription{{1, 1, 1}}, 1.5);

  stiction::World world = stiction::build_world(scene);
  double worst = 0;
  for (int i = 0; i < 100; ++i) {
    const stiction::StepReport& report = world.step();
    // Written so that a NaN counts as a failure.
    if (!(report.certificate.error <= scene.solver.tolerance) || !report.converged) {
      std::printf("step %d: error %g\n", i, report.certificate.error);
      return 1;
    }
    if (report.contacts < 8) {
      std::printf("step %d: only %d contacts\n", i, report.contacts);
      return 1;
    }
    worst = std::fmax(worst, report.certificate.error);
  }
  const double height = world.state().bodies[2].position.z();
  std::printf("worst error %g, upper cube at %.9f m\n", worst, height);
  return std::abs(height - 1.5) < 1e-6 ? 0 : 1;
}
