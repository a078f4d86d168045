/* Closes its output and goes on. */
#include "test_program.h"

int main(void)
{
    read_line();
    close(1);
    for (;;)
        pause();
}
