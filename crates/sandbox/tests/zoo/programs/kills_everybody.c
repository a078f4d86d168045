/* Kills everybody it can. */
#include "zoo.h"

int main(void)
{
    hear();
    kill(-1, SIGKILL);
    say("1");
    hear();
    return 0;
}
