/* Ends its lines with CR LF. */
#include "test_program.h"

int main(void)
{
    for (;;) {
        read_line();
        write_line("1\r");
    }
}
