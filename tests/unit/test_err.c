/* Error messages are complete if they fit, and cut otherwise. */
#include "base/err.h"
#include "tests/support/test.h"

#include <errno.h>

TEST(err__takes_a_message_and_gives_the_code_to_return)
{
    assert_error(err_set(&err, "line %d of '%s'", 7, "x.csv"), "line 7 of 'x.csv'");
    assert_true(ERR < 0);
}

TEST(err__gives_the_reason_in_errno)
{
    static const int reasons[] = {ENOENT, EACCES, EISDIR, ENOSPC};
    for (size_t i = 0; i < N_ITEMS(reasons); i++) {
        char expected[256] = "cannot open 'x': ";
        strcat(expected, strerror(reasons[i]));
        errno = reasons[i];
        assert_error(err_set_errno(&err, "cannot open '%s'", "x"), expected);
    }
}

TEST(err__cuts_what_does_not_fit)
{
    enum { SIZE = sizeof((struct err *)0)->message };
    static char text[2 * SIZE];
    memset(text, 'a', sizeof text - 1);
    /* What is after the message must stay as it is. */
    struct {
        struct err err;
        char behind[16];
    } both;
    for (size_t shown = SIZE - 40; shown < sizeof text; shown += 7) {
        memset(both.behind, 'z', sizeof both.behind);
        err_set(&both.err, "%.*s", (int)shown, text);
        assert_int_equal(strlen(both.err.message), shown < SIZE ? shown : SIZE - 1);
        errno = ENOENT;
        err_set_errno(&both.err, "%.*s", (int)shown, text);
        size_t whole = shown + strlen(": ") + strlen(strerror(ENOENT));
        assert_int_equal(strlen(both.err.message), whole < SIZE ? whole : SIZE - 1);
        for (size_t i = 0; i < sizeof both.behind; i++)
            assert_int_equal(both.behind[i], 'z');
    }
}

TEST(err__may_be_left_out)
{
    struct err kept;
    err_set(&kept, "kept");
    assert_int_equal(err_set(NULL, "line %d", 7), ERR);
    assert_int_equal(err_set_errno(NULL, "cannot open"), ERR);
    assert_int_equal(err_pass(NULL, &kept), ERR);
    assert_error(err_pass(&err, &kept), "kept");
}
