/* Answers with the number of its user. */
#include "test_program.h"

int main(void)
{
    for (;;) {
        read_line();
        char text[32];
        sprintf(text, "%u", getuid());
        write_line(text);
    }
}
