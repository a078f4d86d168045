/* Answers, and lets a child compute during the opponent's turn. */
#include "test_program.h"

int main(void)
{
    read_line();
    for (int child = 0; child < 5; child++)
        if (fork() == 0)
            for (volatile long n = 0;; n++)
                ;
    for (;;) {
        write_line("1");
        read_line();
    }
}
