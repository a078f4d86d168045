#!/usr/bin/env bash
# Makes what the targets begin from: one small picture of each kind in every mode and every format.
# Run from anywhere; what it writes is the same each time.
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo build --quiet --locked -p pavage
pavage() { target/debug/pavage "$@"; }
seeds=pavage/fuzz/seeds
rm -rf $seeds
mkdir $seeds
scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT

# Flat regions with an outline, a shaded slope of colours, and letters in black and white.
awk 'BEGIN { print "P3 12 10 255"
  for (y = 0; y < 10; y++) for (x = 0; x < 12; x++)
    print (x > 2 && x < 9 && y > 1 && y < 8) ? ((x == y) ? "255 255 255" : "200 30 40") : "0 80 160" }' > "$scratch/flat.ppm"
awk 'BEGIN { print "P3 12 10 255"
  for (y = 0; y < 10; y++) for (x = 0; x < 12; x++)
    print (x * 21) % 256, (y * 25 + x) % 256, (x * y * 3) % 256 }' > "$scratch/slope.ppm"
awk 'BEGIN { print "P1 16 9"
  for (y = 0; y < 9; y++) for (x = 0; x < 16; x++)
    print ((x % 8 == 1) || (y == 4 && x % 8 < 6) || (x % 8 == 5 && y > 3)) ? 1 : 0 }' > "$scratch/letters.pbm"

for picture in "$scratch"/*; do
  name=$(basename "${picture%.*}")
  for mode in raw samples runs rectangles pixels outlines mixed; do
    pavage encode --quiet --mode $mode "$picture" -o "$seeds/$name-$mode.pav"
  done
  for format in png gif bmp pnm json; do
    pavage convert "$picture" -o "$seeds/$name.$format"
  done
done
