"""A block on a slope slides where the slope is steeper than friction holds, and then as Coulomb says.

Built in code: bodies, a material, gravity as it is. Asserts the threshold atan(mu) to 0.1 degrees and the
acceleration g (sin a - mu cos a) beyond it.
"""
import math

import stiction

MU, GRAVITY = 0.5, 9.81


def slope(degrees):
    angle = math.radians(degrees)
    turn = stiction.rotation_about([0, 1, 0], angle)
    normal = [math.sin(angle), 0, math.cos(angle)]
    scene = stiction.Scene("slope", step=0.005)
    scene.add_material("wood", mu=MU, density=700)
    scene.add_body("slope", stiction.half_space(normal), fixed=True, material="wood")
    scene.add_body("block", stiction.box([0.2, 0.2, 0.1]), material="wood", rotation=turn,
                   position=[0.05 * n for n in normal])
    return stiction.World(scene)


def main():
    threshold = math.degrees(math.atan(MU))
    print(f"friction holds up to {threshold:.2f} degrees")
    for offset in (-10, -0.1, 0.1, 10):
        world = slope(threshold + offset)
        duration = 0.5
        summary = world.run(duration)
        assert summary.converged == summary.steps
        speed = math.dist(world["block"].velocity, (0, 0, 0))
        angle = math.radians(threshold + offset)
        expected = max(0.0, GRAVITY * (math.sin(angle) - MU * math.cos(angle))) * duration
        print(f"{threshold + offset:6.2f} degrees: {speed:.6f} m/s after {duration} s, expected {expected:.6f}")
        assert abs(speed - expected) < 1e-6
        assert (speed > 1e-4) == (offset > 0)


if __name__ == "__main__":
    main()
