/* Sends a message to the Unix socket of another process, from a socket of a pair. */
#include "test_program.h"
#include <sys/socket.h>
#include <sys/un.h>

int main(void)
{
    read_line();
    struct sockaddr_un at = {AF_UNIX};
    strncpy(at.sun_path, word, sizeof at.sun_path - 1);
    int pair[2];
    socketpair(AF_UNIX, SOCK_DGRAM, 0, pair);
    report(sendto(pair[0], "hello", 5, 0, (void *)&at, sizeof at) == 5);
}
