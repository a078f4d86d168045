/* Answers, and thinks on while the other does, with several threads. */
#include "zoo.h"
#include <pthread.h>

static void *spin(void *none)
{
    for (volatile long n = 0;; n++)
        ;
    return none;
}

int main(void)
{
    hear();
    say("1");
    for (int n = 0; n < 4; n++) {
        pthread_t thread;
        pthread_create(&thread, 0, spin, 0);
    }
    spin(0);
}
