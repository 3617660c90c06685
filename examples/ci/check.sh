#!/usr/bin/env bash
# Rehearses a pull request in a sandbox that is gone afterwards. It needs no key, and nothing is sent:
#
#   outreach sandbox exec -- bash ci/check.sh campaigns leads/prospects.csv "Autumn launch 2026"
#
# Ends with 16 where the file of leads, the copy or the launch of this campaign breaks a rule that blocks, and with 2
# where no row of the file can be used.
set -euo pipefail
campaigns=$1 leads=$2 name=$3
# What apply writes goes into a copy: a check leaves the repository as it is.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -R "$campaigns" "$work/campaigns"

# One annotation for each problem. The texts hold what is in the files: % and line breaks have to be escaped.
annotate() {
  jq -r --arg file "$1" '
    def safe: gsub("%"; "%25") | gsub("\r"; "%0D") | gsub("\n"; "%0A");
    .problems[]
    | (if .severity == "block" then "error" else "warning" end) as $level
    | "::\($level) file=\($file | safe | gsub(":"; "%3A") | gsub(","; "%2C")),title=\(.rule)::"
      + ([.message, (if .rows then "Rows: \(.rows[:20] | join(", "))" else empty end),
          (if .fix then "To fix it: \(.fix)" else empty end)] | join("\n") | safe)'
}

worst=0
check() {
  local file=$1 code=0 answer
  shift
  answer=$(outreach "$@" --json) || code=$?
  # 16 comes with its answer; after any other code there is nothing to show.
  [ "$code" -eq 0 ] || [ "$code" -eq 16 ] || exit "$code"
  annotate "$file" <<< "$answer"
  [ "$code" -eq 0 ] || worst=16
}

check "$leads" leads audit "$leads"

# The plan goes into the summary of the job; 20 says that there is something to apply.
code=0
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then exec 3>> "$GITHUB_STEP_SUMMARY"; else exec 3>&1; fi
outreach campaigns plan "$campaigns" --values "$campaigns/values/sandbox.yaml" --markdown --detailed-exitcode \
  >&3 || code=$?
[ "$code" -eq 0 ] || [ "$code" -eq 20 ] || exit "$code"

outreach campaigns apply "$work/campaigns" --values "$campaigns/values/sandbox.yaml" --yes --json > /dev/null
outreach leads import "$leads" --campaign "$name" --rejects "$work/rejects.csv" --json
check "$campaigns" campaigns check "$name"

exit "$worst"
