/* Aborts. */
#include "test_program.h"

int main(void)
{
    read_line();
    abort();
}
