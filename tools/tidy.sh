#!/usr/bin/env bash
# Runs clang-tidy with the checks of .clang-tidy over the library and the command line, or over the files given.
# Needs the package clang-tidy and a configured release build (any ./run or ./test made one).
set -euo pipefail
files=()
for file in "$@"; do files+=("$(readlink -f "$file")"); done
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
if ! command -v clang-tidy >/dev/null; then
  echo "tidy: clang-tidy is not installed; as root run: apt-get install clang-tidy" >&2
  exit 1
fi
if [ ${#files[@]} -eq 0 ]; then
  while IFS= read -r -d '' file; do files+=("$file"); done < <(find src apps -name '*.cpp' -print0 | sort -z)
fi
printf '%s\0' "${files[@]}" | xargs -0 -n 1 -P 2 clang-tidy -p build/release --quiet --warnings-as-errors='*'
