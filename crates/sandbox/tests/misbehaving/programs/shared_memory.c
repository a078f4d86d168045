/* Allocates shared memory that belongs to no process. */
#include "test_program.h"
#include <sys/shm.h>

int main(void)
{
    read_line();
    report(shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600) >= 0);
}
