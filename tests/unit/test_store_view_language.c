/* A database of several languages, seen as one of a single language, is the database of a run that
 * mined only that language. */
#include "db/store.h"
#include "tests/support/run.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"
#include "tokenize/languages/language.h"

/* What the later commands would find, for all fixes. */
static const char found[] = MADE_RUN
    "'seed', '7', 8, 1, 1, 'problem', 0);"
    "INSERT INTO splits SELECT fix_key, iif(problem_id = 'p00001', 'train', 'test'), fix_key "
    "FROM fix_details;"
    "INSERT INTO conflicts SELECT fix_key, fix_key FROM fixes WHERE category = 'literal';"
    "INSERT INTO exclusions SELECT fix_key, 'benchmark', 'b' FROM fixes WHERE before = '<';"
    "INSERT INTO duplicate_clusters SELECT 'patch', fix_key, (SELECT min(f.fix_key) FROM "
    "fix_details f WHERE f.language = d.language) FROM fix_details d;"
    "INSERT INTO duplicate_links SELECT kind, representative_fix_key, fix_key, 1, NULL "
    "FROM duplicate_clusters;";

static struct db *mined(const char *name, const char *list)
{
    run_valid(NULL,
              "cd \"$SCRATCH\" && \"$TOKFIX\" mine \"$SAMPLE/../cases/languages/tree\" -q --force "
              "--language %s -o %s",
              list, name);
    return changed_store(name, found);
}

/* Appends a query on all columns of a table or view, except keys and places in a list, which depend
 * on what else is in the database. */
static void add_query(struct str *sql, struct db *db, const char *name)
{
    struct err err;
    scoped(db_statement) *columns =
        db_query(db, &err,
                 "SELECT group_concat('\"' || name || '\"') FROM pragma_table_info(?) "
                 "WHERE name NOT LIKE '%\\_key%' ESCAPE '\\' AND name <> 'sort_order'",
                 "t", name);
    assert_int_equal(db_step(columns, &err), 1);
    const char *list = db_type(columns, 0) == DB_NULL ? "1" : db_text(columns, 0);
    str_print(sql, "SELECT %s FROM \"%s\" ORDER BY %s", list, name, list);
}

static void assert_equal(struct db *view, struct db *alone)
{
    struct err err;
    scoped(db_statement) *names = db_query(
        alone, &err,
        "SELECT name FROM main.sqlite_master WHERE type IN ('table', 'view') AND name <> 'steps'",
        NULL);
    int n = 0;
    for (; db_step(names, &err) == 1; n++) {
        const char *name = db_text(names, 0);
        char there[SHA256_HEX_SIZE], here[SHA256_HEX_SIZE];
        scoped(str) sql = {0}, count = {0};
        str_print(&count, "SELECT count(*) FROM \"%s\"", name);
        if (made_store_number(view, str_text(&count)) != made_store_number(alone, str_text(&count)))
            fail_msg("%s: %d rows, not %d", name, (int)made_store_number(view, str_text(&count)),
                     (int)made_store_number(alone, str_text(&count)));
        add_query(&sql, alone, name);
        assert_success(db_hash_rows(there, view, str_text(&sql), &err), err);
        assert_success(db_hash_rows(here, alone, str_text(&sql), &err), err);
        if (strcmp(there, here) != 0)
            fail_msg("%s differs", name);
    }
    assert_true(n > 45);
}

TEST(view_language__shows_what_a_run_with_one_language_finds)
{
    for (const struct language *const *language = languages; *language; language++) {
        scoped(db) *view = mined("all.db", "all");
        scoped(db) *alone = mined("alone.db", (*language)->name);
        assert_done(store_view_language(view, (*language)->name, &err));
        assert_equal(view, alone);
    }
    scoped(db) *view = store_opened("all.db"), *alone = store_opened("alone.db");
    assert_done(store_view_language(view, "python", &err));
    assert_done(store_view_language(view, "java", &err));
    assert_equal(view, alone);
    assert_done(store_count_only(view, NULL, 0, &err));
    assert_rows(view, "SELECT sum(n_fixes) FROM bug_types", "0\n");
}

TEST(view_language__of_a_missing_language_is_empty)
{
    scoped(db) *view = mined("all.db", "all");
    assert_done(store_view_language(view, "cobol", &err));
    assert_rows(view,
                "SELECT (SELECT count(*) FROM fix_details), "
                "(SELECT count(*) FROM sources), (SELECT n FROM run_totals WHERE name = "
                "'problems')",
                "0|0|4\n");
}
