/* Reads the address 0. */
#include "test_program.h"

int main(void)
{
    read_line();
    return *(volatile int *)8;
}
