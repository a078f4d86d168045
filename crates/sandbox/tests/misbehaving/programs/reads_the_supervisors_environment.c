/* Looks for secrets in the environment of its parent. */
#include "test_program.h"

int main(void)
{
    read_line();
    char name[64];
    sprintf(name, "/proc/%d/environ", getppid());
    report(open(name, O_RDONLY) >= 0);
}
