#!/usr/bin/env bash
# Homework in Java: right programs are right, and each of the wrong ones is caught where it is wrong.
# `--full` judges right programs in all styles there are.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo build --quiet --locked -p brelan
python3 checks/grade.py target/debug/brelan "$@"
