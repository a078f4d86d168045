/* Creates a child in a new namespace with clone. */
#include "test_program.h"
#include <sched.h>

int main(void)
{
    read_line();
    int child = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
    if (child == 0)
        _exit(0);
    report(child > 0);
}
