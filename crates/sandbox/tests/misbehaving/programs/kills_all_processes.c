/* Kills every process that it may signal. */
#include "test_program.h"

int main(void)
{
    read_line();
    kill(-1, SIGKILL);
    write_line("1");
    read_line();
    return 0;
}
