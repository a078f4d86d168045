/* May gain rights by running what others own. */
#include "zoo.h"
#include <sys/prctl.h>

int main(void)
{
    hear();
    tell(prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1 || geteuid() == 0);
}
