/* The messages of publish. */
#include "commands/publish_report.h"
#include "tests/support/jsonl.h"
#include "tests/support/editions.h"
#include "tests/support/test.h"

static const struct command command = {.name = "test"};

/* Standard error goes to $SCRATCH/stderr between the two. */
static int begin(void)
{
    int kept = dup(STDERR_FILENO);
    fflush(stderr);
    assert_non_null(freopen(scratch_path("stderr"), "w", stderr));
    return kept;
}

static void end(int kept, struct str *told)
{
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    read_test_file(told, "$SCRATCH/stderr");
}

TEST(publish_report__names_what_failed_alone)
{
    scoped(json) *report = json_of(
        "{\"splits\": {\"tests\": [{\"test\": \"one\", \"violations\": 1}, {\"test\": \"two\", "
        "\"violations\": 0}]}, \"benchmarks\": [{\"name\": \"a\\u001bb\", \"n_leaks\": 2}, "
        "{\"name\": \"c\", \"n_leaks\": 0}]}");
    scoped(str) told = {0};
    int kept = begin();
    publish_report_failures(&command, "x.db", report);
    end(kept, &told);
    assert_holds(str_text(&told), "tokfix test: 'x.db' is not clean and was not published:\n"
                                  "  one: 1 violation\n"
                                  "  benchmark a\\x1bb: 2 leaks\n"
                                  "To list them:            tokfix check x.db\n");
}

TEST(publish_report__shows_the_tree)
{
    struct edition edition = {.is_forced = true};
    struct edition_file file = {
        .path = (char *)"data/a", .n_rows = 3, .n_clean = 1, .n_bytes = 10, .n_uncompressed = 100};
    scoped(str) told = {0};
    array_push(&edition.files, file);
    edition.others[edition.n_others++] =
        (struct edition_other){"README.md", "text/markdown", 7, ""};
    int kept = begin();
    publish_report_tree(&command, "d", &edition);
    end(kept, &told);
    assert_string_equal(
        str_text(&told),
        "d\n"
        "  data/a                                            3 rows           10 "
        "bytes\n"
        "  README.md                                                           7 "
        "bytes\n"
        "tokfix test: 3 rows: 2 fixes, 1 correct program; tokfix check failed, and the card "
        "says so\n"
        "Next: tokfix validate d\n");
    array_release(&edition.files);
}
