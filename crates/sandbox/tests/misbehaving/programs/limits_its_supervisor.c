/* Sets a limit on its supervisor, as if it were to open no more files and measure nothing. */
#include "test_program.h"
#include <sys/resource.h>

int main(void)
{
    read_line();
    struct rlimit limit;
    int seen = prlimit(getppid(), RLIMIT_NOFILE, 0, &limit) == 0;
    report(seen && prlimit(getppid(), RLIMIT_NOFILE, &limit, 0) == 0);
}
