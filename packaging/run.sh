#!/usr/bin/env bash
# Sets up, then trains a model that reads handwritten digits twice with only its seeds set, and twice deterministically;
# 200 steps each, two CPU threads. Says where each pair splits. With a display it then opens the window on the four runs;
# without one it writes a report. Every call records to a folder of its own under runs/.
# With arguments it passes them to firstsplit: packaging/run.sh diff A.split.h5 B.split.h5
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
firstsplit=$root/build/bin/firstsplit

if [ $# -gt 0 ]; then
  "$root/packaging/setup.sh" >&2
  exec "$firstsplit" "$@"
fi

"$root/packaging/setup.sh"
mkdir -p "$root/runs"
folder=$(mktemp -d "$root/runs/$(date +%Y-%m-%d-%H%M%S)-XXX")
chmod "$(printf '%o' $((0777 & ~0$(umask))))" "$folder"
files=()

# pair PRESET: records a pair and prints its verdict; a split is an outcome (1), not a failure (2 and more).
pair() {
  local code=0 found
  printf '\n== A pair with preset %s\n' "$1"
  "$firstsplit" pair --experiment digits-embedding --preset "$1" --set threads=2 --steps 200 --out "$folder/$1" || code=$?
  found=("$folder/$1"/*.split.h5)
  if [ "$code" -gt 1 ] || [ "${#found[@]}" != 2 ]; then
    echo "The pair with preset $1 ended with code $code; what it recorded is in $folder/$1." >&2
    exit 2
  fi
  files+=("${found[@]}")
}
pair seeds
pair deterministic

echo
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  echo "Opening the window on $folder"
  if "$firstsplit" "${files[@]}"; then exit 0; fi
  echo 'The window could not be opened on this display; writing a report instead.' >&2
fi
"$firstsplit" export --html "$folder/report.html" "${files[@]}" >/dev/null
echo "Report: $folder/report.html"
