#!/usr/bin/env bash
# Compares `brelan analyse puissance4` with BitBully on random positions of every length, and the
# shipped book with the 12-ply table of bitbully-databases, backed up by BitBully's own search.
# needs: venv
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --quiet --release --locked -p brelan
target/check/venv/bin/python checks/puissance4.py target/release/brelan games/puissance4/book.p4 "$@"
