#!/usr/bin/env bash
# The man page names the subcommands that the program has, no option that it has not, and its version.
# man_test.sh FIRSTSPLIT MAN-PAGE
set -euo pipefail
program=$1 page=$2 failed=0

# Unformatted: \- is a hyphen, \fR ends a font.
words=$(sed 's/\\-/-/g; s/\\f.//g' "$page")
subcommands=$("$program" --help | sed -n '/^Subcommands:/,$s/^  \([a-z-]*\) .*/\1/p' | sort)
[ -n "$subcommands" ] || { echo 'The program lists no subcommands.'; exit 1; }

documented=$(sed -n '/^\.SH SUBCOMMANDS/,/^\.PP/p' <<<"$words" | sed -nE 's/^\.BI? "?([a-z]+(\\?-[a-z]+)*).*/\1/p' | sort)
if [ "$documented" != "$subcommands" ]; then
  echo 'The man page and the program name other subcommands:'
  diff <(echo "$documented") <(echo "$subcommands") || failed=1
fi

options=$({ "$program" --help; for subcommand in $subcommands; do "$program" "$subcommand" --help; done; } |
  grep -oE -- '--[a-z][a-z-]*' | sort -u)
# shellcheck disable=SC2013  # options hold no spaces
for option in $(grep -oE -- '--[a-z][a-z-]*' <<<"$words" | sort -u); do
  if ! grep -qxF -- "$option" <<<"$options"; then
    echo "The man page names $option, which the program does not know."
    failed=1
  fi
done

version=$("$program" --version | sed -n '1s/^firstsplit //p')
if ! grep -q "^\.TH .*FirstSplit $version\"" "$page"; then
  echo "The man page is not of version $version."
  failed=1
fi
exit "$failed"
