/* Leaves a descriptor on its way between two sockets, where no process shows it and where the kernel counts
   it for all processes of the user: too many keep the opponent from starting. */
#include "test_program.h"
#include <sys/socket.h>

int main(void)
{
    read_line();
    int pair[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
    char text = 1, space[CMSG_SPACE(sizeof(int))] = {0};
    struct iovec part = {&text, 1};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = space, .msg_controllen = sizeof space};
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(head), &pair[0], sizeof(int));
    report(sendmsg(pair[0], &message, 0) == 1);
}
