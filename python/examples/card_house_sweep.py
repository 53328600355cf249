"""How rough must cards be for a house of cards? A sweep over the coefficient of friction, on all cores.

Asserts that houses of rough cards stand, that those of smooth cards fall, and that every step was solved.
"""
import numpy as np
import stiction

COEFFICIENTS = [0.1, 0.2, 0.3, 0.4, 0.6]


def house(mu):
    scene = stiction.Scene.gallery("card_house", levels=3)
    for material in scene.data["materials"].values():
        material["mu"] = mu
    scene.data["contact_pairs"] = []
    return scene


def top_height(world):
    return float(world.positions[~world.fixed, 2].max())


def main():
    fresh = top_height(stiction.World(house(0.5)))
    heights = stiction.run_batch([house(mu) for mu in COEFFICIENTS], 0.8, measure=top_height)
    stands = np.array([height > 0.99 * fresh for height in heights])
    for mu, height, good in zip(COEFFICIENTS, heights, stands):
        print(f"mu = {mu:.1f}: highest card at {height / fresh:5.1%} of where it was, {'stands' if good else 'fell'}")
    assert not stands[0] and stands[-1]
    assert list(stands) == sorted(stands), "rougher cards cannot be worse"
    first = int(stands.argmax())
    print(f"a house of three levels needs mu between {COEFFICIENTS[first - 1]} and {COEFFICIENTS[first]}")


if __name__ == "__main__":
    main()
