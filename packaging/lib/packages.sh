# Stage: the Debian packages of packaging/debian-packages.txt.
# shellcheck shell=bash

# neededPackages: one a line, without comments.
neededPackages() { sed 's/#.*//; s/[[:space:]]//g; /^$/d' packaging/debian-packages.txt | sort -u; }

# missingPackages: those of the needed packages that are neither installed nor provided by an installed one.
missingPackages() {
  local package installed
  installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}, ${Provides}\n' |
    sed -n 's/^installed //p' | tr ',' '\n' | sed 's/([^)]*)//; s/[[:space:]]//g')
  for package in $(neededPackages); do
    grep -qxF -e "$package" <<<"$installed" || echo "$package"
  done
}

isDebian() {
  command -v apt-get >/dev/null && command -v dpkg-query >/dev/null &&
    grep -qE '^ID(_LIKE)?=.*(debian|ubuntu)' /etc/os-release 2>/dev/null
}

# asRoot COMMAND…: as root, by sudo when need be, but never with a question.
asRoot() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n -- "$@"; fi
}

installPackages() {
  stage 'Packages' "$logs/packages.log"
  if ! isDebian; then
    packagesElsewhere
    return
  fi
  local missing
  mapfile -t missing < <(missingPackages)
  if [ "${#missing[@]}" = 0 ]; then
    stageDone 'nothing to install'
    return
  fi
  if [ "$(id -u)" != 0 ] && ! sudo -n true 2>/dev/null; then
    stageFailed "${missing[*]} not installed, and sudo is not there or would ask for a password" \
      "Run: sudo apt-get install --no-install-recommends ${missing[*]}; then this again."
  fi
  local options=(-q -y -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0)
  local quiet=(env DEBIAN_FRONTEND=noninteractive NEEDRESTART_SUSPEND=1)
  logged 'reading the package lists' asRoot "${quiet[@]}" apt-get update "${options[@]}" ||
    stageFailed "apt-get update: $(firstError)" 'Check the network and the package sources, then run this again.'
  logged "installing ${#missing[@]} packages" \
    asRoot "${quiet[@]}" apt-get install --no-install-recommends "${options[@]}" "${missing[@]}" ||
    stageFailed "apt-get install: $(firstError)" "Install these yourself, then run this again: ${missing[*]}."
  stageDone "installed ${missing[*]}"
}

# Other systems name their packages otherwise: say what is needed, and go on when the tools are there.
packagesElsewhere() {
  local tool absent=()
  for tool in g++ cmake ninja python3; do
    command -v "$tool" >/dev/null || absent+=("$tool")
  done
  echo "This is neither Debian nor Ubuntu. Needed, by Debian's names: $(neededPackages | paste -sd ' ')"
  if [ "${#absent[@]}" != 0 ]; then
    stageFailed "${absent[*]} not found" "Install what these Debian packages hold, then run this again."
  fi
  stageDone 'the tools are there; libraries are looked for when configuring'
}
