/* Closes its input and goes on. */
#include "test_program.h"

int main(void)
{
    read_line();
    close(0);
    write_line("1");
    for (;;)
        pause();
}
