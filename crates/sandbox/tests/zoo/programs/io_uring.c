/* Makes a ring through which calls pass unseen. */
#include "zoo.h"

int main(void)
{
    hear();
    char parameters[120] = {0};
    tell(syscall(SYS_io_uring_setup, 4, parameters) >= 0);
}
