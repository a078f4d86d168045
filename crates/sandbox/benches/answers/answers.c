/* Answers every line that begins with `play`, and does nothing else. */
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[4096];
    while (fgets(line, sizeof line, stdin))
        if (!strncmp(line, "play", 4)) {
            puts("1");
            fflush(stdout);
        }
    return 0;
}
