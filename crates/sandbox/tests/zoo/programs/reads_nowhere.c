/* Reads where there is nothing. */
#include "zoo.h"

int main(void)
{
    hear();
    return *(volatile int *)8;
}
