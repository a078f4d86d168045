#!/usr/bin/env bash
# pavage against WebP, JPEG XL and oxipng on real pictures of packages: checks/pictures.sh [--all]
# Without --all, only the classes that small packages have.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=target/check/pictures
[ "${1:-}" = --all ] && folder=target/check/all-pictures
mkdir -p "$folder"
cargo build --quiet --release --locked -p pavage --bin pavage
target/check/venv/bin/python checks/pictures_corpus.py "$folder" "$@"
target/check/venv/bin/python checks/pictures.py target/release/pavage "$folder/pictures"
