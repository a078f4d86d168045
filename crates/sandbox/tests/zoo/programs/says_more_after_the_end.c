/* Answers once more when the input ends. */
#include "zoo.h"

int main(void)
{
    char line[4096];
    while (fgets(line, sizeof line, stdin))
        say("1");
    say("2");
    return 0;
}
