#!/usr/bin/env bash
# The page in Chromium: whole games at every table by pointer, touch and keyboard, and every claim
# of checks/page; and the types of its modules.
set -euo pipefail
cd "$(dirname "$0")/.."

target/check/node_modules/.bin/tsc -p checks/page/tsconfig.json
# Brelan with a sixth game, which has no JavaScript of its own.
cargo build --quiet --locked -p brelan-morpion
node checks/page/browser.mjs
