/* Makes as many threads as it can. */
#include "test_program.h"
#include <pthread.h>

static void *idle(void *none)
{
    for (;;)
        pause();
    return none;
}

int main(void)
{
    read_line();
    for (;;) {
        pthread_t thread;
        if (pthread_create(&thread, 0, idle, 0))
            usleep(1000);
    }
}
