/* Writes blanks around its answer, and blank lines before it. */
#include "test_program.h"

int main(void)
{
    for (;;) {
        read_line();
        write_line("\n \n  1 \t ");
    }
}
