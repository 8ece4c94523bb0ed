/* One fingerprint for the same fixes, another for any others. */
#include "publish/fingerprint.h"
#include "tests/support/publishing.h"
#include "tests/support/test.h"

#include <string.h>

static void fingerprint_of(char hex[SHA256_HEX_SIZE], const char *sql)
{
    struct db *db = publishing_store("p.db", sql);
    struct err err;
    assert_success(fingerprint_store(hex, db, &err), err);
    db_close(db);
}

static void fingerprint__is_of_fixes_splits_and_marks(void **state)
{
    static const char *const changes[] = {
        "UPDATE splits SET split = 'test' WHERE fix_id = 1",
        "DELETE FROM splits WHERE fix_id = 1",
        "UPDATE fixes SET after = 'x' WHERE fix_id = 2",
        "UPDATE fixes SET before = before || after, after = '' WHERE fix_id = 2",
        "UPDATE fixes SET category = 'literal' WHERE fix_id = 3",
        "UPDATE fixes SET origin = 'mutant' WHERE fix_id = 3",
        "UPDATE sources SET sha256 = 'x' WHERE source_id = 1",
        "UPDATE submissions SET user_id = 'x' WHERE submission_key = 1",
        "INSERT INTO exclusions VALUES (1, 'benchmark', 'x')",
        "INSERT INTO conflicts VALUES (2, 1)",
        "DELETE FROM splits WHERE fix_id = 6; DELETE FROM fixes WHERE fix_id = 6",
    };
    char first[SHA256_HEX_SIZE], other[SHA256_HEX_SIZE];
    (void)state;
    fingerprint_of(first, NULL);
    fingerprint_of(other, "UPDATE split_run SET seed = 'x'");
    assert_string_equal(first, other);
    for (size_t i = 0; i < N_ITEMS(changes); i++) {
        fingerprint_of(other, changes[i]);
        if (strcmp(first, other) == 0)
            fail_msg("the same after: %s", changes[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fingerprint__is_of_fixes_splits_and_marks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
