#!/usr/bin/env bash
# Compares awalé with OpenSpiel's oware: the boards of random games, and the speed of playing them.
# needs: venv
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --quiet --locked -p brelan
cargo bench --quiet --locked --no-run -p brelan-awale --bench random_games
bench=$(find target/release/deps -name 'random_games-*' -executable -type f -printf '%T@ %p\n' | sort -n | tail -1 | cut -d' ' -f2)
target/check/venv/bin/python checks/awale.py target/debug/brelan "$bench"
