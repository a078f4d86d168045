/* Stores a key in the kernel. */
#include "test_program.h"

int main(void)
{
    read_line();
    report(syscall(SYS_add_key, "user", "zoo", "1", 1l, -3) >= 0);
}
