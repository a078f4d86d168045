/* Creates a file in its own folder. */
#include "test_program.h"

int main(void)
{
    read_line();
    report(open("new", O_CREAT | O_WRONLY, 0600) >= 0);
}
