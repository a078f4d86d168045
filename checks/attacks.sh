#!/usr/bin/env bash
# Attacks a server of its own, all at once, while normal players play. Small by default;
# `checks/attacks.sh --full` is the whole of it: a minute, 10,000 connections, and 200 kills.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --quiet --locked -p brelan
ulimit -n "$(ulimit -Hn)" 2>/dev/null || true
python3 checks/attacks.py target/debug/brelan "$@"
if [ "${1:-}" = --full ]; then
  cargo nextest run --locked -p brelan --run-ignored only -E 'test(two_hundred_kills)'
fi
