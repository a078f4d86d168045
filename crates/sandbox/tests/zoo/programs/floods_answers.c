/* Answers for ever. */
#include "zoo.h"

int main(void)
{
    hear();
    for (;;)
        puts("1");
}
