/* Keeps a number with its own file, which a later game of the program could read, and looks at what the user
   may still have of pipes. */
#include "test_program.h"
#include <stdint.h>

int main(void)
{
    read_line();
    int file = open("/proc/self/exe", O_RDONLY), ends[2];
    uint64_t hint = 3; /* RWH_WRITE_LIFE_MEDIUM */
    pipe(ends);
    report(fcntl(file, 1036 /* F_SET_RW_HINT */, &hint) == 0 || fcntl(file, 1035 /* F_GET_RW_HINT */, &hint) == 0 ||
           fcntl(ends[0], F_SETPIPE_SZ, 1 << 20) != -1 || fcntl(ends[0], F_GETPIPE_SZ) != -1);
}
