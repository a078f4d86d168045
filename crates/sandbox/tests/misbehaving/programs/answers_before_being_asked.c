/* Writes a line before the first question. */
#include "test_program.h"

int main(void)
{
    write_line("1");
    for (;;) {
        read_line();
        write_line("2");
    }
}
