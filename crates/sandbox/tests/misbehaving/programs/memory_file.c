/* Allocates memory in a file that is in no folder. */
#include "test_program.h"
#include <sys/mman.h>

int main(void)
{
    read_line();
    report(memfd_create("much", 0) >= 0);
}
