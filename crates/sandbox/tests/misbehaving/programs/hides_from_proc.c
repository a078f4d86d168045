/* Makes its files in /proc unreadable for its supervisor. */
#include "test_program.h"
#include <sys/prctl.h>

int main(void)
{
    read_line();
    report(prctl(PR_SET_DUMPABLE, 0) == 0);
}
