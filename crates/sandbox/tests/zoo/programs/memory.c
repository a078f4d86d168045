/* Takes memory until there is none. */
#include "zoo.h"

int main(void)
{
    hear();
    for (;;) {
        volatile char *more = malloc(1 << 20);
        if (!more)
            abort();
        memset((char *)more, 1, 1 << 20);
    }
}
