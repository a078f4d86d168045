/* Thinks for a minute. */
#include "test_program.h"

int main(void)
{
    read_line();
    write_line("1");
    read_line();
    sleep(60);
    write_line("1");
    return 0;
}
