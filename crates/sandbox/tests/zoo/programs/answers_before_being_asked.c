/* Cannot wait for the question. */
#include "zoo.h"

int main(void)
{
    say("1");
    for (;;) {
        hear();
        say("2");
    }
}
