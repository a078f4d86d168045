/* Connects to a port of this machine. */
#include "test_program.h"
#include <netinet/in.h>
#include <sys/socket.h>

int main(void)
{
    read_line();
    struct sockaddr_in at = {AF_INET, htons(atoi(word)), {htonl(INADDR_LOOPBACK)}};
    int end = socket(AF_INET, SOCK_STREAM, 0);
    report(connect(end, (void *)&at, sizeof at) == 0);
}
