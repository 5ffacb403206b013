# Stages of a script: one line each with what was done and how long it took; the words of the commands go to a log.
# Sourced by setup.sh. A failed stage ends the script with a sentence: stage, reason, remedy, log.
# shellcheck shell=bash

stageName='' stageNumber=0 stageStart=0 stageLog='' stageTicker=''

# stage NAME LOG-FILE
stage() {
  stageName=$1 stageLog=$2 stageStart=$SECONDS
  stageNumber=$((stageNumber + 1))
  : >"$stageLog"
}

# stageLine TEXT: the stage's line so far, rewritten in place on a terminal.
stageLine() {
  local text
  printf -v text '[%d/%d] %-15s %s (%d s)' "$stageNumber" "$stageCount" "$stageName" "$1" $((SECONDS - stageStart))
  if [ -t 1 ]; then printf '\r\033[K%s' "${text:0:${COLUMNS:-$(tput cols 2>/dev/null || echo 100)}}"; fi
}

# logged TEXT COMMAND…: runs the command with its output in the stage's log. On a terminal the line tells TEXT, the
# seconds so far and the log's last line. The command stays in the foreground, so that Ctrl+C reaches it.
logged() {
  local text=$1 code=0
  shift
  if [ -t 1 ]; then
    ( while :; do
        stageLine "$text: $(tail -c 300 "$stageLog" | tr '\r\t' '\n ' | grep -v '^ *$' | tail -n 1 | sed -E 's|Building \w+ object ||; s|CMakeFiles/[^/]*\.dir/||' | cut -c 1-80 || :)"
        sleep 1
      done ) &
    stageTicker=$!
  fi
  { printf '+ %s\n' "$*"; "$@" </dev/null 9>&-; } >>"$stageLog" 2>&1 || code=$?
  stopTicker
  return "$code"
}

stopTicker() {
  if [ -n "$stageTicker" ]; then
    kill "$stageTicker" 2>/dev/null || :
    wait "$stageTicker" 2>/dev/null || :
    stageTicker=''
  fi
}

# stageDone TEXT
stageDone() {
  if [ -t 1 ]; then printf '\r\033[K'; fi
  printf '[%d/%d] %-15s %s (%d s)\n' "$stageNumber" "$stageCount" "$stageName" "$1" $((SECONDS - stageStart))
}

# stageFailed REASON REMEDY: the end of the log, then the sentence; ends the script.
stageFailed() {
  trap - ERR
  stopTicker
  if [ -t 1 ]; then printf '\r\033[K'; fi
  if [ -s "$stageLog" ]; then tail -n 40 "$stageLog" >&2; fi
  printf '\n%s failed after %d s: %s. %s Log: %s\n' "$stageName" $((SECONDS - stageStart)) "$1" "$2" "$stageLog" >&2
  exit 1
}

# firstError: the line of the log that says most about a failure.
firstError() {
  local line
  line=$(grep -m 1 -iE '(^|[^a-z-])(fatal error|error|cannot|could not|unable to|killed)([^a-z]|$)' "$stageLog" || tail -n 1 "$stageLog")
  line=${line#"${line%%[![:space:]]*}"}
  line=${line:0:300}
  printf '%s' "${line%.}"
}

trap 'stopTicker' EXIT
trap 'stageFailed "line $LINENO of ${BASH_SOURCE[0]} ended with code $?" "This is a fault of the script; please report it with the log."' ERR
