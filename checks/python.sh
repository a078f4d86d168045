#!/usr/bin/env bash
# Builds brelan for Python as a wheel and installs it into a fresh virtual environment. Runs the examples
# of its documentation, type checkers, PettingZoo's tests, a comparison of the subjects' functions with the
# command line, threads, Ctrl-C, and a speed comparison with PettingZoo, OpenSpiel and BitBully.
# needs: nodejs npm venv
set -euo pipefail
cd "$(dirname "$0")/.."

venv=target/check/venv-brelan
python3 -m venv --clear "$venv"
grep -E '^(maturin|numpy|pettingzoo|gymnasium|pygame|open_spiel|bitbully|mypy)==' checks/requirements.txt > "$venv/requirements.txt"
"$venv/bin/pip" install --quiet --disable-pip-version-check -r "$venv/requirements.txt"
# Without build isolation, pip uses the maturin of requirements.txt and the target folder of other checks.
PATH=$PWD/$venv/bin:$PATH CARGO_TARGET_DIR=$PWD/target "$venv/bin/pip" wheel --quiet --disable-pip-version-check \
  --no-build-isolation --no-deps --wheel-dir "$venv/wheel" ./crates/python
"$venv/bin/pip" install --quiet --disable-pip-version-check --no-deps "$venv"/wheel/brelan-*.whl
cargo build --quiet --locked -p brelan

"$venv/bin/python" crates/python/stubs.py --check
"$venv/bin/mypy" --strict checks/python/typed.py
target/check/node_modules/.bin/pyright --pythonpath "$venv/bin/python" checks/python/typed.py
"$venv/bin/python" checks/python/module.py
"$venv/bin/python" checks/python/environments.py
"$venv/bin/python" checks/python/subjects.py target/debug/brelan
"$venv/bin/python" checks/python/speed.py
