# Stages: configuring and building by CMake preset.
# shellcheck shell=bash

# jobs: as many compilers as there are cores, but each may take 2 GB (a file with torch's headers takes more than one).
jobs() {
  local cores memory
  cores=$(nproc)
  memory=$(awk '/^MemAvailable:/ { print int($2 / 2000000) }' /proc/meminfo)
  echo $((memory < 1 ? 1 : memory < cores ? memory : cores))
}

configure() {
  stage 'Configuring' "$logs/configure.log"
  local arguments=("-DFIRSTSPLIT_TORCH=$torchFolder" "-DFIRSTSPLIT_NVCC=$nvcc") stamp=build/.configured wanted
  # Changes of CMakeLists.txt are seen by the build itself; these are not.
  wanted=$(printf '%s\n' "$PWD" "$preset" "${arguments[@]}" && cksum CMakePresets.json)
  if [ -e build/build.ninja ] && [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ]; then
    stageDone 'nothing has changed'
    return
  fi
  # A checkout that was moved, or half a configuration, is begun anew.
  if [ ! -e "$stamp" ] || [ "$(head -n 1 "$stamp")" != "$PWD" ]; then arguments+=(--fresh); fi
  rm -f "$stamp"
  logged "preset $preset" cmake --preset "$preset" "${arguments[@]}" ||
    stageFailed "$(firstError)" 'Mend what the log names (a missing library is a package of packaging/debian-packages.txt), then run this again.'
  echo "$wanted" >"$stamp"
  stageDone "preset $preset"
}

build() {
  stage 'Building' "$logs/build.log"
  local count=${FIRSTSPLIT_JOBS:-$(jobs)} remedy='Mend the sources, then run this again.'
  if ! logged "$count at a time" cmake --build --preset "$preset" --parallel "$count"; then
    if grep -qE 'Killed signal|out of memory|Cannot allocate memory' "$stageLog"; then
      remedy='Memory ran out: run this again with FIRSTSPLIT_JOBS=1.'
    elif grep -q 'No space left' "$stageLog"; then
      remedy='The disk is full: free some space, then run this again.'
    fi
    stageFailed "$(firstError)" "$remedy"
  fi
  if grep -q 'no work to do' "$stageLog"; then
    stageDone 'nothing has changed'
  else
    stageDone "$(grep -oE '^\[[0-9]+/[0-9]+\]' "$stageLog" | tail -n 1 | tr -d '[]' | cut -d/ -f1) build steps, $count at a time"
  fi
}
