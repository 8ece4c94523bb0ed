/* The bundle in Debian 11, without and with the programs that its sandbox runs. */
#include "tests/support/bundled.h"
#include "tests/support/test.h"

TEST(bundle__works_in_debian_11)
{
    if (!bundled_try("bullseye"))
        skip();
}
