/* Answers without having read, and then neither reads nor answers. */
#include "zoo.h"

int main(void)
{
    say("1");
    for (;;)
        pause();
}
