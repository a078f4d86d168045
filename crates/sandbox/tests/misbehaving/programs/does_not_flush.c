/* Flushes its first answer only; the others appear when it exits. */
#include "test_program.h"

int main(void)
{
    static char kept[65536];
    setvbuf(stdout, kept, _IOFBF, sizeof kept);
    read_line();
    write_line("1");
    for (;;) {
        read_line();
        printf("2\n");
    }
}
