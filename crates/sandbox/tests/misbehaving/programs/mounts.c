/* Mounts a file system over its temporary folder. */
#include "test_program.h"
#include <sys/mount.h>

int main(void)
{
    read_line();
    report(mount("none", getenv("TMPDIR"), "tmpfs", 0, 0) == 0);
}
