#!/usr/bin/env bash
# Builds brelan for Python as a wheel and installs it into a fresh environment. Runs the examples of its
# documentation, type checkers, PettingZoo's tests, threads, Ctrl-C, and a comparison of the subjects'
# functions with the command line.
# needs: nodejs npm venv
set -euo pipefail
cd "$(dirname "$0")/.."

tools=target/check/venv/bin
python=$("$tools/python" checks/harness.py install crates/python)
cargo test --quiet --locked --workspace --no-run
"$python" crates/python/stubs.py --check
"$tools/mypy" --strict --python-executable "$python" checks/python/typed.py
target/check/node_modules/.bin/pyright --pythonpath "$python" checks/python/typed.py
"$python" checks/python/module.py
"$python" checks/python/environments.py
"$python" checks/python/subjects.py target/debug/brelan
