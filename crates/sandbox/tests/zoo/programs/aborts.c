/* Aborts. */
#include "zoo.h"

int main(void)
{
    hear();
    abort();
}
