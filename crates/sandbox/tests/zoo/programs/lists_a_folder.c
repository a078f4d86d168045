/* Lists the folder that it was told of. */
#include "zoo.h"
#include <dirent.h>

int main(void)
{
    hear();
    tell(opendir(word) != 0);
}
