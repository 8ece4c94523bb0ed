/* The bundle in other releases of Debian, without and with the programs that its sandbox runs. */
#include "tests/support/test.h"

static void try_in(const char *release)
{
    scoped(str) output = {0};
    if (!is_release("the bundle") || !has_program("debootstrap", "the bundle in other Debians"))
        skip();
    run_valid(NULL, PLAIN "setup/bundle/make.sh 0.0.1 2020-01-02 \"$SCRATCH/b.tar.gz\"");
    int status = run_shell(
        &output, "setup/bundle/try.sh \"$SCRATCH/b.tar.gz\" \"$SCRATCH/root\" %s", release);
    if (!can_test(status != 77, printed("the bundle in Debian %s", release), str_text(&output)))
        skip();
    if (status != 0)
        fail_msg("%s", str_text(&output));
}

TEST(bundle__works_in_debian_11)
{
    try_in("bullseye");
}

TEST(bundle__works_in_debian_13)
{
    try_in("trixie");
}
