/* Leaves a grandchild behind in a session of its own. */
#include "zoo.h"

int main(void)
{
    hear();
    if (fork() == 0) {
        setsid();
        if (fork() == 0)
            for (;;)
                pause();
        _exit(0);
    }
    say("1");
    hear();
    return 0;
}
