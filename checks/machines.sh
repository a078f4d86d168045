#!/usr/bin/env bash
# What several machines share: PostgreSQL, started here on loopback. The tests of the store and of the
# page hold on it as they do on a file.
set -euo pipefail
cd "$(dirname "$0")/.."
. checks/servers/postgres.sh

cargo nextest run --locked --workspace -E 'package(brelan-store) + package(brelan-web)' \
  --status-level fail --final-status-level fail
