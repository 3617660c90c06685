#!/usr/bin/env bash
# Runs one outreach line in a job that no person watches, and follows its exit code (outreach help exit-codes):
#
#   7, 9, 11, 12, 14   the same line again, where the failure is "retryable", after its "retryAfterSeconds"
#   14                 else never the same line again: it may have happened. journal settle looks for it and sends nothing
#   all others         end the step with this code
#
#   bash ci/run.sh leads import leads/prospects.csv --campaign "Autumn launch 2026"
#
# stdout is the answer as JSON, once. stderr has a line of JSON for each failure, and the annotation of the last one.
set -euo pipefail

tries=${OUTREACH_TRIES:-5}
longest=${OUTREACH_LONGEST_WAIT:-900} # seconds: better a failed job than one that sleeps for hours
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

try() {
  local code=0
  outreach "$@" --json --no-input > "$work/answer" 2> "$work/messages" || code=$?
  cat "$work/messages" >&2
  jq -cR 'fromjson? | .error // empty' "$work/messages" | tail -n 1 > "$work/failure"
  return "$code"
}

failure() { jq -r "$1 // empty" "$work/failure"; }

# A failure may quote what others wrote. In an annotation, % and line breaks have to be escaped.
annotate() {
  jq -rn --arg text "$1" \
    '"::error title=outreach::" + ($text | gsub("%"; "%25") | gsub("\r"; "%0D") | gsub("\n"; "%0A"))' >&2
}

finish() {
  cat "$work/answer"
  if [ -n "${GITHUB_STEP_SUMMARY:-}" ] && [ -s "$work/answer" ]; then
    { echo '```json' && jq . "$work/answer" && echo '```'; } >> "$GITHUB_STEP_SUMMARY"
  fi
  exit "$1"
}

for ((n = 1; ; n++)); do
  code=0
  try "$@" || code=$?
  [ "$code" -eq 0 ] && finish 0
  case $code in 7 | 9 | 11 | 12 | 14) ;; *) break ;; esac
  seconds=$(failure '.retryAfterSeconds | numbers | [[., 0] | max, 1e6] | min | ceil') # whole ones, for the shell
  seconds=${seconds:-$((n * 30))}
  [ "$(failure .retryable)" = true ] && [ "$n" -lt "$tries" ] && [ "$seconds" -le "$longest" ] || break
  echo "Exit code $code: the same line again in $seconds s, try $((n + 1)) of $tries" >&2
  sleep "$seconds"
done

if [ "$code" -eq 14 ]; then
  call=$(failure .details.intent)
  for pause in 0 60 240; do
    [ -n "$call" ] || break
    sleep "$pause"
    try journal settle "$call" || continue
    [ "$(jq -r .state "$work/answer")" = done ] && finish 0
    annotate "It did not happen (call $call of the journal). The next run may make this call."
    finish 14
  done
fi
annotate "Exit code $code: $(failure .message)
$(failure .hint)"
finish "$code"
