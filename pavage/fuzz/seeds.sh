#!/usr/bin/env bash
# Writes the initial corpus of the fuzz targets: small pictures in every mode and every format.
# It can be run from any folder and always writes the same files.
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo build --quiet --locked -p pavage
pavage() { target/debug/pavage "$@"; }
seeds=pavage/fuzz/seeds
rm -rf $seeds
mkdir $seeds
scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT

# Flat regions with an outline, a colour gradient, letters in black and white, and a disc with a
# transparent edge.
awk 'BEGIN { print "P3 12 10 255"
  for (y = 0; y < 10; y++) for (x = 0; x < 12; x++)
    print (x > 2 && x < 9 && y > 1 && y < 8) ? ((x == y) ? "255 255 255" : "200 30 40") : "0 80 160" }' > "$scratch/flat.ppm"
awk 'BEGIN { print "P3 12 10 255"
  for (y = 0; y < 10; y++) for (x = 0; x < 12; x++)
    print (x * 21) % 256, (y * 25 + x) % 256, (x * y * 3) % 256 }' > "$scratch/slope.ppm"
awk 'BEGIN { print "P1 16 9"
  for (y = 0; y < 9; y++) for (x = 0; x < 16; x++)
    print ((x % 8 == 1) || (y == 4 && x % 8 < 6) || (x % 8 == 5 && y > 3)) ? 1 : 0 }' > "$scratch/letters.pbm"

awk 'function byte(n) { printf("%c", n < 1 ? 1 : (n > 127 ? 127 : int(n))) }
BEGIN { printf "P7\nWIDTH 14\nHEIGHT 14\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n"
  for (y = 0; y < 14; y++) for (x = 0; x < 14; x++) {
    far = sqrt((x - 6.5) ^ 2 + (y - 6.5) ^ 2)
    byte(20 + 6 * x); byte(90 - 4 * y); byte(3 * (x + y)); byte(127 * (7 - far)) } }' > "$scratch/disc.pam"

for picture in "$scratch"/*; do
  name=$(basename "${picture%.*}")
  for mode in raw regions blended; do
    pavage encode --quiet --mode $mode "$picture" -o "$seeds/$name-$mode.pav"
  done
  [ "$name" = letters ] && pavage encode --quiet --labels "$picture" -o "$seeds/$name-labels.pav"
  # BMP, GIF, PNM and JSON cannot hold this opacity.
  [ "$name" = disc ] && pavage convert "$picture" -o "$seeds/$name.png" && continue
  for format in png gif bmp pnm json; do
    pavage convert "$picture" -o "$seeds/$name.$format"
  done
done
