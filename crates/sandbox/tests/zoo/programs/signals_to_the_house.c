/* Would signal the house, whose number it was told. */
#include "zoo.h"

int main(void)
{
    hear();
    tell(kill(atoi(word), 0) == 0);
}
