/* Opens a link in its folder that leads out of it. */
#include "test_program.h"

int main(void)
{
    read_line();
    report(open("link", O_RDONLY) >= 0);
}
