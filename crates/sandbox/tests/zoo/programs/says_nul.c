/* Puts a NUL into its answer. */
#include "zoo.h"

int main(void)
{
    hear();
    fwrite("1\0\n", 1, 3, stdout);
    fflush(stdout);
    hear();
    return 0;
}
