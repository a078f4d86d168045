/* Opens files until it may not. */
#include "zoo.h"

int main(void)
{
    hear();
    int count = 0;
    while (count < 1000 && open("/dev/null", O_RDONLY) >= 0)
        count++;
    tell(count >= 1000);
}
