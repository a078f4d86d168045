/* Answers once, then never again. */
#include "test_program.h"

int main(void)
{
    read_line();
    write_line("1");
    for (;;)
        pause();
}
