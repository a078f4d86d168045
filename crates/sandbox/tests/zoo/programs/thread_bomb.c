/* Makes as many threads as it can. */
#include "zoo.h"
#include <pthread.h>

static void *idle(void *none)
{
    for (;;)
        pause();
    return none;
}

int main(void)
{
    hear();
    for (;;) {
        pthread_t thread;
        if (pthread_create(&thread, 0, idle, 0))
            usleep(1000);
    }
}
