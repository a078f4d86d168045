/* Makes as many of itself as it can: far more than any cage lets it, yet not so many that a machine
   where the cage fails goes down with the test, and none outlives twenty seconds. */
#include <sys/mman.h>
#include "zoo.h"

enum { MOST = 2000, SECONDS = 20 };

int main(void)
{
    int *made = mmap(NULL, sizeof *made, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    hear();
    for (;;) {
        alarm(SECONDS);
        if (__sync_fetch_and_add(made, 1) >= MOST)
            pause();
        if (fork() < 0)
            usleep(1000);
    }
}
