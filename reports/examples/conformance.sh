#!/bin/sh
# The conformance suite in any CI: runs it, keeps the reports, and compares with the published one.
#   conformance.sh FOLDER PUBLISHED-REPORT ADAPTER-COMMAND…
# PUBLISHED-REPORT may be missing. Exit status: 0 all passed and nothing was lost, 1 not,
# 2 bad usage or a bad file, 3 the adapter could not be started or kept running.
set -u
if [ "$#" -lt 3 ]; then
  echo "usage: conformance.sh FOLDER PUBLISHED-REPORT ADAPTER-COMMAND..." >&2
  exit 2
fi
folder=$1
published=$2
shift 2
program=${FLOWDROP_CONFORMANCE:-flowdrop-conformance}
mkdir -p "$folder" || exit 2

"$program" run \
  --report "json=$folder/report.json" \
  --report "html=$folder/report.html" \
  --report "junit=$folder/junit.xml" \
  --report "markdown=$folder/summary.md" \
  -- "$@"
ran=$?

if [ -f "$published" ] && [ -f "$folder/report.json" ]; then
  "$program" report compare "$published" "$folder/report.json" > "$folder/compare.md"
  compared=$?
  cat "$folder/compare.md"
  [ "$ran" -eq 0 ] && ran=$compared
fi
exit "$ran"
