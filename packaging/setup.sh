#!/usr/bin/env bash
# Sets up everything that FirstSplit needs, and builds it to build/. Can be called again at any time; with nothing to
# do it ends within seconds. It never asks a question.
#
#   FIRSTSPLIT_TORCH=PATH    use this torch (2.11 or newer): a folder site-packages/torch, or a virtual environment
#   FIRSTSPLIT_NVCC=PATH     use this nvcc; "none" leaves the CUDA part out
#   FIRSTSPLIT_PYTHON=PATH   make the virtual environments with this Python
#   FIRSTSPLIT_JOBS=N        compile N files at a time
#   FIRSTSPLIT_PRESET=NAME   build with this CMake preset (release; ci makes errors of warnings)
set -eEuo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly torchVersion=2.11.0 nvccVersion=13.0
readonly preset=${FIRSTSPLIT_PRESET:-release}
readonly cache=${XDG_CACHE_HOME:-${HOME:?is not set}/.cache}/firstsplit
readonly logs=$PWD/build/log
readonly stageCount=5
mkdir -p "$cache" "$logs"

# shellcheck source=packaging/lib/stages.sh
. packaging/lib/stages.sh
# shellcheck source=packaging/lib/packages.sh
. packaging/lib/packages.sh
# shellcheck source=packaging/lib/torch.sh
. packaging/lib/torch.sh
# shellcheck source=packaging/lib/build.sh
. packaging/lib/build.sh

# One set-up of a checkout at a time. The descriptor is closed for the children: one that outlives the script (a
# compiler cache's server, say) must not hold the lock.
exec 9>"$logs/.lock"
if ! flock -n 9; then
  echo "Another set-up of this checkout is at work; waiting for it."
  flock 9
fi

installPackages
findTorch    # torchFolder, torchCuda
findNvcc     # nvcc
configure
build

echo "FirstSplit is built: $PWD/build/bin/firstsplit"
