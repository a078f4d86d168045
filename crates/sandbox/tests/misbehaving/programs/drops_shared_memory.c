/* Holds shared memory of which it keeps only one page mapped, so that no process shows it. */
#include "test_program.h"
#include <sys/mman.h>

int main(void)
{
    const size_t piece = 4 << 20;
    read_line();
    for (int n = 0; n < 256; n++) {
        char *shared = mmap(0, piece, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (shared == MAP_FAILED)
            break;
        memset(shared, 1, piece);
        madvise(shared, piece, MADV_DONTNEED);
        munmap(shared + 4096, piece - 4096);
        usleep(10000);
    }
    report(1);
}
