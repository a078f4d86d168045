/* Answers, and thinks on while the other does. */
#include "zoo.h"

int main(void)
{
    hear();
    say("1");
    for (volatile long n = 0;; n++)
        ;
}
