/* Writes to standard error without end. */
#include "test_program.h"

int main(void)
{
    read_line();
    for (;;)
        fputs("this is not fair\n", stderr);
}
