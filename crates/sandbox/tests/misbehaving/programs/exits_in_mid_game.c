/* Answers once, and exits at the second question. */
#include "test_program.h"

int main(void)
{
    read_line();
    write_line("1");
    read_line();
    return 3;
}
