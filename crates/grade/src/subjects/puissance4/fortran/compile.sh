# Compiles Fortran files; runs none of their code. Arguments: the compiler's check flags, then the files.
# Answers with one line: `missing`, or `compiled`, the compiler's code, its errors and the program, the
# last two in hexadecimal.
read -r _
flags=$1
shift
cd "$TMPDIR" || exit
ulimit -c 0
if ! command -v gfortran >/dev/null 2>&1; then
    echo missing
    exit
fi
hexadecimal() {
    od -An -v -tx1 | tr -d ' \n'
}
# Variables that are read before they are written have the same value in every run.
gfortran -w -O0 -ffree-line-length-none -ffree-form -fno-backtrace -finit-integer=-9999 \
    -finit-logical=true "$flags" -o devoir "$@" 2>erreurs
printf 'compiled %s %s ' "$?" "$(head -c 20000 erreurs | hexadecimal)"
[ -f devoir ] && hexadecimal <devoir
echo
