/* Looks for secrets in the environment of its parent. */
#include "zoo.h"

int main(void)
{
    hear();
    char name[64];
    sprintf(name, "/proc/%d/environ", getppid());
    tell(open(name, O_RDONLY) >= 0);
}
