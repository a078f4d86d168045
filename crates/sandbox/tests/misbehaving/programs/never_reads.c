/* Writes one line without reading, and then neither reads nor writes. */
#include "test_program.h"

int main(void)
{
    write_line("1");
    for (;;)
        pause();
}
