/* Tests whether it may signal the host, whose number the question holds. */
#include "test_program.h"

int main(void)
{
    read_line();
    report(kill(atoi(word), 0) == 0);
}
