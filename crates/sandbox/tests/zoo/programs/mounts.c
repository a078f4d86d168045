/* Mounts a file system over its temporary folder. */
#include "zoo.h"
#include <sys/mount.h>

int main(void)
{
    hear();
    tell(mount("none", getenv("TMPDIR"), "tmpfs", 0, 0) == 0);
}
