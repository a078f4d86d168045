/* Answers, and lets a child think on. */
#include "zoo.h"

int main(void)
{
    hear();
    if (fork() == 0)
        for (volatile long n = 0;; n++)
            ;
    for (;;) {
        say("1");
        hear();
    }
}
