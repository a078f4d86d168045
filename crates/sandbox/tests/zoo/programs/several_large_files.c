/* Writes files that are too large together. */
#include "zoo.h"

int main(void)
{
    static char much[1 << 20];
    hear();
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
    tell(total == 200l << 20);
}
