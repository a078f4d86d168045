/* Changes the mode and the times of the file that the question names, which needs no opening. */
#include "test_program.h"
#include <sys/stat.h>

int main(void)
{
    read_line();
    report(chmod(word, 0640) == 0 || utimensat(AT_FDCWD, word, 0, 0) == 0 || truncate(word, 1) == 0);
}
