#!/usr/bin/env python3
"""Checks that the rooms of src/ include each other only along the arrows of CONTRIBUTING.md.

usage: check_arrows.py [--self-test] [ROOT]

Also checked: arrows make no cycle, every room is in the table and in src/CMakeLists.txt, CMake's DEPENDS stay within the
table, and whatever a room includes it also links. Prints file:line for every fault; exit code 1 if there is any.
--self-test plants faults in a copy of the tree and expects each of them to be found.
"""
import re
import shutil
import sys
import tempfile
from pathlib import Path

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')
ROW = re.compile(r"^\|\s*`(\w+)`\s*\|[^|]*\|([^|]*)\|\s*$")
ROOM = re.compile(r"^\s*stiction_room\(\s*(\w+)([^)]*)\)")


def read_table(root):
    """Room -> set of what it may include: room names, or single headers as room/file.h."""
    table = {}
    for line in (root / "CONTRIBUTING.md").read_text(encoding="utf-8").splitlines():
        row = ROW.match(line)
        if row:
            table[row[1]] = set(re.findall(r"`([^`]+)`", row[2]))
    return table


def rooms_of(entries):
    return {entry.split("/")[0] for entry in entries}


def find_cycle(graph):
    """A room that reaches itself, or None. Taking away rooms without arrows leaves exactly the cycles."""
    left = {room: set(targets) for room, targets in graph.items()}
    while True:
        done = {room for room, targets in left.items() if not targets & left.keys()}
        if not done:
            return min(left) if left else None
        left = {room: targets for room, targets in left.items() if room not in done}


def check_includes(root, table):
    """Faults of the includes, and for every room the rooms it really includes with one place where it does."""
    faults, used = [], {}
    source = root / "src"
    for file in sorted(source.rglob("*")):
        if file.suffix not in {".h", ".cpp"}:
            continue
        room = file.relative_to(source).parts[0]
        if room not in table:
            faults.append(f"{file.relative_to(root)}:1: room '{room}' is not in the table of CONTRIBUTING.md")
            continue
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            include = INCLUDE.match(line)
            if not include:
                continue
            place, quote, path = f"{file.relative_to(root)}:{number}", include[1], include[2]
            if not path.startswith("stiction/"):
                if quote == '"':
                    faults.append(f'{place}: "{path}" should be "stiction/<room>/<file>.h"')
                continue
            header = path.removeprefix("stiction/")
            if not (source / header).is_file():
                faults.append(f"{place}: {path} is no header of src/")
                continue
            target = header.split("/")[0]
            if target == room:
                continue
            used.setdefault(room, {}).setdefault(target, place)
            if target not in table[room] and header not in table[room]:
                faults.append(f"{place}: room '{room}' may not include {header}")
    return faults, used


def check_cmake(root, table, used):
    faults, depends, lines = [], {}, {}
    name = "src/CMakeLists.txt"
    for number, line in enumerate((root / name).read_text(encoding="utf-8").splitlines(), 1):
        room = ROOM.match(line)
        if not room:
            continue
        words = room[2].split()
        start = words.index("DEPENDS") + 1 if "DEPENDS" in words else len(words)
        end = words.index("LINK") if "LINK" in words else len(words)
        depends[room[1]], lines[room[1]] = set(words[start:end]), number
        if room[1] not in table:
            faults.append(f"{name}:{number}: room '{room[1]}' is not in the table of CONTRIBUTING.md")
        for target in sorted(depends[room[1]] - rooms_of(table.get(room[1], set()))):
            faults.append(f"{name}:{number}: room '{room[1]}' may not depend on '{target}'")
    for room in sorted(table.keys() - depends.keys()):
        faults.append(f"{name}:1: room '{room}' of CONTRIBUTING.md has no target")

    def reach(room, seen):
        for target in depends.get(room, set()) - seen:
            seen.add(target)
            reach(target, seen)
        return seen

    for room, targets in sorted(used.items()):
        for target, place in sorted(targets.items()):
            if room in depends and target not in reach(room, set()):
                faults.append(f"{name}:{lines[room]}: room '{room}' includes '{target}' ({place}) but does not link it")
    return faults


def check(root):
    table = read_table(root)
    if not table:
        return ["CONTRIBUTING.md:1: no table of rooms found"]
    faults = []
    graph = {room: rooms_of(entries) for room, entries in table.items()}
    for room, targets in sorted(graph.items()):
        for target in sorted(targets - table.keys()):
            faults.append(f"CONTRIBUTING.md:1: room '{room}' may include '{target}', which is no room")
    cycle = find_cycle(graph)
    if cycle:
        faults.append(f"CONTRIBUTING.md:1: the arrows of room '{cycle}' lead back to it")
    include_faults, used = check_includes(root, table)
    return faults + include_faults + check_cmake(root, table, used)


def self_test(root):
    """Each plant is (file, text put in front of it, what the fault must say)."""
    plants = [
        ("src/solvers/planted.cpp", '#include "stiction/bodies/rigid/rigid_body.h"\n', "src/solvers/planted.cpp:1: room"),
        ("src/common/planted.h", '\n#  include <stiction/linalg/types.h>\n', "src/common/planted.h:2: room"),
        ("src/stepping/planted.cpp", '#include "stiction/solvers/planted.h"\n', "may not include solvers/planted.h"),
        ("src/linalg/planted.h", '#include "types.h"\n', "should be"),
        ("src/linalg/planted.h", '#include "stiction/linalg/nowhere.h"\n', "no header of src/"),
        ("src/basement/planted.h", "#pragma once\n", "not in the table"),
        ("src/CMakeLists.txt", "stiction_room(problem DEPENDS linalg collision)\n", "may not depend on 'collision'"),
        ("src/CMakeLists.txt", "stiction_room(cellar)\n", "room 'cellar' is not in the table"),
        ("CONTRIBUTING.md", "| `attic` | dust | `common` |\n", "room 'attic' of CONTRIBUTING.md has no target"),
        ("CONTRIBUTING.md", "| `attic` | dust | `scene`, `attic` |\n", "lead back"),
    ]
    failed = 0
    for name, text, expected in plants:
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder)
            shutil.copytree(root / "src", copy / "src")
            shutil.copy(root / "CONTRIBUTING.md", copy)
            (copy / "src/solvers/planted.h").write_text("#pragma once\n", encoding="utf-8")
            before = check(copy)
            file = copy / name
            file.parent.mkdir(exist_ok=True)
            file.write_text(text + (file.read_text(encoding="utf-8") if file.is_file() else ""), encoding="utf-8")
            after = check(copy)
            if not any(expected in fault for fault in after) or any(expected in fault for fault in before):
                failed += 1
                print(f"self-test: not found in {name}: {text.strip()!r} (expected '{expected}')")
    print(f"self-test: {len(plants) - failed} of {len(plants)} planted faults found")
    return failed


def main(arguments):
    planting = "--self-test" in arguments
    paths = [argument for argument in arguments if argument != "--self-test"]
    root = Path(paths[0]) if paths else Path(__file__).resolve().parent.parent
    if planting:
        return 1 if self_test(root) else 0
    faults = check(root)
    for fault in faults:
        print(fault)
    print(f"check_arrows: {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
