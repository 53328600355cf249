#!/usr/bin/env bash
# Configures (where needed) and builds a preset. Quiet when all is well: one moving line on a terminal, the whole
# log when something fails. Everything goes to stderr, so that a program's own output stays clean.
#
#   tools/build.sh PRESET "TARGET..." [-DNAME=VALUE ...]
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
preset=$1
read -ra targets <<<"$2"
shift 2
build=$root/build/$preset
log=$build/build.log
mkdir -p "$build"
cd "$root"

configure() {
  echo "configuring $preset" >&2
  if ! cmake --preset "$preset" "$@" >"$log" 2>&1; then
    cat "$log" >&2
    exit 1
  fi
}

# Configure anew only when a setting differs from what the cache holds: Ninja itself sees changed CMake files.
stale=no
[ -f "$build/build.ninja" ] || stale=yes
for setting in "$@"; do
  name=${setting%%=*}
  grep -q "^${name#-D}:[A-Z]*=${setting#*=}\$" "$build/CMakeCache.txt" 2>/dev/null || stale=yes
done
[ "$stale" = yes ] && configure "$@"

# A dry run tells in milliseconds whether there is anything to do.
if ninja -C "$build" -n "${targets[@]}" 2>/dev/null | tail -n 1 | grep -q "no work to do"; then exit 0; fi

if [ -t 2 ]; then
  NINJA_STATUS="building %f/%t " ninja -C "$build" "${targets[@]}" >&2
else
  echo "building $preset" >&2
  if ! ninja -C "$build" "${targets[@]}" >"$log" 2>&1; then
    cat "$log" >&2
    exit 1
  fi
fi
