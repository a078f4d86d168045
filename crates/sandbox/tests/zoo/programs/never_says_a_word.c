/* Reads everything and says nothing. */
#include "zoo.h"

int main(void)
{
    for (;;)
        hear();
}
