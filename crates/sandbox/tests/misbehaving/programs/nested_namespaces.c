/* Becomes root in a new user namespace. */
#include "test_program.h"
#include <sched.h>

int main(void)
{
    read_line();
    report(unshare(CLONE_NEWUSER) == 0);
}
