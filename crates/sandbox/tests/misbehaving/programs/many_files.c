/* Writes as many files as it can. */
#include "test_program.h"

int main(void)
{
    read_line();
    chdir(getenv("TMPDIR"));
    int count = 0;
    for (; count < 100000; count++) {
        char name[32];
        sprintf(name, "%d", count);
        int file = open(name, O_CREAT | O_WRONLY, 0600);
        if (file < 0)
            break;
        close(file);
    }
    report(count == 100000);
}
