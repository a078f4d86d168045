/* Reads the memory of another process with process_vm_readv. */
#include "test_program.h"
#include <sys/uio.h>

int main(void)
{
    read_line();
    int other = fork();
    if (other == 0)
        for (;;)
            pause();
    char byte;
    struct iovec here = {&byte, 1}, there = {word, 1};
    report(process_vm_readv(other, &here, 1, &there, 1, 0) == 1);
}
