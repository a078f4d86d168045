# Compiles Fortran files and runs the program, again after each crash.
# Arguments: the compiler's check flags, then the files. The first input line starts the compiler; the
# others are requests to the program. Errors are written on one line, with ^ for each line end.
read -r _
flags=$1
shift
cd "$TMPDIR" || exit
ulimit -c 0
if ! command -v gfortran >/dev/null 2>&1; then
    echo missing
    exit
fi
gfortran -w -O0 -ffree-line-length-none -ffree-form -fno-backtrace "$flags" -o devoir "$@" 2>erreurs
printf 'compiled %s %s\n' "$?" "$(head -c 20000 erreurs | tr '\n\t' '^ ')"
[ -x devoir ] || exit
while :; do
    ./devoir 2>erreurs
    code=$?
    [ "$code" = 90 ] && exit
    printf 'crashed %s %s\n' "$code" "$(head -c 2000 erreurs | tr '\n\t' '^ ')"
done
