/* Connects to an abstract Unix socket of another process. */
#include "test_program.h"
#include <sys/socket.h>
#include <sys/un.h>

int main(void)
{
    read_line();
    struct sockaddr_un at = {AF_UNIX};
    strncpy(at.sun_path + 1, word, sizeof at.sun_path - 2);
    int end = socket(AF_UNIX, SOCK_STREAM, 0);
    report(connect(end, (void *)&at, sizeof(sa_family_t) + 1 + strlen(word)) == 0);
}
