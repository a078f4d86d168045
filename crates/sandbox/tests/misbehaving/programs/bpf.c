/* Loads a BPF program into the kernel. */
#include "test_program.h"

int main(void)
{
    read_line();
    char attributes[128] = {2, 0, 0, 0, 4, 0, 0, 0, 8, 0, 0, 0, 1};
    report(syscall(SYS_bpf, 0, attributes, sizeof attributes) >= 0);
}
