/* Each of its children is modest; together they are not. */
#include "zoo.h"

int main(void)
{
    hear();
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
