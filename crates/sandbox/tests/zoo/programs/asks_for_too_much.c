/* Asks for more memory than there is, and is refused. */
#include "zoo.h"

int main(void)
{
    hear();
    tell(malloc((size_t)10 << 30) != 0);
}
