/* Closes its output and goes on. */
#include "zoo.h"

int main(void)
{
    hear();
    close(1);
    for (;;)
        pause();
}
