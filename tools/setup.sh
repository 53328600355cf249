#!/usr/bin/env bash
# Installs the Debian packages that are missing for a purpose, and nothing when none is missing.
#
#   tools/setup.sh --run      what building and running stiction needs (the default)
#   tools/setup.sh --test     and what the tests need
#   tools/setup.sh --bench    and the engines and tools the benchmarks compare with
set -euo pipefail

run_packages=(g++ cmake ninja-build pkg-config python3
  libeigen3-dev libtbb-dev nlohmann-json3-dev libcli11-dev libfmt-dev libhdf5-dev
  libboost-dev libpng-dev zlib1g-dev libspectra-dev)
test_packages=(libgtest-dev libbenchmark-dev libosd-dev python3-h5py python3-numpy python3-jsonschema python3-pil python3-vtk9 clang-format
  chromium pybind11-dev python3-dev python3-venv python3-pip python3-setuptools python3-wheel python3-pytest python3-matplotlib mypy)
bench_packages=(libbenchmark-dev libode-dev libbullet-dev libmujoco-dev libsiconos-numerics-dev)

packages=("${run_packages[@]}")
for purpose in "${@:---run}"; do
  case "$purpose" in
    --run) ;;
    --test) packages+=("${test_packages[@]}") ;;
    --bench) packages+=("${bench_packages[@]}") ;;
    *)
      echo "setup: unknown option '$purpose'; give --run, --test or --bench" >&2
      exit 2
      ;;
  esac
done

# Node may come from elsewhere than Debian, and its npm with it.
command -v npm >/dev/null || packages+=(nodejs npm)

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  # Another system may well have everything under other names: say what is needed and let CMake judge.
  echo "setup: this is not Debian, so nothing is installed; the build needs the equivalents of: ${packages[*]}" >&2
  exit 0
fi

# One call for all packages: dpkg-query takes 20 ms, and fails as soon as one package is unknown to it.
installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "${packages[@]}" 2>/dev/null |
  sed -n 's/^installed //p' || true)
missing=()
for package in "${packages[@]}"; do
  grep -qxF -- "$package" <<<"$installed" || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

echo "setup: installing ${missing[*]}" >&2
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "setup: no rights to install packages and no sudo; as root run: apt-get install ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! {
  "${as_root[@]}" apt-get update -q &&
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}"
} >"$log" 2>&1; then
  cat "$log" >&2
  echo "setup: apt-get failed; install these packages by hand and try again: ${missing[*]}" >&2
  exit 1
fi
