/* Shares its memory with its children, which is no more than its own. */
#include "zoo.h"

int main(void)
{
    size_t much = 60 << 20;
    volatile char *memory = malloc(much);
    memset((char *)memory, 1, much);
    for (int n = 0; n < 5; n++)
        if (fork() == 0)
            for (;;)
                pause();
    for (;;) {
        hear();
        usleep(150000);
        say("1");
    }
}
