#!/usr/bin/env bash
# Writes target/pavage.html: a page with the decoder inside, which needs no server.
set -euo pipefail
cd "$(dirname "$0")/../.."

cargo build --release --locked --quiet --package pavage-web --target wasm32-unknown-unknown
base64 -w 0 target/wasm32-unknown-unknown/release/pavage_web.wasm |
  python3 -c 'import sys; print(open("pavage/web/page.html").read().replace("@DECODER@", sys.stdin.read()), end="")' >target/pavage.html
