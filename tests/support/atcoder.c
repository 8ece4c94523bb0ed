#include "tests/support/atcoder.h"

#include "base/mem.h"
#include "db/store.h"
#include "tests/support/run.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

struct checking {
    struct db_statement *find;
    void (*check)(struct db_statement *find, char **verdict, void *context);
    void *context;
};

static void check_row(char **verdict, void *context)
{
    struct checking *checking = context;
    assert_done(db_bind(checking->find, &err, "tt", verdict[BUGGY], verdict[FIXED]));
    checking->check(checking->find, verdict, checking->context);
    db_rewind(checking->find);
}

int atcoder_each_pair(const char *columns,
                      void (*check)(struct db_statement *find, char **verdict, void *context),
                      void *context)
{
    scoped(str) verdicts = {0};
    scoped(db) *db = NULL;
    struct err err;
    run_valid(NULL, "\"$TOKFIX\" mine \"$SHARED/data/atcoder\" -o \"$SCRATCH/a.db\"");
    read_test_file(&verdicts, "$SHARED/data/atcoder/expected.tsv");
    scoped_memory char *query = mem_print(
        "SELECT %s FROM fix_details WHERE buggy_submission_id = ? AND fixed_submission_id = ?",
        columns);
    db = store_opened("a.db");
    scoped(db_statement) *find = db_query(db, &err, query, NULL);
    assert_non_null(find);
    return tsv_each_row(verdicts.text, N_COLUMNS, check_row,
                        &(struct checking){find, check, context});
}
