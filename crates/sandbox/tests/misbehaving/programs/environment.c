/* Looks for environment variables of the host. */
#include "test_program.h"

int main(void)
{
    read_line();
    report(getenv("CARGO_MANIFEST_DIR") || getenv("CARGO") || getenv("USER") || getenv("LOGNAME"));
}
