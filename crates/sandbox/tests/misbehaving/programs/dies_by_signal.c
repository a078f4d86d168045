/* Kills itself with a signal. */
#include "test_program.h"

int main(void)
{
    read_line();
    raise(SIGTERM);
    return 0;
}
