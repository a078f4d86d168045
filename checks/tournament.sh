#!/usr/bin/env bash
# Compares the Elo and errors of `brelan tournament` with choix and with the sandwich formula in numpy.
# `checks/tournament.sh --full` adds tests that take minutes: 10,000 matches under SPRT, 1,000 Swiss
# tournaments, 2,000 repetitions with luck removed, every pair of strategies, a league of thirty.
# needs: venv
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --quiet --locked -p brelan
target/check/venv/bin/python checks/tournament.py target/debug/brelan
if [ "${1:-}" = --full ]; then
  cargo nextest run --locked -p brelan-tournament --run-ignored only
fi
