#!/usr/bin/env bash
# Compares pavage with WebP, JPEG XL and oxipng on pictures from public packages: checks/pictures.sh [--all [--known]]
# Without --all, only classes from small packages, and the four smallest pictures of each. With --known, results of
# earlier runs are used and no other encoder is run again.
# needs: libjxl-tools poppler-utils time venv webp
set -euo pipefail
cd "$(dirname "$0")/.."

folder=target/check/pictures
most=(--most 4)
corpus=()
[ "${1:-}" = --all ] && folder=target/check/all-pictures && most=() && corpus=(--all)
[ "${2:-}" = --known ] && most=(--known)
mkdir -p "$folder"
cargo build --quiet --release --locked -p pavage --bin pavage
target/check/venv/bin/python checks/pictures_corpus.py "$folder" "${corpus[@]}"
target/check/venv/bin/python checks/pictures.py target/release/pavage "$folder/pictures" "${most[@]}"
