#!/usr/bin/env bash
# What several machines share: PostgreSQL and NATS, started here on loopback. The tests of the store and
# of the page hold on them as they do on a file; three nodes lose nothing while they are killed, and short
# codes and the list of running tables are the same at each.
# Tournaments over a queue give the bytes of local ones while workers are killed and the server stops.
# `checks/machines.sh --figures` prints what it costs instead.
# Small by default; `checks/machines.sh --full` is the whole of it: 300 games, 60 kills, 10,000 races.
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

# Units name the program where a package puts it.
for unit in brelan@.service brelan-worker.service; do
  tried="$nats_home/${unit/@/@4210}"
  sed "s|/usr/bin/brelan|$PWD/target/debug/brelan|" "packaging/systemd/$unit" >"$tried"
  # What it does not understand it only says.
  if systemd-analyze verify "$tried" 2>&1 | grep -F "$tried"; then exit 1; fi
done
