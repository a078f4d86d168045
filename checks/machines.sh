#!/usr/bin/env bash
# What several machines share: PostgreSQL and NATS, started here on loopback. The tests of the store and
# of the page hold on them as they do on a file, and three nodes lose nothing while they are killed.
# Tournaments over a queue give the bytes of local ones while workers are killed and the server stops.
# Small by default; `checks/machines.sh --full` is the whole of it: 300 games, 60 kills, 10,000 races.
set -euo pipefail
cd "$(dirname "$0")/.."
. checks/servers/postgres.sh
. checks/servers/nats.sh

cargo nextest run --locked --workspace -E 'package(brelan-store) + package(brelan-web)' \
  --status-level fail --final-status-level fail
cargo build --quiet --locked -p brelan
python3 checks/machines.py target/debug/brelan "$@"
python3 checks/queue.py target/debug/brelan "$@"

# A unit names the program where a package puts it.
unit="$nats_home/brelan@4210.service"
sed "s|/usr/bin/brelan|$PWD/target/debug/brelan|" packaging/systemd/brelan@.service >"$unit"
# What it does not understand it only says.
if systemd-analyze verify "$unit" 2>&1 | grep -F "$unit"; then exit 1; fi
