/* Takes memory as a file that no folder holds. */
#include "zoo.h"
#include <sys/mman.h>

int main(void)
{
    hear();
    tell(memfd_create("much", 0) >= 0);
}
