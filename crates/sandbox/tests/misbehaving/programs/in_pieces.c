/* Writes its answer in pieces. */
#include "test_program.h"

int main(void)
{
    for (;;) {
        read_line();
        write(1, "left", 4);
        usleep(20000);
        write(1, " rig", 4);
        usleep(20000);
        write(1, "ht\n", 3);
    }
}
