/* Clears the screen of whoever reads it. */
#include "zoo.h"

int main(void)
{
    hear();
    say("\033[2J1");
    hear();
    return 0;
}
