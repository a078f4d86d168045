/* Says nothing, and does not notice that its input ended. */
#include "zoo.h"

int main(void)
{
    for (;;)
        pause();
}
