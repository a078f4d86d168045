/* Writes one more line when its input ends. */
#include "test_program.h"

int main(void)
{
    char line[4096];
    while (fgets(line, sizeof line, stdin))
        write_line("1");
    write_line("2");
    return 0;
}
