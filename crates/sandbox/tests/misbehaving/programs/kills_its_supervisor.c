/* Kills the supervisor of its cage. */
#include "test_program.h"

int main(void)
{
    read_line();
    kill(getppid(), SIGKILL);
    usleep(50000);
    write_line("1");
    read_line();
    return 0;
}
