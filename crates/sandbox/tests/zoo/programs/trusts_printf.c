/* Answers with printf and never flushes, as beginners do. */
#include "zoo.h"

int main(void)
{
    for (;;) {
        hear();
        printf("1\n");
    }
}
