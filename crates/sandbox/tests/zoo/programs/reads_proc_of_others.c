/* Looks at the house in /proc. */
#include "zoo.h"

int main(void)
{
    hear();
    char name[8192];
    sprintf(name, "/proc/%s/cmdline", word);
    tell(open(name, O_RDONLY) >= 0);
}
