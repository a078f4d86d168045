/* Starts children that each use little memory, but too much together. */
#include "test_program.h"

int main(void)
{
    read_line();
    for (int n = 0; n < 6; n++)
        if (fork() == 0) {
            volatile char *held = malloc(40 << 20);
            for (long at = 0; at < 40 << 20; at += 4096)
                held[at] = 1;
            for (;;)
                pause();
        }
    for (;;)
        pause();
}
