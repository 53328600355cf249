#!/usr/bin/python3
"""Draws the side view (x to the right, z up) of a scene's final state with its contact forces, as SVG.

Usage: stiction scene export NAME -o scene.json && stiction run scene.json --no-record --final-state state.json
       side_view.py scene.json state.json > picture.svg
"""
import itertools
import json
import math
import sys


def rotate(q, v):
    w, x, y, z = q
    t = (2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0]))
    return (
        v[0] + w * t[0] + y * t[2] - z * t[1],
        v[1] + w * t[1] + z * t[0] - x * t[2],
        v[2] + w * t[2] + x * t[1] - y * t[0],
    )


def hull(points):
    """Convex hull in the plane, counter-clockwise (monotone chain)."""
    points = sorted(set(points))

    def half(sequence):
        chain = []
        for p in sequence:
            while len(chain) > 1 and (chain[-1][0] - chain[-2][0]) * (p[1] - chain[-2][1]) <= (
                chain[-1][1] - chain[-2][1]
            ) * (p[0] - chain[-2][0]):
                chain.pop()
            chain.append(p)
        return chain[:-1]

    return half(points) + half(points[::-1])


def corners(shape):
    if "box" in shape:
        half = [s / 2 for s in shape["box"]["size"]]
        return [tuple(s * h for s, h in zip(signs, half)) for signs in itertools.product((-1, 1), repeat=3)]
    if "convex" in shape:
        return [tuple(p) for p in shape["convex"]["points"]]
    return []


def main():
    scene = json.load(open(sys.argv[1]))
    state = json.load(open(sys.argv[2]))
    bodies = state.get("bodies", state)
    polygons = []
    for body in scene["bodies"]:
        now = bodies[body["name"]]
        placed = [
            tuple(p + r for p, r in zip(now["position"], rotate(now["rotation"], c))) for c in corners(body["shape"])
        ]
        if placed:
            polygons.append((hull([(round(x, 6), round(z, 6)) for x, _, z in placed]), body.get("fixed", False)))
    xs = [x for polygon, _ in polygons for x, _ in polygon]
    zs = [z for polygon, _ in polygons for _, z in polygon]
    margin = 0.06 * (max(xs) - min(xs))
    left, right, top = min(xs) - margin, max(xs) + margin, max(zs) + margin
    scale = 860 / (right - left)
    width, height = 860, scale * (top + margin)

    def px(x, z):
        return f"{scale * (x - left):.1f},{scale * (top - z):.1f}"

    forces = {}
    for contact in state["contacts"]:
        total = [contact["impulse_normal"] * n + t for n, t in zip(contact["normal"], contact["impulse_tangent"])]
        key = (round(contact["position"][0], 3), round(contact["position"][2], 3))
        sums = forces.setdefault(key, [0.0, 0.0])
        sums[0] += total[0]
        sums[1] += total[2]
    largest = max((math.hypot(*f) for f in forces.values()), default=1) or 1
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}">',
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="#fbfaf7"/>',
        f'<rect y="{scale * top:.1f}" width="{width:.0f}" height="{scale * margin:.1f}" fill="#ddd6c8"/>',
    ]
    for polygon, fixed in polygons:
        fill = "#b9b2a3" if fixed else "#3f6f8f"
        out.append(f'<polygon points="{" ".join(px(x, z) for x, z in polygon)}" fill="{fill}" stroke="#20384a"/>')
    # Forces as lines centred on the contact: action and reaction.
    for (x, z), (fx, fz) in forces.items():
        length = 0.5 * margin * math.sqrt(math.hypot(fx, fz) / largest) * 2.2 / (math.hypot(fx, fz) or 1)
        a, b = px(x - fx * length, z - fz * length), px(x + fx * length, z + fz * length)
        (x1, y1), (x2, y2) = a.split(","), b.split(",")
        out.append(f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="#d1495b" stroke-width="2.4"/>')
    out.append("</svg>")
    print("\n".join(out))


if __name__ == "__main__":
    main()
