/* Says a line of a hundred thousand bytes, then a short one. */
#include "zoo.h"

int main(void)
{
    hear();
    for (int n = 0; n < 100000; n++)
        putchar('1');
    putchar('\n');
    fflush(stdout);
    hear();
    say("1");
    hear();
    return 0;
}
