/* Leaves blanks around its answer, and blank lines before. */
#include "zoo.h"

int main(void)
{
    for (;;) {
        hear();
        say("\n \n  1 \t ");
    }
}
