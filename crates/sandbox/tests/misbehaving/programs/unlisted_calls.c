/* Makes calls that no ordinary program needs and through which two games could talk to each other. */
#include "test_program.h"

int main(void)
{
    static const long calls[] = {SYS_statfs, SYS_flock, SYS_inotify_init1, SYS_mincore, SYS_setpriority,
                                 SYS_personality, SYS_vmsplice, SYS_sched_setaffinity, SYS_mlock, 1000};
    read_line();
    for (int n = 0; n < sizeof calls / sizeof *calls; n++)
        if (syscall(calls[n], 0, 0, 0, 0, 0, 0) != -1 || errno != ENOSYS)
            report(1);
    report(0);
}
