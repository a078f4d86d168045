#!/usr/bin/env bash
# pavage against pycocotools and rlemasklib: the same strings for thousands of masks, and the time each
# takes to make them from a mask in rows; and a reader written from the page of the format.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo build --quiet --release --locked -p pavage --example coco_strings
target/check/venv/bin/python checks/pavage.py target/release/examples/coco_strings
cargo build --quiet --release --locked -p pavage --bin pavage
target/check/venv/bin/python checks/pavage_format.py target/release/pavage
