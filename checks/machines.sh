#!/usr/bin/env bash
# Tests several nodes with PostgreSQL and NATS, both started here on loopback. Runs the tests of the
# store and the page on them; kills nodes during play and looks for lost moves; checks that join codes and
# the list of tables are shared by three nodes.
# Tournaments over a queue must give the same bytes as local ones while workers and the server are killed.
# `checks/machines.sh --figures` prints measured costs instead.
# Small by default; `checks/machines.sh --full` runs 300 games, 60 kills and 10,000 races.
# needs: cargo-nextest default-jdk-headless gfortran nats-server postgresql systemd
set -euo pipefail
cd "$(dirname "$0")/.."
. checks/servers/postgres.sh
. checks/servers/nats.sh

if [ "${1:-}" = --figures ]; then
  psql "$BRELAN_POSTGRES/postgres" -qc 'CREATE DATABASE load'
  cargo build --quiet --locked --release -p brelan
  python3 checks/figures.py target/release/brelan
  load() { echo "== moves: $1"; shift; env "$@" cargo bench --quiet --locked -p brelan-web --bench load; }
  load 'a file' BRELAN_LOAD_NODES=1
  load 'PostgreSQL, one node' BRELAN_LOAD_STORE="$BRELAN_POSTGRES/load"
  load 'PostgreSQL, three nodes' BRELAN_LOAD_STORE="$BRELAN_POSTGRES/load" BRELAN_LOAD_NODES=3
  exit
fi

cargo nextest run --locked --workspace -E 'package(brelan-store) + package(brelan-web)' \
  --run-ignored all --status-level fail --final-status-level fail
cargo build --quiet --locked -p brelan
python3 checks/machines.py target/debug/brelan "$@"
python3 checks/workers.py target/debug/brelan "$@"

# The units name the path of an installed package; here they get the path of the build.
for unit in brelan@.service brelan-worker.service; do
  tried="$nats_home/${unit/@/@4210}"
  sed "s|/usr/bin/brelan|$PWD/target/debug/brelan|" "packaging/systemd/$unit" >"$tried"
  # `systemd-analyze verify` only prints what it does not understand, so any line about the unit fails.
  if systemd-analyze verify "$tried" 2>&1 | grep -F "$tried"; then exit 1; fi
done
