/* Writes in its temporary folder and its home, which is allowed. */
#include "test_program.h"

int main(void)
{
    read_line();
    chdir(getenv("TMPDIR"));
    FILE *file = fopen("kept", "w+");
    int failed = !file || fputs("text", file) < 0 || fclose(file);
    chdir(getenv("HOME"));
    failed |= !fopen("kept", "w");
    write_line(failed ? "failed" : "1");
    read_line();
    return 0;
}
