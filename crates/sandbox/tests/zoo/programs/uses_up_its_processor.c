/* Computes longer than it may in its life. */
#include "zoo.h"

int main(void)
{
    hear();
    for (volatile long n = 0;; n++)
        ;
}
