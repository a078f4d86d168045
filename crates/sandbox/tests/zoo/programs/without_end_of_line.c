/* Forgets the end of the line. */
#include "zoo.h"

int main(void)
{
    hear();
    printf("1");
    fflush(stdout);
    hear();
    return 0;
}
