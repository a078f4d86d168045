/* Tests whether it could gain privileges from a set-user-ID file. */
#include "test_program.h"
#include <sys/prctl.h>

int main(void)
{
    read_line();
    report(prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1 || geteuid() == 0);
}
