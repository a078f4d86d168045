/* Answers with a byte that is not UTF-8. */
#include "test_program.h"

int main(void)
{
    read_line();
    write_line("\xe9t\xe9");
    read_line();
    return 0;
}
