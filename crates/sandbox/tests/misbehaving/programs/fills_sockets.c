/* Holds memory in the buffers of sockets, in several processes: more than 192 MiB is an escape. */
#include "test_program.h"
#include <sys/mman.h>
#include <sys/socket.h>

static void fill(long *held)
{
    static char text[4096];
    int pair[2];
    while (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) == 0)
        for (int side = 0; side < 2; side++)
            while (write(pair[side], text, sizeof text) > 0)
                __atomic_add_fetch(held, sizeof text, __ATOMIC_SEQ_CST);
}

int main(void)
{
    long *held = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    read_line();
    for (int child = 0; child < 50; child++) {
        if (fork() == 0) {
            fill(held);
            pause();
        }
        usleep(20000);
    }
    report(*held > 192 << 20);
}
