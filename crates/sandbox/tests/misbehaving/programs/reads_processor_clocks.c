/* Reads the processor time of the process whose number the question holds. */
#include "test_program.h"
#include <time.h>

int main(void)
{
    struct timespec time;
    clockid_t clock;
    read_line();
    report(clock_getcpuclockid(atoi(word), &clock) == 0 && clock_gettime(clock, &time) == 0);
}
