/* Ends its lines as Windows does. */
#include "zoo.h"

int main(void)
{
    for (;;) {
        hear();
        say("1\r");
    }
}
