#!/usr/bin/env bash
# What must hold before a change lands: lint and types, mutants that still apply, the fast tests and then the slow ones,
# generated files, the package on this Node and newer ones.
set -euo pipefail
cd "$(dirname "$0")/.."
npm run lint
npm run mutants -- --dry-run
# The database door is also tried on a Node that brings its own SQLite.
OUTREACH_TEST_NODE22=$(node scripts/other-node.mjs 22)
export OUTREACH_TEST_NODE22
npm test
npm run test:slow
npm run generate -- --check
node scripts/smoke.mjs
