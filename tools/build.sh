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

NINJA_STATUS="%f/%t " ninja -C "$build" "${targets[@]}" >"$log" 2>&1 &
build_job=$!
trap 'kill "$build_job" 2>/dev/null || true' EXIT
running() { kill -0 "$build_job" 2>/dev/null; }

# A build with nothing to do ends at once and is not worth a word.
for _ in 1 2 3 4 5 6 7 8 9 10; do
  running || break
  sleep 0.05
done
if running && [ -t 2 ]; then
  while running; do
    printf '\r\033[Kbuilding %s: %s' "$preset" "$(tail -n 1 "$log" | cut -c 1-90)" >&2
    sleep 0.3
  done
  printf '\r\033[K' >&2
elif running; then
  echo "building $preset" >&2
fi
if ! wait "$build_job"; then
  cat "$log" >&2
  exit 1
fi
