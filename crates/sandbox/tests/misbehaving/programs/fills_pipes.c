/* Holds memory in the buffers of pipes, in several processes: more than 48 MiB is an escape. */
#include "test_program.h"
#include <sys/mman.h>

static void fill(long *held)
{
    static char text[4096];
    int ends[2];
    while (pipe2(ends, O_NONBLOCK) == 0)
        while (write(ends[1], text, sizeof text) > 0)
            __atomic_add_fetch(held, sizeof text, __ATOMIC_SEQ_CST);
}

int main(void)
{
    long *held = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    read_line();
    for (int child = 0; child < 40; child++) {
        if (fork() == 0) {
            fill(held);
            pause();
        }
        usleep(20000);
    }
    report(*held > 48 << 20);
}
