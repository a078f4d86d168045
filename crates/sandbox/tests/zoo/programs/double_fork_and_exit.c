/* Leaves a grandchild behind, which holds its output open, and is gone. */
#include "zoo.h"

int main(void)
{
    hear();
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
