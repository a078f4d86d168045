/* Allocates memory until it fails. */
#include "test_program.h"

int main(void)
{
    read_line();
    for (;;) {
        volatile char *more = malloc(1 << 20);
        if (!more)
            abort();
        memset((char *)more, 1, 1 << 20);
    }
}
