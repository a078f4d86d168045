/* Keeps a key in the kernel. */
#include "zoo.h"

int main(void)
{
    hear();
    tell(syscall(SYS_add_key, "user", "zoo", "1", 1l, -3) >= 0);
}
