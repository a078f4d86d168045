/* Ends itself by a signal. */
#include "zoo.h"

int main(void)
{
    hear();
    raise(SIGTERM);
    return 0;
}
