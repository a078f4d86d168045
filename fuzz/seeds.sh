#!/usr/bin/env bash
# Writes the seed corpus of the fuzz targets: complete records of every game, the same games as input
# of the analysis board, and players of every kind. The output is the same on every run.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --quiet --locked -p brelan
rm -rf fuzz/seeds
mkdir -p fuzz/seeds/{records,boards,players}
play() {
  local name=$1
  shift
  target/debug/brelan "$@" --effort 50 --record "fuzz/seeds/records/$name" >/dev/null
}
for seed in 1 2; do
  play allumettes-$seed allumettes --seed $seed A@naif B@expert
  play allumettes-heaps-$seed allumettes --seed $seed --position 1,3,5,7/max=2/last-wins A@naif B@naif
  play allumettes-cheat-$seed allumettes -confiant --seed $seed A@tricheur B@naif
  play 421-$seed 421 --seed $seed --tokens 3 A@naif B@glouton
  play dominos-$seed dominos --seed $seed A@premier B@naif
  play dominos-rule-2-$seed dominos --seed $seed --rule 2 A@premier B@habile
  play puissance4-$seed puissance4 --seed $seed A@naif B@naif
  play awale-$seed awale --seed $seed A@naif B@glouton
done
# Input of the analysis board: the game, its first position, and all moves in one line, the last move
# repeated as a variation.
for record in fuzz/seeds/records/*-1; do
  awk '/^game / { print $2 } /^position / { print substr($0, 10) }
    /^chance / { printf "%s=%s", gap, $2; gap = " " }
    / plays / { printf "%s%s", gap, $3; gap = " "; last = $3 }
    END { print " (" last ")" }' "$record" > "fuzz/seeds/boards/$(basename "$record")"
done
number=0
for player in Ana@humain Ana@clock=5m+3s,humain Max@time=200,effort=9,seed=7,expert \
  Bot@memory=256M,./bot.py 'Bot@cmd:java -cp bin:lib Joueur' Moi@joueur.py:choisir; do
  number=$((number + 1))
  printf %s "$player" > fuzz/seeds/players/$number
done
