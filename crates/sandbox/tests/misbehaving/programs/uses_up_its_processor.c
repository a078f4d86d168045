/* Computes longer than its limit of processor time. */
#include "test_program.h"

int main(void)
{
    read_line();
    for (volatile long n = 0;; n++)
        ;
}
