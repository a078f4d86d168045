/* Has endless remarks to make. */
#include "zoo.h"

int main(void)
{
    hear();
    for (;;)
        puts("# this is interesting");
}
