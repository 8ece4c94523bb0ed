/* The bundle in Debian 13, without and with the programs that its sandbox runs. */
#include "tests/support/bundled.h"
#include "tests/support/test.h"

TEST(bundle__works_in_debian_13)
{
    if (!bundled_try("trixie"))
        skip();
}
