/* Writes a line of a hundred thousand bytes, then a short one. */
#include "test_program.h"

int main(void)
{
    read_line();
    for (int n = 0; n < 100000; n++)
        putchar('1');
    putchar('\n');
    fflush(stdout);
    read_line();
    write_line("1");
    read_line();
    return 0;
}
