/* Starts many copies of itself: more than a cage allows, but few enough that a machine whose cage
   fails survives the test. Each ends after twenty seconds. */
#include <sys/mman.h>
#include "test_program.h"

enum { MOST = 2000, SECONDS = 20 };

int main(void)
{
    int *made = mmap(NULL, sizeof *made, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    read_line();
    for (;;) {
        alarm(SECONDS);
        if (__sync_fetch_and_add(made, 1) >= MOST)
            pause();
        if (fork() < 0)
            usleep(1000);
    }
}
