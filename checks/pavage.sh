#!/usr/bin/env bash
# Compares pavage with pycocotools and rlemasklib: the strings of thousands of masks must be equal, and the
# times are printed. Reads files with a second decoder written from docs/pavage-format.md. Checks that the
# library builds without the dependencies of the program.
# needs: file venv
set -euo pipefail
cd "$(dirname "$0")/.."

only_for_the_program='anyhow|clap|indicatif|tempfile'
if cargo tree --locked -p pavage --no-default-features -e normal --prefix none \
    | grep -E "^($only_for_the_program) "; then
  echo 'error: the library needs what only the program does' >&2
  exit 1
fi

cargo build --quiet --release --locked -p pavage --example coco_strings
target/check/venv/bin/python checks/pavage_strings.py target/release/examples/coco_strings
cargo build --quiet --release --locked -p pavage --bin pavage
target/check/venv/bin/python checks/pavage_format.py target/release/pavage

# file(1) recognises the format with packaging/pavage.magic.
printf '[[0,1],[1,1]]' | target/release/pavage encode - -o - > target/check/known
known=$(file --brief --mime-type -m packaging/pavage.magic target/check/known)
[ "$known" = image/x-pav ] || { echo "error: file says $known" >&2; exit 1; }
