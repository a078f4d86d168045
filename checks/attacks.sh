#!/usr/bin/env bash
# Starts a server and attacks it in several ways at once while normal players play. Short by default;
# `checks/attacks.sh --full` attacks for a minute with 10,000 connections, then kills a server 200 times.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --quiet --locked -p brelan
ulimit -n "$(ulimit -Hn)" 2>/dev/null || true
python3 checks/attacks.py target/debug/brelan "$@"
if [ "${1:-}" = --full ]; then
  cargo nextest run --locked -p brelan --run-ignored only -E 'test(two_hundred_kills)'
fi
