#include "tests/support/bundled.h"

#include "tests/support/test.h"

enum { UNABLE = 77 };

bool bundled_make(const char *name)
{
    if (!is_release("the bundle") ||
        !can_run("dpkg -S '*/libc.so.6' && test -f \"$(cc -print-file-name=libc.a)\"", "the bundle",
                 "this is no Debian with libc6-dev"))
        return false;
    run_valid(NULL, PLAIN "setup/bundle/make.sh 0.0.1 2020-01-02 \"$SCRATCH/%s\"", name);
    return true;
}

bool bundled_try(const char *release)
{
    scoped(str) output = {0};
    if (!bundled_make("b.tar.gz"))
        return false;
    int status = run_shell(&output, "setup/bundle/try.sh \"$SCRATCH/b.tar.gz\" %s", release);
    if (status != 0 && status != UNABLE)
        fail_msg("%s", str_text(&output));
    return can_test(status == 0, printed("the bundle in a root of its own %s", release),
                    str_text(&output));
}
