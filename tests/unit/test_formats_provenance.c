/* Where fixes of git come from: read from the database, written in rows, checked. */
#include "tests/support/exported.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

static const struct stored_fix fixes[] = {
    {.buggy = "def f(a, b):\n    return «a»\n", .fixed = "def f(a, b):\n    return «b»\n"},
    {.buggy = "x = «1»\n", .fixed = "x = «2»\n", .category = "literal"},
};

static struct db *git_store(const char *name, const char *change)
{
    scoped_memory char *sql = mem_print("%s%s", stored_git, change);
    db_close(stored_fixes(name, fixes, N_ITEMS(fixes)));
    return changed_store(name, sql);
}

static struct fix read_fix(struct db *db, int64_t fix_key, struct arena *arena)
{
    scoped(fix_reader) *rows = NULL;
    struct fix row = {0};
    assert_done(fix_reader_open(&rows, db, &err));
    assert_done(fix_reader_get(rows, fix_key, &row, arena, &err));
    return row;
}

TEST(provenance__is_that_of_the_commit)
{
    scoped(db) *db = git_store("git.db", "");
    scoped(arena) arena = {0};
    struct fix row = read_fix(db, 2, &arena);
    assert_true(fix_is_of_git(&row));
    assert_string_equal(row.provenance.repository, "p00001");
    assert_string_equal(row.provenance.url, "https://github.com/a/b.git");
    assert_string_equal(row.provenance.commit, "0000000000000000000000000000000000000002");
    assert_string_equal(row.provenance.parent, "0000000000000000000000000000000000000102");
    assert_string_equal(row.provenance.path, "src/a.py");
    assert_string_equal(row.provenance.buggy_blob, "0000000000000000000000000000000000001000");
    assert_string_equal(row.provenance.fixed_blob, "0000000000000000000000000000000000002000");
    assert_string_equal(row.provenance.author, "f00dfeedf00dfeed");
    assert_int_equal(row.provenance.author_date, 1000);
    assert_int_equal(row.provenance.commit_date, 2000);
    assert_string_equal(row.provenance.subject, "Fix the name");
    assert_string_equal(row.provenance.keyword, "fix");
    assert_int_equal(row.provenance.sweep_size, 3);
    assert_int_equal(row.provenance.commit_pairs, 2);
    assert_int_equal(row.provenance.is_test, 0);
    assert_string_equal(row.provenance.function, "f");
    assert_int_equal(row.provenance.function_line, 1);
    assert_int_equal(row.provenance.function_end_line, 2);
    assert_string_equal(row.provenance.license, "MIT");
    assert_string_equal(row.provenance.license_evidence, "list");
    fix_make_clean(&row, &arena);
    assert_string_equal(row.provenance.buggy_blob, row.provenance.fixed_blob);
    assert_string_equal(row.provenance.function, "");
    assert_int_equal(row.provenance.function_line, 0);
}

/* A fix from elsewhere, and a mutant, whose buggy program is no file. */
TEST(provenance__may_be_missing)
{
    scoped(db) *db = git_store(
        "part.db", "DELETE FROM file_versions WHERE submission_key IN (SELECT buggy_submission_key "
                   "FROM fixes) OR submission_key = (SELECT fixed_submission_key FROM fixes WHERE "
                   "fix_key = 2); UPDATE commits SET keyword = NULL");
    scoped(arena) arena = {0};
    struct fix row = read_fix(db, 1, &arena);
    assert_true(fix_is_of_git(&row));
    assert_string_equal(row.provenance.keyword, "");
    assert_string_equal(row.provenance.buggy_blob, "");
    row = read_fix(db, 2, &arena);
    assert_false(fix_is_of_git(&row));
    assert_string_equal(row.provenance.commit, "");
    assert_int_equal(row.provenance.sweep_size, 0);
}

TEST(provenance__has_to_be_text)
{
    scoped(db) *db = git_store("bytes.db", "UPDATE file_versions SET path = CAST(x'ff' AS TEXT)");
    scoped(fix_reader) *rows = NULL;
    scoped(arena) arena = {0};
    struct fix row;
    assert_done(fix_reader_open(&rows, db, &err));
    assert_error(fix_reader_get(rows, 1, &row, &arena, &err),
                 "the fix 1 contains text that is not UTF-8; mine the dataset again");
}

