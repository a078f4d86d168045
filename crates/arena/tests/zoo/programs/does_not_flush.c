/* Keeps its answers to itself until it leaves. */
#include "zoo.h"

int main(void)
{
    static char kept[65536];
    setvbuf(stdout, kept, _IOFBF, sizeof kept);
    for (;;) {
        hear();
        printf("1\n");
    }
}
