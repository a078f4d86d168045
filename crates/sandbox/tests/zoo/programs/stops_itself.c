/* Stops, and waits to be continued. */
#include "zoo.h"

int main(void)
{
    hear();
    say("1");
    hear();
    raise(SIGSTOP);
    say("1");
    return 0;
}
