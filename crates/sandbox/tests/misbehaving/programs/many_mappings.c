/* Makes the kernel describe half a million mappings without memory, in several processes. */
#include "test_program.h"
#include <sys/mman.h>

enum { CHILDREN = 8, PAGES = 64000 };

int main(void)
{
    long *done = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    read_line();
    for (int child = 0; child < CHILDREN; child++)
        if (fork() == 0) {
            char *pages = mmap(0, (long)PAGES << 12, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            for (long page = 0; page < PAGES; page += 2)
                mprotect(pages + (page << 12), 4096, PROT_READ);
            __atomic_add_fetch(done, 1, __ATOMIC_SEQ_CST);
            pause();
        }
    while (__atomic_load_n(done, __ATOMIC_SEQ_CST) < CHILDREN)
        usleep(10000);
    sleep(10);
    report(1);
}
