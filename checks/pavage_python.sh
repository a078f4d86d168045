#!/usr/bin/env bash
# Installs pavage for Python into a fresh virtual environment and compares it with pycocotools and Pillow.
# needs: venv
set -euo pipefail
cd "$(dirname "$0")/.."

venv=target/check/venv-pavage
python3 -m venv --clear "$venv"
grep -E '^(maturin|numpy|pillow|pycocotools)==' checks/requirements.txt > "$venv/requirements.txt"
"$venv/bin/pip" install --quiet --disable-pip-version-check -r "$venv/requirements.txt"
# Without build isolation, pip uses the maturin of requirements.txt and the target folder of other checks.
PATH=$PWD/$venv/bin:$PATH CARGO_TARGET_DIR=$PWD/target "$venv/bin/pip" install --quiet --disable-pip-version-check \
  --no-build-isolation --no-deps ./pavage/python

"$venv/bin/python" checks/pavage_python.py
"$venv/bin/python" checks/pavage_python_eval.py
"$venv/bin/python" checks/pavage_python_speed.py
