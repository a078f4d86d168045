/* Computes for ever. */
#include "test_program.h"

int main(void)
{
    read_line();
    write_line("1");
    read_line();
    for (volatile long n = 0;; n++)
        ;
}
