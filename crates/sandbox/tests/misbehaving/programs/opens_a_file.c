/* Opens the file that the question names. */
#include "test_program.h"

int main(void)
{
    read_line();
    report(open(word, O_RDONLY) >= 0);
}
