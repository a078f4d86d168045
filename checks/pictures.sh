#!/usr/bin/env bash
# pavage against WebP, JPEG XL and oxipng on real pictures of packages: checks/pictures.sh [--all [--known]]
# Without --all, only the classes that small packages have, and the four smallest pictures of each; with --known
# no peer is run on a picture that it was not run on before.
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
