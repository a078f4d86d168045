#!/usr/bin/env bash
# Runs `cargo check` of the workspace for Windows and macOS.
# SQLite is written in C: a stand-in for the C compiler writes empty files, which is enough to check.
set -euo pipefail
cd "$(dirname "$0")/.."

targets=(x86_64-pc-windows-gnu aarch64-apple-darwin)
command -v rustup >/dev/null || { echo 'skipped: targets are added with rustup'; exit 0; }
rustup --quiet target add "${targets[@]}" || { echo 'skipped: no other target can be had'; exit 0; }
stand_in=$(mktemp -d)
trap 'rm -rf "$stand_in"' EXIT
for tool in cc ar; do
  # Creates its output file, empty.
  cat > "$stand_in/$tool" <<'SCRIPT'
#!/usr/bin/env bash
while [ $# -gt 0 ]; do
  case $1 in -o) shift; : > "$1" ;; *.a) : > "$1" ;; esac
  shift
done
SCRIPT
  chmod +x "$stand_in/$tool"
done
for target in "${targets[@]}"; do
  name=${target//-/_}
  env "CC_$name=$stand_in/cc" "AR_$name=$stand_in/ar" \
    cargo check --quiet --locked --workspace --target "$target"
  echo "$target: checked"
done
