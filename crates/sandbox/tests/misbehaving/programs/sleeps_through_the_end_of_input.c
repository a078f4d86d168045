/* Writes nothing and does not read the end of its input. */
#include "test_program.h"

int main(void)
{
    for (;;)
        pause();
}
