/* Writes its answer without an end of line. */
#include "test_program.h"

int main(void)
{
    read_line();
    printf("1");
    fflush(stdout);
    read_line();
    return 0;
}
