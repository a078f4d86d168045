/* Sends a datagram to a port of this machine. */
#include "test_program.h"
#include <netinet/in.h>
#include <sys/socket.h>

int main(void)
{
    read_line();
    struct sockaddr_in at = {AF_INET, htons(atoi(word)), {htonl(INADDR_LOOPBACK)}};
    int end = socket(AF_INET, SOCK_DGRAM, 0);
    report(sendto(end, "1", 1, 0, (void *)&at, sizeof at) == 1);
}
