/* Says its answer in pieces. */
#include "zoo.h"

int main(void)
{
    for (;;) {
        hear();
        write(1, "left", 4);
        usleep(20000);
        write(1, " rig", 4);
        usleep(20000);
        write(1, "ht\n", 3);
    }
}
