/* Shares its memory with children after a fork, which counts once. */
#include "test_program.h"

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
        read_line();
        usleep(150000);
        write_line("1");
    }
}
