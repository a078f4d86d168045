#!/usr/bin/env bash
# Runs checks/page in Chromium, with whole games of every kind by pointer, touch and keyboard, and checks
# the types of the page's modules.
# needs: chromium fonts-dejavu-core nodejs npm
set -euo pipefail
cd "$(dirname "$0")/.."

target/check/node_modules/.bin/tsc -p checks/page/tsconfig.json
# `brelan` with a sixth game, which has no JavaScript of its own.
cargo test --quiet --locked --workspace --no-run
node checks/page/browser.mjs
