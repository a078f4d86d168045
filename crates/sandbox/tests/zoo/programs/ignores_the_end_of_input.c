/* Plays well, but does not leave when its input ends. */
#include "zoo.h"

int main(void)
{
    char line[4096];
    for (;;)
        if (fgets(line, sizeof line, stdin))
            say("1");
        else
            pause();
}
