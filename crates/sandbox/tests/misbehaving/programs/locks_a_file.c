/* Locks a file that another game of the program may look at. */
#include "test_program.h"
#include <sys/file.h>

int main(void)
{
    read_line();
    int file = open("/usr/lib/locale/C.utf8/LC_CTYPE", O_RDONLY);
    if (file < 0)
        file = open("/bin/sh", O_RDONLY);
    struct flock part = {.l_type = F_RDLCK, .l_len = 1};
    report(flock(file, LOCK_SH) == 0 || fcntl(file, F_SETLK, &part) == 0);
}
