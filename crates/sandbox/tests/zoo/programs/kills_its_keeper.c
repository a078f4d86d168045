/* Kills the keeper of its cage. */
#include "zoo.h"

int main(void)
{
    hear();
    kill(getppid(), SIGKILL);
    usleep(50000);
    say("1");
    hear();
    return 0;
}
