/* Opens a link in its folder that leads out of it. */
#include "zoo.h"

int main(void)
{
    hear();
    tell(open("link", O_RDONLY) >= 0);
}
