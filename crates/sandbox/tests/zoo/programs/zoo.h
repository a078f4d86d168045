/* What every animal of the zoo needs: hear a line, say a line, find out whether it escaped. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* What follows the first word of the line that was heard. */
static char word[4096];

/* Hears a line; at the end of input leaves, as a program should. */
static inline void hear(void)
{
    char line[4096];
    if (!fgets(line, sizeof line, stdin))
        exit(0);
    line[strcspn(line, "\n")] = 0;
    char *space = strchr(line, ' ');
    strcpy(word, space ? space + 1 : "");
}

static inline void say(const char *text)
{
    printf("%s\n", text);
    fflush(stdout);
}

/* Answers whether an attempt worked, and every question after it the same. */
static inline void tell(int escaped)
{
    for (;;) {
        say(escaped ? "escaped" : "caged");
        hear();
    }
}
