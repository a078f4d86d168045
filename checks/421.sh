#!/usr/bin/env bash
# Compares `brelan analyse 421` with an independent computation in exact fractions.
# needs: venv
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --quiet --locked -p brelan
python=target/check/venv/bin/python
[ -x "$python" ] || python=python3
"$python" checks/421.py target/debug/brelan
