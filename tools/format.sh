#!/usr/bin/env bash
# Formats every C++ file of the project with clang-format; --check changes nothing and fails if a file is not formatted.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
options=(-i)
[ "${1:-}" = --check ] && options=(--dry-run -Werror)
find src apps papers tests benchmarks python \( -name '*.h' -o -name '*.cpp' \) -print0 |
  xargs -0 --no-run-if-empty clang-format "${options[@]}"
