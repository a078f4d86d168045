/* Answers with printf and never flushes, as beginners do. */
#include "test_program.h"

int main(void)
{
    for (;;) {
        read_line();
        printf("1\n");
    }
}
