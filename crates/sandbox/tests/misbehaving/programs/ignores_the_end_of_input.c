/* Plays well, but does not exit at the end of its input. */
#include "test_program.h"

int main(void)
{
    char line[4096];
    for (;;)
        if (fgets(line, sizeof line, stdin))
            write_line("1");
        else
            pause();
}
