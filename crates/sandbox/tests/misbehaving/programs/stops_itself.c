/* Stops itself with SIGSTOP. */
#include "test_program.h"

int main(void)
{
    read_line();
    write_line("1");
    read_line();
    raise(SIGSTOP);
    write_line("1");
    return 0;
}
