/* What is said of a data set goes by its store. */
#include "publish/statements.h"
#include "tests/support/publishing.h"
#include "tests/support/test.h"

#include <string.h>

/* All steps, of a store that `sql` changed. */
static void add_steps(struct str *out, const char *sql, const char *dedup)
{
    struct db *db = publishing_store("s.db", sql);
    struct publishing publishing;
    struct json *report = dedup ? publishing_json(dedup) : NULL;
    int n = 0;
    publishing_fill(&publishing, db, "s");
    publishing.publication.dedup = report;
    str_clear(out);
    while (statements_add_step(out, &publishing.publication, n))
        n++;
    assert_int_equal(n, 4);
    json_free(report);
    publishing_release(&publishing);
    db_close(db);
}

static void statements__tell_how_it_was_mined(void **state)
{
    struct str out = {0};
    (void)state;
    add_steps(&out, NULL, NULL);
    assert_holds(str_text(&out), "every later accepted one");
    assert_holds(str_text(&out), "tree-sitter-python 0.23.6");
    assert_holds(str_text(&out), "more than 10000 tokens or 1000000 bytes");
    assert_holds(str_text(&out), "Duplicates were not looked for");
    assert_holds(str_text(&out), "seed 7 (8:1:1)");
    add_steps(&out, "UPDATE run SET pairing = 'next'", NULL);
    assert_holds(str_text(&out), "the first accepted one after it");
    add_steps(&out, "UPDATE run SET pairing = 'adjacent'; UPDATE split_run SET origin = 'import'",
              "{\"run\": {\"preset\": \"buglab\"}}");
    assert_holds(str_text(&out), "directly followed");
    assert_holds(str_text(&out), "preset buglab");
    assert_holds(str_text(&out), "given as lists of problems");
    str_release(&out);
}

static void statements__say_how_many_rows_there_are(void **state)
{
    struct db *db = publishing_store("s.db", "DELETE FROM splits WHERE fix_id = 2");
    struct publishing publishing;
    struct str out = {0};
    (void)state;
    publishing_fill(&publishing, db, "s");
    statements_add_summary(&out, &publishing.publication);
    assert_memory_equal(str_text(&out), "5 single-token bug fixes in Python, mined", 40);
    publishing.publication.facts.clean.of[0] = 2;
    str_clear(&out);
    statements_add_summary(&out, &publishing.publication);
    assert_memory_equal(str_text(&out),
                        "3 single-token bug fixes in Python, and 2 correct programs,", 58);
    str_clear(&out);
    statements_add_collection(&out, &publishing.publication);
    assert_holds(str_text(&out), "Project_CodeNet, a data set in the layout of Project CodeNet");
    str_release(&out);
    publishing_release(&publishing);
    db_close(db);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(statements__tell_how_it_was_mined),
        cmocka_unit_test(statements__say_how_many_rows_there_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
