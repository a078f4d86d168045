/* Reads the memory of the process that started it. */
#include "zoo.h"

int main(void)
{
    hear();
    char name[64];
    sprintf(name, "/proc/%d/mem", getppid());
    tell(open(name, O_RDONLY) >= 0);
}
