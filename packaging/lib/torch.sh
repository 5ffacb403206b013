# Stages: LibTorch and nvcc, the system's or the user's own, else from PyPI into virtual environments in the cache folder,
# which all checkouts share.
# shellcheck shell=bash

# firstExisting PATH…
firstExisting() {
  local path
  for path; do
    if [ -e "$path" ]; then echo "$path"; return; fi
  done
}

torchFolder='' torchCuda='' nvcc=''

# inVenv FOLDER TEXT WHAT… : a complete virtual environment FOLDER with the packages WHAT. A stamp says that it is
# complete; one without it was interrupted and is made anew. Set-ups of several checkouts wait for each other.
inVenv() {
  local folder=$1 text=$2
  shift 2
  if [ -e "$folder/.complete" ]; then return; fi
  exec 8>"$folder.lock"
  if ! flock -n 8; then
    logged 'waiting for another set-up that is installing it' flock 8
  fi
  if [ ! -e "$folder/.complete" ]; then
    local free
    free=$(df -Pm "$cache" | awk 'NR == 2 { print $4 }')
    if [ "$free" -lt "$neededMegabytes" ]; then
      echo "only $free MB are free in $cache, and $neededMegabytes MB are needed" >>"$stageLog"
      exec 8>&-
      return 1
    fi
    rm -rf "$folder" "$folder".tmp
    mkdir -p "$folder".tmp
    # The system's Python, which the packages serve, rather than one that happens to be first on PATH.
    local python=${FIRSTSPLIT_PYTHON:-$(firstExisting /usr/bin/python3 "$(command -v python3 || :)")}
    # pip unpacks to TMPDIR, and /tmp is often a small file system in memory.
    logged "$text" "$python" -m venv "$folder" &&
      logged "$text" env TMPDIR="$folder".tmp PIP_USER=0 "$folder/bin/python" -I -m pip install --no-input --no-cache-dir \
        --disable-pip-version-check --progress-bar off --only-binary :all: "$@" &&
      touch "$folder/.complete" || { rm -rf "$folder".tmp; exec 8>&-; return 1; }
    rm -rf "$folder".tmp
  fi
  exec 8>&-
}

# torchIn PATH: the folder of the torch package that PATH means.
torchIn() {
  local header
  header=$(firstExisting "$1"/include/ATen/ATen.h "$1"/torch/include/ATen/ATen.h \
    "$1"/lib*/python3*/site-packages/torch/include/ATen/ATen.h "$1"/lib*/python3*/dist-packages/torch/include/ATen/ATen.h)
  if [ -n "$header" ]; then realpath "${header%/include/ATen/ATen.h}"; fi
}

# torchFact NAME: __version__ or cuda of the torch in torchFolder, from its version.py; empty when it is None.
torchFact() { sed -nE "s/^$1(: [^=]*)? *= *'([^']*)'.*/\2/p" "$torchFolder/version.py" | head -n 1; }

findTorch() {
  stage 'LibTorch' "$logs/torch.log"
  local neededMegabytes=8000 version
  if [ -n "${FIRSTSPLIT_TORCH:-}" ]; then
    torchFolder=$(torchIn "$FIRSTSPLIT_TORCH")
    if [ -z "$torchFolder" ]; then
      stageFailed "FIRSTSPLIT_TORCH=$FIRSTSPLIT_TORCH holds no torch package with C++ headers" \
        'Name a folder site-packages/torch or a virtual environment, or leave FIRSTSPLIT_TORCH out.'
    fi
  else
    inVenv "$cache/torch-$torchVersion" "installing torch $torchVersion (4.6 GB)" "torch==$torchVersion" ||
      stageFailed "torch $torchVersion could not be installed: $(firstError)" \
        'Check the network and the disk and run this again, or name your own torch in FIRSTSPLIT_TORCH.'
    torchFolder=$(torchIn "$cache/torch-$torchVersion")
    if [ -z "$torchFolder" ]; then
      stageFailed "the installed torch in $cache/torch-$torchVersion is damaged" 'Delete this folder and run this again.'
    fi
  fi
  version=$(torchFact __version__)
  if [ "$(printf '%s\n' "$torchVersion" "${version%%[+a-z]*}" | sort -V | head -n 1)" != "$torchVersion" ]; then
    stageFailed "$torchFolder is torch ${version:-of an unknown version}, and 2.11 or newer is needed" \
      'Name a newer one in FIRSTSPLIT_TORCH, or leave it out.'
  fi
  torchCuda=$(torchFact cuda)
  stageDone "$version in $torchFolder"
}

# cudaMajorOf NVCC
cudaMajorOf() { "$1" --version 2>/dev/null | sed -nE 's/.*release ([0-9]+)\..*/\1/p'; }

# Only an nvcc of the CUDA major version that torch was built with fits its runtime library.
findNvcc() {
  stage 'CUDA compiler' "$logs/nvcc.log"
  local neededMegabytes=1000 candidate
  nvcc=none
  if [ "${FIRSTSPLIT_NVCC:-}" = none ]; then
    stageDone 'left out, as FIRSTSPLIT_NVCC=none says'
    return
  fi
  if [ -n "${FIRSTSPLIT_NVCC:-}" ]; then
    if [ -z "$(cudaMajorOf "$FIRSTSPLIT_NVCC")" ]; then
      stageFailed "FIRSTSPLIT_NVCC=$FIRSTSPLIT_NVCC is no nvcc that runs" 'Name an nvcc, or leave FIRSTSPLIT_NVCC out.'
    fi
    nvcc=$FIRSTSPLIT_NVCC
    stageDone "$nvcc"
    return
  fi
  if [ -z "$torchCuda" ]; then
    stageDone 'left out: this torch was built without CUDA'
    return
  fi
  for candidate in "$(command -v nvcc || :)" "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc"; do
    if [ -x "$candidate" ] && [ "$(cudaMajorOf "$candidate")" = "${torchCuda%%.*}" ]; then
      nvcc=$candidate
      stageDone "$nvcc"
      return
    fi
  done
  if [ "${torchCuda%%.*}" != "${nvccVersion%%.*}" ]; then
    stageDone "left out: found no nvcc of CUDA ${torchCuda%%.*}, which this torch needs"
    return
  fi
  # Left unpinned, nvvm and the runtime's headers come from newer releases, which do not go together with this nvcc.
  if inVenv "$cache/nvcc-$nvccVersion" "installing nvcc $nvccVersion" "nvidia-cuda-nvcc==$nvccVersion.*" \
    "nvidia-cuda-crt==$nvccVersion.*" "nvidia-nvvm==$nvccVersion.*" "nvidia-cuda-cccl==$nvccVersion.*" \
    "nvidia-cuda-runtime==$nvccVersion.*"; then
    nvcc=$(firstExisting "$cache/nvcc-$nvccVersion"/lib/python3*/site-packages/nvidia/cu13/bin/nvcc)
  fi
  if [ -x "$nvcc" ]; then
    stageDone "$nvcc"
  else
    nvcc=none
    stageDone "left out: nvcc could not be installed ($(firstError)); log: $stageLog"
  fi
}
