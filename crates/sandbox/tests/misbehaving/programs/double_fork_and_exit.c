/* Leaves a grandchild behind that holds its output open, and exits. */
#include "test_program.h"

int main(void)
{
    read_line();
    if (fork() == 0) {
        setsid();
        signal(SIGTERM, SIG_IGN);
        if (fork() == 0)
            for (;;)
                pause();
        _exit(0);
    }
    return 4;
}
