/* Makes calls that no ordinary program needs and through which two games could talk to each other. */
#include "test_program.h"

int main(void)
{
    static const long calls[] = {SYS_statfs, SYS_flock, SYS_inotify_init1, SYS_fanotify_init, SYS_mincore,
                                 SYS_preadv2, SYS_readahead, SYS_fadvise64, SYS_setpriority, SYS_personality,
                                 SYS_vmsplice, SYS_sched_setaffinity, SYS_mlock, SYS_memfd_create, SYS_mq_open,
                                 SYS_msgget, SYS_semget, SYS_shmget, SYS_add_key, SYS_process_vm_readv,
                                 SYS_pidfd_open, SYS_userfaultfd, SYS_perf_event_open, SYS_setxattr, SYS_socket, SYS_sendmsg,
                                 451 /* cachestat */, 1000};
    read_line();
    for (int n = 0; n < sizeof calls / sizeof *calls; n++)
        if (syscall(calls[n], 0, 0, 0, 0, 0, 0) != -1 || errno != ENOSYS)
            report(1);
    report(0);
}
