/* Writes a NUL byte in its answer. */
#include "test_program.h"

int main(void)
{
    read_line();
    fwrite("1\0\n", 1, 3, stdout);
    fflush(stdout);
    read_line();
    return 0;
}
