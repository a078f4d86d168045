/* Makes itself an administrator in a namespace. */
#include "zoo.h"
#include <sched.h>

int main(void)
{
    hear();
    tell(unshare(CLONE_NEWUSER) == 0);
}
