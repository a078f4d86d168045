/* Says a line of a gigabyte. */
#include "zoo.h"

int main(void)
{
    static char much[1 << 20];
    memset(much, '1', sizeof much);
    hear();
    for (int n = 0; n < 1024; n++)
        fwrite(much, 1, sizeof much, stdout);
    say("");
    return 0;
}
