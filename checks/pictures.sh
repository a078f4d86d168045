#!/usr/bin/env bash
# pavage against WebP, JPEG XL and oxipng on real pictures of packages: checks/pictures.sh [--all]
# Without --all, only the classes that small packages have, and the four smallest pictures of each.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=target/check/pictures
most=(--most 4)
[ "${1:-}" = --all ] && folder=target/check/all-pictures && most=()
mkdir -p "$folder"
cargo build --quiet --release --locked -p pavage --bin pavage
target/check/venv/bin/python checks/pictures_corpus.py "$folder" "$@"
target/check/venv/bin/python checks/pictures.py target/release/pavage "$folder/pictures" "${most[@]}"
