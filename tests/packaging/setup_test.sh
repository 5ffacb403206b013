#!/usr/bin/env bash
# Tests of packaging/*.sh: each test works in a copy of the scripts, in a PATH whose first folder holds fakes of the tools
# that would change the system. setup_test.sh [TEST…]; without arguments all of them.
# shellcheck disable=SC2317  # the tests are called by name
set -uo pipefail
source=${FIRSTSPLIT_SOURCE_DIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}

# fake NAME SCRIPT: a tool of this name that is found before the real one, and writes down how it was called.
fake() {
  printf '#!/bin/bash\necho "%s $*" >>"%s/calls"\n%s\n' "$1" "$work" "$2" >"$work/fakes/$1"
  chmod +x "$work/fakes/$1"
}

# A checkout in which all packages are there, an own torch is named, and configuring and building succeed.
prepare() {
  # A space in the path, as people have.
  work=$(mktemp -d "${TMPDIR:-/tmp}/first split XXXXXX")
  trap 'rm -rf "$work"' EXIT
  mkdir -p "$work/tree" "$work/fakes" "$work/home"
  cp -r "$source/packaging" "$source/CMakePresets.json" "$work/tree"
  mkdir -p "$work/tree/tests/client"
  cp "$source/tests/client/trainers.txt" "$work/tree/tests/client"
  export PATH="$work/fakes:$PATH" HOME="$work/home" XDG_CACHE_HOME="$work/cache" FIRSTSPLIT_NVCC=none
  unset FIRSTSPLIT_TORCH FIRSTSPLIT_PRESET FIRSTSPLIT_JOBS FIRSTSPLIT_PYTHON DISPLAY WAYLAND_DISPLAY
  fake apt-get 'exit 0'
  fake sudo 'exit 1'
  fake dpkg-query "sed 's/.*/installed &, /' '$work/tree/packaging/debian-packages.txt'"
  fake cmake "case \$1 in --preset) mkdir -p build; touch build/build.ninja ;; --build) echo '[7/7] linking' ;; esac"
  ownTorch 2.12.1+cpu
  export FIRSTSPLIT_TORCH="$work/torch"
}

# ownTorch VERSION
ownTorch() {
  mkdir -p "$work/torch/include/ATen"
  touch "$work/torch/include/ATen/ATen.h"
  printf "__version__ = '%s'\ncuda: Optional[str] = None\n" "$1" >"$work/torch/version.py"
}

setup() { (cd "$work" && timeout 50 tree/packaging/setup.sh) >"$work/output" 2>&1; }

die() {
  echo "FAILED: $*"
  sed 's/^/  | /' "$work/output"
  exit 1
}
fails() { if "$@"; then die "$* succeeded"; fi; }
succeeds() { "$@" || die "$* failed with code $?"; }
endsWith() {
  local code=0
  "${@:2}" || code=$?
  [ "$code" = "$1" ] || die "${*:2} ended with code $code, not $1"
}
says() { grep -qF -- "$1" "$work/output" || die "the output does not say: $1"; }
called() { grep -qF -- "$1" "$work/calls" || die "nobody called: $1"; }
notCalled() { if grep -qF -- "$1" "$work/calls"; then die "somebody called: $1"; fi; }

test_setupGivesALineAStage() {
  succeeds setup
  [ "$(grep -cE '^\[[1-5]/5\] .* \([0-9]+ s\)$' "$work/output")" = 5 ] || die 'not five lines'
  called "cmake --preset release -DFIRSTSPLIT_TORCH=$(realpath "$work/torch") -DFIRSTSPLIT_NVCC=none"
  notCalled apt-get
}

test_setupConfiguresOnlyAnew() {
  succeeds setup
  : >"$work/calls"
  succeeds setup
  notCalled 'cmake --preset'
  called 'cmake --build'
  FIRSTSPLIT_PRESET=ci succeeds setup
  called 'cmake --preset ci'
}

test_setupInstallsOnlyWhatIsMissing() {
  fake dpkg-query "sed '/^ninja-build\$/d; s/.*/installed &, /' '$work/tree/packaging/debian-packages.txt'"
  fake id 'echo 0'
  succeeds setup
  called 'apt-get update'
  [ "$(grep 'apt-get install' "$work/calls" | grep -oE '[^ ]+$')" = ninja-build ] || die 'not ninja-build alone'
}

