#!/usr/bin/env bash
# The page in Chromium: whole games at every table by pointer and by keyboard, accessibility,
# languages, themes, replay; and the types of its modules.
set -euo pipefail
cd "$(dirname "$0")/.."

target/check/node_modules/.bin/tsc -p checks/page/tsconfig.json
cargo build --quiet --locked -p brelan
node checks/page/browser.mjs
