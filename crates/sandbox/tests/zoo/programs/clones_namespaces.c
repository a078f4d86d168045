/* Makes a child in a namespace. */
#include "zoo.h"
#include <sched.h>

int main(void)
{
    hear();
    int child = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
    if (child == 0)
        _exit(0);
    tell(child > 0);
}
