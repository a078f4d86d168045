#!/usr/bin/env bash
# Writes, compiles and checks the starter programs of seven languages for all five games, in a clean
# environment; then plays a game with each bridge of examples/programs. A missing compiler fails the check.
# needs: default-jdk-headless gfortran nodejs ocaml-nox venv
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
cargo test --quiet --locked --workspace --no-run
brelan=$PWD/target/debug/brelan
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"

# The commands that compile each starter and seat it, as `brelan program new` prints them.
build() {
  case $1 in
    c) cc -O2 -o joueur joueur.c ;;
    java) javac Joueur.java ;;
    fortran) gfortran -O2 -o joueur joueur.f90 ;;
    ocaml) ocamlopt -o joueur joueur.ml ;;
    rust) rustc -O joueur.rs ;;
  esac
}
seat() {
  case $1 in
    python) echo ./joueur.py ;;
    javascript) echo ./joueur.js ;;
    java) echo 'cmd:java -cp . Joueur' ;;
    *) echo ./joueur ;;
  esac
}

failed=0
for language in python c java fortran ocaml rust javascript; do
  for game in 421 allumettes dominos puissance4 awale; do
    mkdir -p "$folder/$language/$game"
    cd "$folder/$language/$game"
    "$brelan" program new "$game" --in "$language" >/dev/null
    # The starters of different games differ only in comments: one build for each language is enough.
    if [ "$game" = 421 ]; then
      build "$language" || { echo "failed: $language does not compile" >&2; failed=1; break; }
    else
      find "../421" -maxdepth 1 -type f \( -name joueur -o -name '*.class' \) -exec cp {} . \;
    fi
    if env -i PATH="$PATH" HOME="$HOME" "$brelan" program check "$game" "$(seat "$language")" --lang en > check.txt; then
      echo "$language plays $game"
    else
      echo "failed: $language at $game" >&2
      cat check.txt >&2
      failed=1
    fi
  done
done

# Each bridge of examples/programs plays a whole game, with the packages of requirements.txt.
cd "$root"
bridges="puissance4:bitbully_player.py:choose puissance4:openspiel_player.py:choose
  dominos:dominoes_player.py:bota_gorda dominos:dominoes_player.py:double dominos:dominoes_player.py:random"
for bridge in $bridges; do
  game=${bridge%%:*} function=${bridge#*:}
  record=$folder/${bridge//:/-}.txt
  PATH=$PWD/target/check/venv/bin:$PATH "$brelan" "$game" --seed 1 --record "$record" \
    "Bridge@examples/programs/$function" Brelan@naif >/dev/null 2>"$record.errors" || true
  if grep -q '^result' "$record"; then
    echo "$function plays $game"
  else
    echo "failed: $function at $game" >&2
    cat "$record.errors" >&2
    failed=1
  fi
done
exit $failed
