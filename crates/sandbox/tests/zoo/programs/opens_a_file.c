/* Opens the file that it was told of. */
#include "zoo.h"

int main(void)
{
    hear();
    tell(open(word, O_RDONLY) >= 0);
}
