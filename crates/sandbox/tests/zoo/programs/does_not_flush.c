/* Answers once, and keeps all other answers to itself until it leaves. */
#include "zoo.h"

int main(void)
{
    static char kept[65536];
    setvbuf(stdout, kept, _IOFBF, sizeof kept);
    hear();
    say("1");
    for (;;) {
        hear();
        printf("2\n");
    }
}
