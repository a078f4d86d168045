/* Looks for variables of the house. */
#include "zoo.h"

int main(void)
{
    hear();
    tell(getenv("CARGO_MANIFEST_DIR") || getenv("CARGO") || getenv("USER") || getenv("LOGNAME"));
}
