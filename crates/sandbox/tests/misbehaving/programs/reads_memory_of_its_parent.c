/* Reads the memory of the process that started it. */
#include "test_program.h"

int main(void)
{
    read_line();
    char name[64];
    sprintf(name, "/proc/%d/mem", getppid());
    report(open(name, O_RDONLY) >= 0);
}
