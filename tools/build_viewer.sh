#!/usr/bin/env bash
# Builds the viewer's one HTML page from viewer/ with npm's packages. Fails, with the reason, where that is impossible.
#
#   tools/build_viewer.sh OUTPUT.html
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
output=$1
cd "$root/viewer"
if ! command -v npm >/dev/null; then
  echo "build_viewer: npm is not installed" >&2
  exit 1
fi
# Packages are fetched again only when the list of them has changed.
if ! cmp -s package-lock.json node_modules/.stiction-lock; then
  npm ci --no-audit --no-fund --ignore-scripts --fetch-retries=1 --loglevel=error >&2
  cp package-lock.json node_modules/.stiction-lock
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npx --no-install tsc --noEmit
npx --no-install vite build --outDir "$folder" --emptyOutDir --logLevel error
mv "$folder/index.html" "$output"
