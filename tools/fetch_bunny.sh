#!/usr/bin/env bash
# Gets the Stanford bunny from the npm package "bunny" (public domain) as build/data/bunny.obj. Does nothing when the
# file is there already.
set -euo pipefail
cd "$(dirname "$0")/.."
out=build/data/bunny.obj
[ -s "$out" ] && exit 0
if ! command -v npm >/dev/null; then
  echo "fetch_bunny: npm is not installed; install it, or put a closed mesh at $out" >&2
  exit 1
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if ! (cd "$folder" && npm pack --silent bunny@1.0.1 >/dev/null && tar -xzf bunny-*.tgz); then
  echo "fetch_bunny: npm could not get the package \"bunny\"; check the network and npm's registry" >&2
  exit 1
fi
mkdir -p "$(dirname "$out")"
python3 - "$folder/package/index.js" "$out.part" <<'PY'
import json
import re
import sys

text = open(sys.argv[1]).read()
arrays = {name: json.loads(data) for name, data in re.findall(r"exports\.(\w+)\s*=\s*(\[\[.*?\]\])", text, re.S)}
with open(sys.argv[2], "w") as out:
    # The model has y up; stiction has z up.
    for x, y, z in arrays["positions"]:
        out.write(f"v {x} {-z} {y}\n")
    for corners in arrays["cells"]:
        out.write("f " + " ".join(str(c + 1) for c in corners) + "\n")
PY
mv "$out.part" "$out"
