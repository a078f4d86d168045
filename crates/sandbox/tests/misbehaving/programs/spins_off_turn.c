/* Answers, and computes with several threads during the opponent's turn. */
#include "test_program.h"
#include <pthread.h>

static void *spin(void *none)
{
    for (volatile long n = 0;; n++)
        ;
    return none;
}

int main(void)
{
    read_line();
    write_line("1");
    for (int n = 0; n < 4; n++) {
        pthread_t thread;
        pthread_create(&thread, 0, spin, 0);
    }
    spin(0);
}
