/* Holds memory in page tables: one page for every two mebibytes of addresses read. */
#include "test_program.h"
#include <sys/mman.h>

int main(void)
{
    const size_t piece = 1L << 34;
    volatile char sum = 0;
    read_line();
    for (int n = 0; n < 64; n++) {
        char *empty = mmap(0, piece, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (empty == MAP_FAILED)
            break;
        madvise(empty, piece, MADV_NOHUGEPAGE);
        for (size_t at = 0; at < piece; at += 2 << 20)
            sum += empty[at];
        usleep(20000);
    }
    report(1);
}
