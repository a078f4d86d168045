/* Asks for huge pages, which no process shows as its memory. */
#include "test_program.h"
#include <sys/mman.h>

int main(void)
{
    read_line();
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB;
    char *memory = mmap(0, 2 << 20, PROT_READ | PROT_WRITE, flags, -1, 0);
    /* A machine without huge pages says ENOMEM. */
    report(memory != MAP_FAILED || errno != EPERM);
}
