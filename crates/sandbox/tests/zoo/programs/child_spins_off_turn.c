/* Answers, and lets children think on. */
#include "zoo.h"

int main(void)
{
    hear();
    for (int child = 0; child < 5; child++)
        if (fork() == 0)
            for (volatile long n = 0;; n++)
                ;
    for (;;) {
        say("1");
        hear();
    }
}
