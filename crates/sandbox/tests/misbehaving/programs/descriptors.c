/* Opens files until the limit of descriptors is reached. */
#include "test_program.h"

int main(void)
{
    read_line();
    int count = 0;
    while (count < 1000 && open("/dev/null", O_RDONLY) >= 0)
        count++;
    report(count >= 1000);
}
