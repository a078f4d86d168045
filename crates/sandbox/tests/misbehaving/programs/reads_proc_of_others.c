/* Reads the host's files in /proc. */
#include "test_program.h"

int main(void)
{
    read_line();
    char name[8192];
    sprintf(name, "/proc/%s/cmdline", word);
    report(open(name, O_RDONLY) >= 0);
}
