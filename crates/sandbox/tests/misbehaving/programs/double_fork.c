/* Leaves a grandchild behind in its own session. */
#include "test_program.h"

int main(void)
{
    read_line();
    if (fork() == 0) {
        setsid();
        if (fork() == 0)
            for (;;)
                pause();
        _exit(0);
    }
    write_line("1");
    read_line();
    return 0;
}
