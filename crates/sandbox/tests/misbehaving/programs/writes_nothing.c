/* Reads its input and writes nothing. */
#include "test_program.h"

int main(void)
{
    for (;;)
        read_line();
}
