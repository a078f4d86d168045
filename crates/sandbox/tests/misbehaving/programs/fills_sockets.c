/* Holds memory in the buffers of sockets, in several processes. */
#include "test_program.h"
#include <sys/socket.h>
#include <sys/wait.h>

static void fill(void)
{
    static char text[4096];
    int pair[2];
    while (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) == 0)
        for (int side = 0; side < 2; side++)
            while (write(pair[side], text, sizeof text) > 0)
                ;
}

int main(void)
{
    read_line();
    for (int child = 0; child < 40; child++) {
        if (fork() == 0) {
            fill();
            pause();
        }
        usleep(20000);
    }
    report(1);
}
