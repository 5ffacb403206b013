#!/usr/bin/env bash
# Sets up, installs other people's trainers (tests/client/trainers.txt) beside the torch that is in use, and runs the tests
# of the Python client under them. Ends with 77, and a sentence, when they cannot be had: nothing was tested then.
# Arguments go to ctest.
set -eEuo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

packaging/setup.sh

readonly cache=${XDG_CACHE_HOME:-${HOME:?is not set}/.cache}/firstsplit
readonly logs=$PWD/build/log
readonly stageCount=1 list=tests/client/trainers.txt notHad=77

# shellcheck source=packaging/lib/stages.sh
. packaging/lib/stages.sh
# shellcheck source=packaging/lib/torch.sh
. packaging/lib/torch.sh

# leaveOut REASON: ends the script.
leaveOut() {
  stageDone "left out: $1"
  exit "$notHad"
}

# findTrainers: sets trainersPython. Their environment sees the packages beside torch, and brings no torch of its own; it
# holds for this list and this torch only.
trainersPython=''
findTrainers() {
  stage 'Trainers' "$logs/trainers.log"
  local torch site folder neededMegabytes=1000
  torch=$(sed -n 's/^-DFIRSTSPLIT_TORCH=//p' build/.configured)
  site=$(dirname "$torch")
  if [ ! -x "$site/../../../bin/python" ]; then leaveOut "no Python beside $torch"; fi
  folder=$cache/trainers-$({ echo "$torch"; cat "$list"; } | sha256sum | cut -c 1-12)
  FIRSTSPLIT_PYTHON=$site/../../../bin/python \
    inVenv "$folder" 'installing trainers (350 MB)' --no-deps --requirement "$list" ||
    leaveOut "the packages of $list could not be installed ($(firstError)); log: $stageLog"
  printf '%s\n' "$site" >"$(firstExisting "$folder"/lib/python3*/site-packages)/torch-lies-here.pth"
  trainersPython=$folder/bin/python
  stageDone "$(sed -n '/^$/q; s/==/ /p' "$list" | paste -sd ',' | sed 's/,/, /g') in $folder"
}

findTrainers
FIRSTSPLIT_TRAINERS=$trainersPython QT_QPA_PLATFORM=offscreen exec ctest --preset "${FIRSTSPLIT_PRESET:-release}" \
  --parallel "$(nproc)" --tests-regex '^Client\.Trainers\.' "$@"
