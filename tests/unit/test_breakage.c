/* Which failures are the machine's; the first one is kept. */
#include "base/breakage.h"
#include "tests/support/test.h"

#include <errno.h>

TEST(breakage__is_what_says_nothing_of_a_file)
{
    static const int machine[] = {EIO, EMFILE, ENFILE, ESTALE, ETIMEDOUT},
                     file[] = {ENOENT, ENOTDIR, EACCES, EPERM, ELOOP, EISDIR, ENAMETOOLONG, ENXIO};
    for (size_t i = 0; i < N_ITEMS(machine); i++)
        assert_true(breakage_is(machine[i]));
    for (size_t i = 0; i < N_ITEMS(file); i++)
        assert_false(breakage_is(file[i]));
}

TEST(breakage__keeps_the_first)
{
    scoped(breakage) breakage = {0};
    struct err err = {"untouched"};
    breakage_init(&breakage);
    assert_int_equal(breakage_check(&breakage, &err), 0);
    assert_string_equal(err.message, "untouched");
    breakage_note(&breakage, "folder", "first", "Input/output error");
    breakage_note(&breakage, "folder", "second", "Stale file handle");
    for (int i = 0; i < 2; i++) {
        assert_int_equal(breakage_check(&breakage, &err), ERR);
        assert_string_equal(err.message, "cannot read 'folder/first': Input/output error");
    }
}
