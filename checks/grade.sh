#!/usr/bin/env bash
# Grades Java homework: right programs pass, and each wrong one fails the check of its mistake.
# `--full` adds every mixture of two right variants.
# needs: default-jdk-headless gfortran junit4
set -euo pipefail
cd "$(dirname "$0")/.."

cargo build --quiet --locked -p brelan
python3 checks/grade.py target/debug/brelan "$@"
