/* Writes a line of a gigabyte. */
#include "test_program.h"

int main(void)
{
    static char much[1 << 20];
    memset(much, '1', sizeof much);
    read_line();
    for (int n = 0; n < 1024; n++)
        fwrite(much, 1, sizeof much, stdout);
    write_line("");
    return 0;
}
