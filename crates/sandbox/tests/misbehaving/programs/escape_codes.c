/* Answers with escape codes that clear a terminal. */
#include "test_program.h"

int main(void)
{
    read_line();
    write_line("\033[2J1");
    read_line();
    return 0;
}
