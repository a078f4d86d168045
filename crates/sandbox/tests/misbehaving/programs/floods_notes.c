/* Writes # lines without end. */
#include "test_program.h"

int main(void)
{
    read_line();
    for (;;)
        puts("# this is interesting");
}
