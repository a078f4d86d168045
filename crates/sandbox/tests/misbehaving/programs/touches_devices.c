/* Sets the times of devices, which everybody may write: the next game could read them. */
#include "test_program.h"
#include <sys/stat.h>

int main(void)
{
    static const char *devices[] = {"/dev/null", "/dev/full", "/dev/random", "/dev/urandom"};
    int touched = 0;
    read_line();
    for (int n = 0; n < 4; n++)
        touched += utimensat(AT_FDCWD, devices[n], 0, 0) == 0;
    report(touched > 0);
}
