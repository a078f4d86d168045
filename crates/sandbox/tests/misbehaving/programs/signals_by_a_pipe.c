/* Has a pipe send its signals to the process whose number the question holds. */
#include "test_program.h"

int main(void)
{
    int ends[2];
    read_line();
    pipe(ends);
    report(fcntl(ends[0], F_SETOWN, atoi(word)) == 0);
}
