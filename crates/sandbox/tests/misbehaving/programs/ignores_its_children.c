/* Lets children compute for a second whose end it ignores, so that their time counts for no process. The
   number is the time in milliseconds for which each child computes. */
#include "test_program.h"
#include <sys/wait.h>
#include <time.h>

static long used(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

int main(void)
{
    signal(SIGCHLD, SIG_IGN);
    for (;;) {
        read_line();
        int length = atoi(word);
        for (int left = 1000; left > 0; left -= length) {
            if (fork() == 0) {
                while (used() < length)
                    ;
                _exit(0);
            }
            wait(0);
        }
        write_line("1");
    }
}
