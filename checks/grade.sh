#!/usr/bin/env bash
# Grades Java homework: right programs pass, and each wrong one fails the check of its mistake.
# `--full` grades all variants, `--part N` one fifth of them.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo build --quiet --locked -p brelan
python3 checks/grade.py target/debug/brelan "$@"
