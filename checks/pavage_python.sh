#!/usr/bin/env bash
# `import pavage`, installed by pip into a fresh virtual environment: against pycocotools and Pillow.
set -euo pipefail
cd "$(dirname "$0")/.."

venv=target/check/venv-pavage
python3 -m venv --clear "$venv"
grep -E '^(maturin|numpy|pillow|pycocotools)==' checks/requirements.txt > "$venv/requirements.txt"
"$venv/bin/pip" install --quiet --disable-pip-version-check -r "$venv/requirements.txt"
# Without isolation maturin is that of the list; the build shares what other checks have compiled.
PATH=$PWD/$venv/bin:$PATH CARGO_TARGET_DIR=$PWD/target "$venv/bin/pip" install --quiet --disable-pip-version-check \
  --no-build-isolation --no-deps ./pavage/python

"$venv/bin/python" checks/pavage_python.py
"$venv/bin/python" checks/pavage_python_eval.py
"$venv/bin/python" checks/pavage_python_speed.py
