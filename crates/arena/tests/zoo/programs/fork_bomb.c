/* Makes as many of itself as it can. */
#include "zoo.h"

int main(void)
{
    hear();
    for (;;)
        if (fork() < 0)
            usleep(1000);
}
