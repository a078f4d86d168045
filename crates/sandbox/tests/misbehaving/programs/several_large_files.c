/* Writes files that together exceed the limit. */
#include "test_program.h"

int main(void)
{
    static char much[1 << 20];
    read_line();
    chdir(getenv("TMPDIR"));
    long total = 0;
    for (int n = 0; n < 20; n++) {
        char name[32];
        sprintf(name, "%d", n);
        int file = open(name, O_CREAT | O_WRONLY, 0600);
        for (int more = 0; more < 10; more++) {
            long count = write(file, much, sizeof much);
            total += count > 0 ? count : 0;
        }
        close(file);
    }
    report(total == 200l << 20);
}
