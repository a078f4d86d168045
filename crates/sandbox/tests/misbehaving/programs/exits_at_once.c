/* Exits at once. */
#include "test_program.h"

int main(void)
{
    return 0;
}
