/* Looks for descriptors that were left open. */
#include "zoo.h"

int main(void)
{
    hear();
    int open_ones = 0;
    for (int fd = 3; fd < 1024; fd++)
        open_ones += fcntl(fd, F_GETFD) >= 0;
    tell(open_ones > 0);
}
