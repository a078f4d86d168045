/* Traces the process that started it. */
#include "test_program.h"
#include <sys/ptrace.h>

int main(void)
{
    read_line();
    report(ptrace(PTRACE_SEIZE, getppid(), 0, 0) == 0);
}
