/* Says its answer byte after byte. */
#include "zoo.h"

int main(void)
{
    for (;;) {
        hear();
        for (const char *next = "left right\n"; *next; next++)
            write(1, next, 1);
    }
}
