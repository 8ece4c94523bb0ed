/* See atcoder.h. */
#include "tests/support/atcoder.h"

#include "db/store.h"
#include "tests/support/run.h"
#include "tests/support/scratch.h"
#include "tests/support/test.h"
#include "tests/support/tsv.h"

struct checking {
    struct db_statement *find;
    void (*check)(struct db_statement *find, char **verdict, void *context);
    void *context;
};

static void check_row(char **verdict, void *context)
{
    struct checking *checking = context;
    struct err err;
    assert_success(db_bind(checking->find, &err, "tt", verdict[BUGGY], verdict[FIXED]), err);
    checking->check(checking->find, verdict, checking->context);
    db_rewind(checking->find);
}

int atcoder_each_pair(const char *columns,
                      void (*check)(struct db_statement *find, char **verdict, void *context),
                      void *context)
{
    scoped(str) output = {0}, verdicts = {0}, query = {0};
    struct checking checking = {.check = check, .context = context};
    scoped(db) *db = NULL;
    run_valid(&output, "\"$TOKFIX\" mine \"$SHARED/data/atcoder\" -o \"$SCRATCH/a.db\"");
    read_test_file(&verdicts, "$SHARED/data/atcoder/expected.tsv");
    str_print(&query,
              "SELECT %s FROM fix_details WHERE buggy_submission = ? AND fixed_submission = ?",
              columns);
    assert_done(store_open(&db, scratch_path("a.db"), &err));
    assert_done(db_prepare(&checking.find, db, str_text(&query), &err));
    int n_rows = tsv_each_row(verdicts.text, N_COLUMNS, check_row, &checking);
    db_finish(checking.find);
    return n_rows;
}
