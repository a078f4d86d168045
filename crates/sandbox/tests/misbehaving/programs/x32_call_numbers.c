/* Makes a system call by its x32 number. */
#include "test_program.h"

int main(void)
{
    read_line();
    report(syscall(0x40000000 | SYS_getpid) > 0);
}
