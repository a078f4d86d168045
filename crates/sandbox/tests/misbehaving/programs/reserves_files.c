/* Reserves space beyond the end of a file, which its length does not show. */
#include "test_program.h"

int main(void)
{
    read_line();
    signal(SIGXFSZ, SIG_IGN);
    chdir(getenv("TMPDIR"));
    int file = open("file", O_CREAT | O_RDWR, 0600);
    report(fallocate(file, FALLOC_FL_KEEP_SIZE, 0, 200l << 20) == 0);
}
