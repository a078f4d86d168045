/* Answers in another encoding. */
#include "zoo.h"

int main(void)
{
    hear();
    say("\xe9t\xe9");
    hear();
    return 0;
}
