/* Leaves at once. */
#include "zoo.h"

int main(void)
{
    return 0;
}
