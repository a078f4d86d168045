/* Lists the folder that the question names. */
#include "test_program.h"
#include <dirent.h>

int main(void)
{
    read_line();
    report(opendir(word) != 0);
}
