/* Makes a file in its folder. */
#include "zoo.h"

int main(void)
{
    hear();
    tell(open("new", O_CREAT | O_WRONLY, 0600) >= 0);
}
