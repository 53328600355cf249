#!/usr/bin/env python3
"""Checks every text file of the project: no machine's absolute paths, no markers of unfinished work, no file too long.

usage: check_hygiene.py [--self-test] [ROOT]

Prints file:line for every fault; exit code 1 if there is any.
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

LINE_LIMIT = 600
GENERATED = {"package-lock.json"}  # npm's list of packages has as many lines as it needs
# Written in pieces, so that this file passes its own check.
RULES = [
    (re.compile(r"(?<![\w.])/(?:wo" r"rk|ro" r"ot|ho" r"me)/"), "absolute path of a machine"),
    (re.compile(r"\b(?:TO" r"DO|FIX" r"ME|X" r"XX)\b"), "marker of unfinished work"),
]


def project_files(root):
    """What git would commit; in a tree without git, everything but build trees and hidden files."""
    listing = subprocess.run(["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                             capture_output=True, text=True, check=False) if (root / ".git").exists() else None
    if listing and listing.returncode == 0:
        return sorted({root / name for name in listing.stdout.split("\0") if name})
    return sorted(file for file in root.rglob("*") if not any(
        part == "build" or part.startswith(".") or part == "__pycache__" for part in file.relative_to(root).parts))


def check(root):
    faults = []
    for file in project_files(root):
        if not file.is_file():
            continue
        try:
            lines = file.read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:
            continue  # binary
        name = file.relative_to(root)
        for number, line in enumerate(lines, 1):
            faults += [f"{name}:{number}: {what}" for rule, what in RULES if rule.search(line)]
        if len(lines) > LINE_LIMIT and file.name not in GENERATED:
            faults.append(f"{name}:{LINE_LIMIT}: {len(lines)} lines; at most {LINE_LIMIT}: split it by ideas")
    return faults


def self_test():
    plants = ["see /ro" "ot/notes.txt", "// TO" "DO: later", "\n" * (LINE_LIMIT + 1)]
    failed = 0
    for text in plants:
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "good.h").write_text("#pragma once\n// to do or not to do: a/work/b\n", encoding="utf-8")
            failed += bool(check(Path(folder)))
            (Path(folder) / "bad.h").write_text(text, encoding="utf-8")
            failed += len(check(Path(folder))) != 1
    print(f"self-test: {failed} failures")
    return failed


def main(arguments):
    if "--self-test" in arguments:
        return 1 if self_test() else 0
    faults = check(Path(arguments[0]) if arguments else Path(__file__).resolve().parent.parent)
    for fault in faults:
        print(fault)
    print(f"check_hygiene: {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
