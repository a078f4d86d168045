/* Answers once, then never again. */
#include "zoo.h"

int main(void)
{
    hear();
    say("1");
    for (;;)
        pause();
}
