/* Answers every question twice. */
#include "zoo.h"

int main(void)
{
    for (;;) {
        hear();
        write(1, "1\n2\n", 4);
    }
}