test_setupNeverAsksForAPassword() {
  fake dpkg-query "sed '/^ninja-build\$/d; s/.*/installed &, /' '$work/tree/packaging/debian-packages.txt'"
  fake id 'echo 1000'
  fails setup
  called 'sudo -n'
  if grep '^sudo' "$work/calls" | grep -qv '^sudo -n'; then die 'sudo without -n'; fi
  says 'Packages failed'
  says 'sudo apt-get install --no-install-recommends ninja-build'
  says "Log: $work/tree/build/log/packages.log"
}

test_setupSaysWhyPackagesFail() {
  fake dpkg-query 'exit 0'
  fake id 'echo 0'
  fake apt-get 'echo "E: Unable to fetch some archives" >&2; exit 100'
  fails setup
  says 'Packages failed after'
  says 'E: Unable to fetch some archives'
}

test_setupRefusesAFolderWithoutTorch() {
  export FIRSTSPLIT_TORCH="$work/home"
  fails setup
  says "LibTorch failed after"
  says "FIRSTSPLIT_TORCH=$work/home holds no torch package"
  notCalled 'cmake --preset'
}

test_setupRefusesAnOldTorch() {
  ownTorch 2.9.1
  fails setup
  says 'is torch 2.9.1, and 2.11 or newer is needed'
}

test_setupFindsTorchInAVirtualEnvironment() {
  mkdir -p "$work/venv/lib/python3.12/site-packages"
  mv "$work/torch" "$work/venv/lib/python3.12/site-packages/torch"
  export FIRSTSPLIT_TORCH="$work/venv"
  succeeds setup
  called "-DFIRSTSPLIT_TORCH=$(realpath "$work/venv/lib/python3.12/site-packages/torch")"
}

