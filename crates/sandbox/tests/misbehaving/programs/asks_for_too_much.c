/* Allocates more memory at once than the limit, and is refused. */
#include "test_program.h"

int main(void)
{
    read_line();
    report(malloc((size_t)10 << 30) != 0);
}
