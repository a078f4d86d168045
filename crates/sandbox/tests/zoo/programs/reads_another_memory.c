/* Reads the memory of another process by a call of its own. */
#include "zoo.h"
#include <sys/uio.h>

int main(void)
{
    hear();
    int other = fork();
    if (other == 0)
        for (;;)
            pause();
    char byte;
    struct iovec here = {&byte, 1}, there = {word, 1};
    tell(process_vm_readv(other, &here, 1, &there, 1, 0) == 1);
}
