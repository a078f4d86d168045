/* Closes its input and goes on. */
#include "zoo.h"

int main(void)
{
    hear();
    close(0);
    say("1");
    for (;;)
        pause();
}