# A Python whose pip fails once, half-way, and installs a torch the next time.
fakePython() {
  fake python3 "
    folder=\$3
    mkdir -p \"\$folder/bin\" \"\$folder/lib/python3.11/site-packages\"
    cat >\"\$folder/bin/python\" <<'PIP'
#!/bin/bash
echo \"pip \$*\" >>'$work/calls'
site=\$(dirname \"\$0\")/../lib/python3.11/site-packages
mkdir -p \"\$site/torch/include/ATen\"
if [ ! -e '$work/pipFailed' ]; then touch '$work/pipFailed'; echo 'ERROR: no route to host'; exit 1; fi
if [ -e \"\$site/half\" ]; then echo 'a half installed torch was kept'; exit 1; fi
touch \"\$site/torch/include/ATen/ATen.h\"; echo \"__version__ = '2.11.0+cu130'\" >\"\$site/torch/version.py\"
PIP
    chmod +x \"\$folder/bin/python\""
  export FIRSTSPLIT_PYTHON="$work/fakes/python3"
  unset FIRSTSPLIT_TORCH
}

test_setupInstallsAnewWhatWasInterrupted() {
  fakePython
  fails setup
  says 'torch 2.11.0 could not be installed: ERROR: no route to host'
  touch "$work/cache/firstsplit/torch-2.11.0/lib/python3.11/site-packages/half"
  succeeds setup
  called 'pip -I -m pip install'
  : >"$work/calls"
  succeeds setup
  notCalled 'pip install'
}

test_twoSetupsInstallOnce() {
  fakePython
  touch "$work/pipFailed"
  cp -r "$work/tree" "$work/other"
  (cd "$work" && timeout 50 other/packaging/setup.sh) >"$work/otherOutput" 2>&1 &
  succeeds setup
  wait $! || die "the other one failed: $(cat "$work/otherOutput")"
  [ "$(grep -c 'pip -I -m pip install' "$work/calls")" = 1 ] || die 'installed more than once'
}

test_setupSaysWhyTheBuildFails() {
  fake cmake "case \$1 in --preset) touch build/build.ninja ;; --build) echo 'core/a.cpp:1: error: no such thing'; exit 1 ;; esac"
  fails setup
  says 'Building failed after'
  says 'core/a.cpp:1: error: no such thing'
  says "Log: $work/tree/build/log/build.log"
}

test_setupSaysThatMemoryRanOut() {
  fake cmake "case \$1 in --preset) touch build/build.ninja ;; --build) echo 'g++: fatal error: Killed signal terminated program cc1plus'; exit 1 ;; esac"
  fails setup
  says 'FIRSTSPLIT_JOBS=1'
}

# A torch in a virtual environment whose Python makes others, with a pip that fails once, half-way.
fakeTrainers() {
  mkdir -p "$work/venv/lib/python3.12/site-packages" "$work/venv/bin"
  mv "$work/torch" "$work/venv/lib/python3.12/site-packages/torch"
  fakePython
  mv "$work/fakes/python3" "$work/venv/bin/python"
  unset FIRSTSPLIT_PYTHON
  export FIRSTSPLIT_TORCH="$work/venv"
  # shellcheck disable=SC2016  # for the fake to say
  fake ctest 'echo "tests with $FIRSTSPLIT_TRAINERS"'
}
trainers() { (cd "$work" && timeout 50 tree/packaging/test-trainers.sh "$@") >"$work/output" 2>&1; }

test_trainersAreLeftOutWhenTheyCannotBeHad() {
  fakeTrainers
  endsWith 77 trainers
  says 'left out: the packages of tests/client/trainers.txt could not be installed (ERROR: no route to host)'
  notCalled 'ctest'
}

test_trainersAreInstalledOnceBesideTheTorch() {
  fakeTrainers
  touch "$work/pipFailed"
  succeeds trainers --verbose
  called '--no-deps --requirement tests/client/trainers.txt'
  called '--tests-regex ^Client\.Trainers\. --verbose'
  local folder
  folder=$(dirname "$(dirname "$(sed -n 's/^tests with //p' "$work/output")")")
  [ "$(cat "$folder"/lib/python3*/site-packages/*.pth)" = "$work/venv/lib/python3.12/site-packages" ] || die 'torch is not seen'
  says "in $folder"
  : >"$work/calls"
  succeeds trainers
  notCalled 'pip install'
  echo 'more==1' >>"$work/tree/tests/client/trainers.txt"
  succeeds trainers
  called 'pip install'
}

test_aFailingTestOfTrainersFails() {
  fakeTrainers
  touch "$work/pipFailed"
  fake ctest 'exit 8'
  endsWith 8 trainers
}

# A firstsplit that writes down how it was called, and makes a pair's files.
fakeFirstsplit() {
  mkdir -p "$work/tree/build/bin"
  cat >"$work/tree/build/bin/firstsplit" <<EOF
#!/bin/bash
echo "firstsplit \$*" >>"$work/calls"
[ "\$1" = pair ] || exit ${2:-0}
while [ "\$1" != --out ]; do shift; done
mkdir -p "\$2"; touch "\$2/x-A.split.h5" "\$2/x-B.split.h5"
exit $1
EOF
  chmod +x "$work/tree/build/bin/firstsplit"
}
run() { (cd "$work" && timeout 50 tree/packaging/run.sh "$@") >"$work/output" 2>&1; }

test_runTakesASplitForAnOutcome() {
  fakeFirstsplit 1
  succeeds run
  called '--preset seeds'
  called '--preset deterministic'
  says 'Report: '
  succeeds run
  [ "$(find "$work/tree/runs" -mindepth 1 -maxdepth 1 | wc -l)" = 2 ] || die 'the second call recorded over the first'
}

test_runFailsWhenAPairFails() {
  fakeFirstsplit 2
  fails run
  says 'The pair with preset seeds ended with code 2'
}

test_runOpensTheWindowOnADisplay() {
  fakeFirstsplit 0
  DISPLAY=:99 succeeds run
  grep -qE '^firstsplit /.*seeds/x-A.split.h5 /.*seeds/x-B.split.h5 /.*deterministic/x-A.split.h5 /.*x-B.split.h5$' "$work/calls" ||
    die 'no window on the four files'
  notCalled 'export'
}

test_runPassesArgumentsOn() {
  fakeFirstsplit 0 1
  fails run diff 'a b' c
  called 'firstsplit diff a b c'
}

if [ $# = 0 ]; then mapfile -t tests < <(declare -F | sed -n 's/^declare -f \(test_.*\)/\1/p'); else tests=("$@"); fi
failed=0
for test in "${tests[@]}"; do
  if (prepare; "$test"); then echo "ok $test"; else failed=1; fi
done
exit "$failed"
