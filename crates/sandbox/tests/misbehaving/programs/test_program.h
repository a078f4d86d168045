/* Functions of every test program: read a line, write a line, report whether an escape worked. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The text after the first word of the last line read. */
static char word[4096];

/* Reads a line; exits at the end of input. */
static inline void read_line(void)
{
    char line[4096];
    if (!fgets(line, sizeof line, stdin))
        exit(0);
    line[strcspn(line, "\n")] = 0;
    char *space = strchr(line, ' ');
    strcpy(word, space ? space + 1 : "");
}

static inline void write_line(const char *text)
{
    printf("%s\n", text);
    fflush(stdout);
}

/* Answers this and every later question with the result of an escape. */
static inline void report(int escaped)
{
    for (;;) {
        write_line(escaped ? "escaped" : "caged");
        read_line();
    }
}
