# Runs shell scripts one after the other in the folder of a submission.
# Arguments: the folder, and "java" if Java files are compiled first.
# Each input line names the folder with the files "script" and "typed", and the seconds of processor
# time that one process may use. Each output line is the exit code, the output and the end of the
# errors, both in hexadecimal, separated by dots.
cd "$1" || exit
ulimit -c 0
shell=sh
command -v bash >/dev/null 2>&1 && shell=bash
classes=$TMPDIR/classes
mkdir "$classes"
# The same run every time: Python's sets have one order, and its random numbers one beginning per
# command, unless the program chooses a seed that is neither nothing nor the time.
export PYTHONHASHSEED=0
site=$TMPDIR/site
mkdir "$site"
printf '%s\n' >"$site/sitecustomize.py" \
    'import itertools, os, random' \
    'own, seeds = random.Random.seed, itertools.count()' \
    'def seed(a=None, version=2):' \
    '    by_chance = a is None or isinstance(a, float)' \
    '    own(random._inst, "%s %d" % (os.environ.get("BRELAN_SEED"), next(seeds)) if by_chance else a, version)' \
    'random.seed = seed' \
    'seed()'
export PYTHONPATH="$site"
commands=0
export CLASSPATH="$classes:$1"
if [ "$2" = java ] && command -v javac >/dev/null 2>&1; then
    find . -name '*.java' ! -name '*Test*.java' \
        -exec javac -nowarn -encoding UTF-8 -d "$classes" {} + >"$TMPDIR/compile" 2>&1
fi
while read -r folder seconds; do
    commands=$((commands + 1))
    export BRELAN_SEED=$commands
    {
        (
            ulimit -t "$seconds"
            exec "$shell" "$folder/script" <"$folder/typed" 2>"$TMPDIR/errors"
        )
        echo "$?" >"$TMPDIR/code"
    } | head -c 65536 >"$TMPDIR/printed"
    code=$(cat "$TMPDIR/code" 2>/dev/null)
    printf '%s.%s.%s\n' "${code:-141}" \
        "$(od -An -v -tx1 "$TMPDIR/printed" | tr -d ' \n')" \
        "$(tail -c 2000 "$TMPDIR/errors" | od -An -v -tx1 | tr -d ' \n')"
    rm -f "$TMPDIR/code"
done