TEST(provenance__is_in_rows_that_have_ids)
{
    static const char end[] =
        "\"repository\":\"p00001\",\"url\":\"https://github.com/a/b.git\","
        "\"commit\":\"0000000000000000000000000000000000000001\","
        "\"parent\":\"0000000000000000000000000000000000000101\",\"path\":\"src/a.py\","
        "\"buggy_blob\":\"0000000000000000000000000000000000001000\","
        "\"fixed_blob\":\"0000000000000000000000000000000000002000\","
        "\"author\":\"f00dfeedf00dfeed\",\"author_date\":1000,\"commit_date\":2000,"
        "\"subject\":\"Fix the name\",\"keyword\":\"fix\",\"sweep_size\":3,\"commit_pairs\":2,"
        "\"is_test\":false,\"function\":\"f\",\"function_line\":1,"
        "\"function_end_line\":2,\"license\":\"MIT\",\"license_evidence\":\"list\","
        "\"granularity\":\"program\",\"code_line\":1,\"code_start_byte\":0}\n";
    static const struct shown_as plain = {.has_provenance = true};
    static const struct shown_as with_ids = {.has_provenance = true, .has_ids = true};
    scoped(db) *db = git_store("rows.db", "");
    scoped(arena) arena = {0};
    struct fix row = read_fix(db, 1, &arena);
    assert_contains(written_text(&export_format_pairs, &row, &plain), end);
    assert_contains(written_text(export_format_find("messages"), &row, &with_ids), end);
    assert_true(export_format_has_provenance(&export_format_pairs, false));
    assert_true(export_format_has_provenance(export_format_find("messages"), true));
    assert_false(export_format_has_provenance(export_format_find("messages"), false));
    assert_false(export_format_has_provenance(&export_format_nbf, false));
}

/* The function is the unit, and the marker is relative to it. */
TEST(nbf__of_git_has_project_and_commit)
{
    static const struct shown_as own = {.granularity = GRANULARITY_OWN};
    scoped(db) *db = git_store("nbf.db", "UPDATE sources SET code = 'x = 1' || char(10) || code "
                                         "WHERE code LIKE 'def%';"
                                         "UPDATE fixes SET start_byte = start_byte + 6, "
                                         "end_byte = end_byte + 6, "
                                         "token_end_byte = token_end_byte + 6, "
                                         "fixed_start_byte = fixed_start_byte + 6, "
                                         "fixed_end_byte = fixed_end_byte + 6 WHERE fix_key = 1");
    scoped(arena) arena = {0};
    struct fix row = read_fix(db, 1, &arena);
    assert_string_equal(
        written_text(&export_format_nbf, &row, &own),
        "{\"bug_type\":\"varmisuse\",\"project\":\"a/b\","
        "\"project_url\":\"https://github.com/a/b.git\","
        "\"commit_sha\":\"0000000000000000000000000000000000000001\",\"comodified\":true,"
        "\"input_text\":\"def f(a, b):\\n    return a\\n\",\"error_marker\":[1,11,1,12],"
        "\"repair\":\"b\"}\n");
    row.provenance.url = "";
    row.provenance.sweep_size = 1;
    assert_contains(written_text(&export_format_nbf, &row, &own),
                    "\"project\":\"p00001\",\"project_url\":\"p00001\","
                    "\"commit_sha\":\"0000000000000000000000000000000000000001\","
                    "\"comodified\":false,");
}

/* Contests have whole programs. */
TEST(granularity__is_that_of_the_fix)
{
    struct fix git = {.provenance.repository = "r"}, contest = {0};
    assert_int_equal(granularity_for(GRANULARITY_OWN, &git), GRANULARITY_FUNCTION);
    assert_int_equal(granularity_for(GRANULARITY_OWN, &contest), GRANULARITY_PROGRAM);
    contest.provenance.repository = "";
    assert_int_equal(granularity_for(GRANULARITY_OWN, &contest), GRANULARITY_PROGRAM);
    assert_int_equal(granularity_for(GRANULARITY_LINE, &git), GRANULARITY_LINE);
    assert_int_equal(granularity_for(GRANULARITY_PROGRAM, &git), GRANULARITY_PROGRAM);
}
