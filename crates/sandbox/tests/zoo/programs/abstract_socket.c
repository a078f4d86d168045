/* Connects to a socket without a file. */
#include "zoo.h"
#include <sys/socket.h>
#include <sys/un.h>

int main(void)
{
    hear();
    struct sockaddr_un at = {AF_UNIX};
    strncpy(at.sun_path + 1, word, sizeof at.sun_path - 2);
    int end = socket(AF_UNIX, SOCK_STREAM, 0);
    tell(connect(end, (void *)&at, sizeof(sa_family_t) + 1 + strlen(word)) == 0);
}
