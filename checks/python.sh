#!/usr/bin/env bash
# `import brelan`, built as a wheel and installed by pip into a fresh virtual environment: its
# documentation, its types, PettingZoo's own tests, the subjects against the command line, threads,
# Ctrl-C, and its speed beside PettingZoo's, OpenSpiel's and BitBully's.
set -euo pipefail
cd "$(dirname "$0")/.."

venv=target/check/venv-brelan
python3 -m venv --clear "$venv"
grep -E '^(maturin|numpy|pettingzoo|gymnasium|pygame|open_spiel|bitbully|mypy)==' checks/requirements.txt > "$venv/requirements.txt"
"$venv/bin/pip" install --quiet --disable-pip-version-check -r "$venv/requirements.txt"
# Without isolation maturin is that of the list; the build shares what other checks have compiled.
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
