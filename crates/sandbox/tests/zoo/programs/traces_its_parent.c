/* Traces the process that started it. */
#include "zoo.h"
#include <sys/ptrace.h>

int main(void)
{
    hear();
    tell(ptrace(PTRACE_SEIZE, getppid(), 0, 0) == 0);
}
