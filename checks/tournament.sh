#!/usr/bin/env bash
# Compares the Elo and errors of `brelan tournament` with choix and with the sandwich formula in numpy.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --quiet --locked -p brelan
target/check/venv/bin/python checks/tournament.py target/debug/brelan
