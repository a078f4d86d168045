#!/usr/bin/env bash
# Starters in seven languages: each is written, compiled and checked at all five tables, in a clean
# environment; then the bridges to players of others. A language whose compiler is missing is named and fails the check.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
cargo build --quiet --locked -p brelan
brelan=$PWD/target/debug/brelan
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"

# How each is compiled and seated, as `brelan program new` prints it.
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
    # The programs differ from game to game in their comments alone: one build a language is enough.
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

# The bridges of examples/programs, each through a whole game, with the packages of the gate.
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
