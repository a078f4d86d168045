/* Calls by the other numbers that some kernels have. */
#include "zoo.h"

int main(void)
{
    hear();
    tell(syscall(0x40000000 | SYS_getpid) > 0);
}
