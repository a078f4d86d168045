/* Answers once, and leaves at the second question. */
#include "zoo.h"

int main(void)
{
    hear();
    say("1");
    hear();
    return 3;
}
