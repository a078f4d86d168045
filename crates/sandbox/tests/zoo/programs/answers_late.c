/* Thinks for two seconds. */
#include "zoo.h"

int main(void)
{
    hear();
    say("1");
    hear();
    sleep(2);
    say("1");
    return 0;
}
