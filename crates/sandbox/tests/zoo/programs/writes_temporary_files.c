/* Uses its temporary folder and its home, as it may. */
#include "zoo.h"

int main(void)
{
    hear();
    chdir(getenv("TMPDIR"));
    FILE *file = fopen("kept", "w+");
    int failed = !file || fputs("text", file) < 0 || fclose(file);
    chdir(getenv("HOME"));
    failed |= !fopen("kept", "w");
    say(failed ? "failed" : "1");
    hear();
    return 0;
}
