/* Computes for ever. */
#include "zoo.h"

int main(void)
{
    hear();
    say("1");
    hear();
    for (volatile long n = 0;; n++)
        ;
}
