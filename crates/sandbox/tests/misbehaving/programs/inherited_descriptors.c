/* Looks for descriptors that its parent left open. */
#include "test_program.h"

int main(void)
{
    read_line();
    int open_ones = 0;
    for (int fd = 3; fd < 1024; fd++)
        open_ones += fcntl(fd, F_GETFD) >= 0;
    report(open_ones > 0);
}
