/* Complains for ever. */
#include "zoo.h"

int main(void)
{
    hear();
    for (;;)
        fputs("this is not fair\n", stderr);
}
