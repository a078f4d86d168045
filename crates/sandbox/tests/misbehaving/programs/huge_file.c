/* Writes a file that is too large. */
#include "test_program.h"

int main(void)
{
    static char much[1 << 20];
    read_line();
    chdir(getenv("TMPDIR"));
    int file = open("huge", O_CREAT | O_WRONLY, 0600);
    for (int n = 0; n < 1000; n++)
        if (write(file, much, sizeof much) < 0)
            break;
    write_line("1");
    return 0;
}
