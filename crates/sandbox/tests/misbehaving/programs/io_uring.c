/* Creates an io_uring, whose calls no seccomp filter sees. */
#include "test_program.h"

int main(void)
{
    read_line();
    char parameters[120] = {0};
    report(syscall(SYS_io_uring_setup, 4, parameters) >= 0);
}
