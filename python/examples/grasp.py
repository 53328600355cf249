"""Two fingers hold a block by friction alone. How hard must they press?

The fingers are pressed by a force law in Python (before_step), one call for each step. Asserts that the least grip is
m g / (2 mu): five percent more holds the block, five percent less lets it slip at the rate that Coulomb says.
"""
import stiction

MASS, MU, GRAVITY = 1.2, 0.6, 9.81


def hand(grip):
    """A world in which two fingers on slides press a block from both sides with `grip` (N)."""
    scene = stiction.Scene("grasp", step=0.005)
    scene.add_material("skin", mu=MU)
    scene.add_body("block", stiction.box([0.1, 0.1, 0.1]), mass=MASS, material="skin", position=[0, 0, 0.5])
    for name, side in (("left", -1), ("right", 1)):
        scene.add_body(name, stiction.box([0.02, 0.06, 0.06]), mass=0.3, material="skin", position=[0.06 * side, 0, 0.5])
        scene.add_joint(name + " slide", "slider", name, anchor=[0.06 * side, 0, 0.5], axis=[1, 0, 0])
    world = stiction.World(scene)
    left, right = world.index("left"), world.index("right")

    def press(w):
        w.forces[left] = [grip, 0, 0]
        w.forces[right] = [-grip, 0, 0]

    world.before_step = press
    return world


def main():
    least = MASS * GRAVITY / (2 * MU)
    print(f"least grip: {least:.3f} N")
    duration = 0.2
    for share in (0.95, 1.05):
        world = hand(share * least)
        assert world.run(duration).converged == world.step_count
        speed = -world["block"].velocity[2]
        expected = max(0.0, 1 - share) * GRAVITY * duration
        load = world.contact_force("block", by="left")
        print(f"{share:.0%} of it: the block falls at {speed:.5f} m/s, expected {expected:.5f}; the left finger "
              f"presses with {load[0]:.3f} N and lifts with {load[2]:.3f} N")
        assert abs(speed - expected) < 1e-6
        assert abs(load[0] - share * least) < 1e-4 * least


if __name__ == "__main__":
    main()
