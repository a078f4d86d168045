/* Takes memory that belongs to no process. */
#include "zoo.h"
#include <sys/shm.h>

int main(void)
{
    hear();
    tell(shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600) >= 0);
}
