/* The program sqlite3 runs the files of queries as they are, and gets the rows that tokfix prints.
 */
#include "base/json.h"
#include "tests/support/test.h"

#include <stdlib.h>

/* All tables of all files, with the commands that fill them. */
static int make_store(void **state)
{
    (void)state;
    run_valid(NULL,
              "\"$TOKFIX\" mine --language python \"$SAMPLE/Project_CodeNet\" -o \"$SCRATCH/a.db\" "
              "--force && "
              "\"$TOKFIX\" dedup \"$SCRATCH/a.db\" && \"$TOKFIX\" split \"$SCRATCH/a.db\" && "
              "\"$TOKFIX\" check \"$SCRATCH/a.db\" --mark || true; "
              "\"$TOKFIX\" mutate \"$SCRATCH/a.db\"");
    return 0;
}

SUITE_SETUP(make_store, NULL);

/* values.sql reads a temporary table of the rows that were written. */
TEST(queries__run_in_sqlite3)
{
    if (!has_program("sqlite3", "the files of queries"))
        skip();
    run_valid(
        NULL,
        "cd \"$SAMPLE/../..\" && n=0 && for file in report/sql/*.sql; do cat report/sql/thesis.sql "
        "$file | sqlite3 -bail -readonly \"$SCRATCH/a.db\" || exit; n=$((n + 1)); done; "
        "test $n -gt 8");
}

/* Each table is a line of JSON, and an empty one is missing. */
TEST(queries__give_sqlite3_the_tables_of_stats)
{
    if (!has_program("sqlite3", "the files of queries"))
        skip();
    scoped(str) printed_rows =
        output_of("cd \"$SAMPLE/../..\" && for name in statuses funnel "
                  "status_transitions; do sed -n \"/^-- name: $name/,/;\\$/p\" "
                  "report/sql/stats.sql; done | "
                  "sqlite3 -json \"$SCRATCH/a.db\" | tr -d '\\n '");
    scoped(str) stats_rows =
        output_of("\"$TOKFIX\" stats \"$SCRATCH/a.db\" --json | "
                  "jq -c '.statuses, .funnel, .status_transitions' | tr -d '\\n '");
    assert_true(stats_rows.length > 100);
    assert_string_equal(str_text(&printed_rows), str_text(&stats_rows));
}
