/* Fills files that it has deleted, in several processes: more than 192 MiB is an escape. */
#include "test_program.h"
#include <sys/mman.h>

static char much[1 << 20];

static void fill(long *held)
{
    for (int n = 0; n < 4; n++) {
        char name[32];
        sprintf(name, "%d-%d", getpid(), n);
        int file = open(name, O_CREAT | O_RDWR, 0600);
        unlink(name);
        for (int more = 0; more < 10; more++)
            if (write(file, much, sizeof much) == sizeof much)
                __atomic_add_fetch(held, sizeof much, __ATOMIC_SEQ_CST);
    }
}

int main(void)
{
    long *held = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    read_line();
    chdir(getenv("TMPDIR"));
    for (int child = 0; child < 6; child++) {
        if (fork() == 0) {
            fill(held);
            pause();
        }
        usleep(500000);
    }
    report(*held > 192 << 20);
}
