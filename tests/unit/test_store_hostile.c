/* Databases of strangers: what their schema, their rows and the files beside them can do. */
#include "db/store.h"
#include "tests/support/run.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

#include <sys/stat.h>

static const char name[] = "hostile.db";

/* Changes a copy of a sound database with SQLite's command line, which refuses nothing. */
static void change(const char *sql)
{
    scoped(str) output = {0};
    unlink(scratch_path(name));
    db_close(small_store_opened(name));
    write_test_text("change.sql", sql);
    run_valid(&output, "sqlite3 \"$SCRATCH/%s\" < \"$SCRATCH/change.sql\"", name);
}

static void assert_refused_everywhere(const char *part_of_message)
{
    static int (*const open[])(struct db **, const char *, struct err *) = {store_open,
                                                                            store_open_update};
    for (size_t i = 0; i < N_ITEMS(open); i++) {
        struct db *db = NULL;
        assert_error_with(open[i](&db, scratch_path(name), &err), part_of_message);
    }
    struct db *store = NULL;
    bool has_run;
    assert_error_with(store_create_in_steps(&store, &has_run, scratch_path(name), &err),
                      part_of_message);
}

/* Lines that change how an object is defined, without a look at its rows. */
#define REWRITE                                               \
    ".dbconfig defensive off\nPRAGMA writable_schema = ON;\n" \
    "UPDATE sqlite_master SET sql = "

TEST(store__refuses_a_schema_that_was_changed)
{
    static const struct text_case cases[] = {
        {"CREATE TRIGGER t AFTER INSERT ON set_splits BEGIN UPDATE fixes SET after = 'x'; END",
         "the trigger 't' would change what the commands of tokfix write"},
        {"CREATE TRIGGER t AFTER INSERT ON set_splits BEGIN UPDATE fixes SET after = 'x'; END;\n"
         ".dbconfig defensive off\nPRAGMA writable_schema = ON;\n"
         "UPDATE sqlite_master SET type = 'Trigger' WHERE name = 't'",
         "the Trigger 't' would change what the commands of tokfix write"},
        {"CREATE TABLE categoriesLEFT (category, in_thesis, sort_order);\n" REWRITE
         "replace(sql, 'FROM categories c LEFT', 'FROM categoriesLEFT c') "
         "WHERE name = 'mutant_types';",
         "the view 'mutant_types' is not as tokfix makes it"},
        {"CREATE TABLE problemsLEFT (problem_id, name, contest);\n" REWRITE
         "replace(sql, 'FROM problems LEFT JOIN', 'FROM problemsLEFT JOIN') "
         "WHERE name = 'problem_totals';",
         "the view 'problem_totals' is not as tokfix makes it"},
        {"DROP VIEW bug_types", "the view 'bug_types' is missing"},
        {"DROP VIEW bug_types; CREATE VIEW bug_types AS SELECT 1",
         "the view 'bug_types' is not as tokfix makes it"},
        {"DROP VIEW bug_types; CREATE TABLE bug_types (category)",
         "the view 'bug_types' is missing"},
        {"PRAGMA foreign_keys = OFF; DROP TABLE run; CREATE VIEW run AS WITH RECURSIVE "
         "t (n) AS (SELECT 1 UNION ALL SELECT n FROM t) SELECT n AS metadata_sha256 FROM t",
         "the table 'run' is missing"},
        {"DROP INDEX fixes_by_category", "the index 'fixes_by_category' is missing"},
        {"DROP INDEX fixes_by_category; CREATE INDEX fixes_by_category ON fixes (edit)",
         "the index 'fixes_by_category' is not as tokfix makes it"},
        {"ALTER TABLE fixes ADD COLUMN mine TEXT", "the table 'fixes' is not as tokfix makes it"},
        {REWRITE "replace(sql, '''test''', '''te st''') WHERE name = 'set_splits'",
         "the table 'set_splits' is not as tokfix makes it"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        change(cases[i].given);
        assert_refused_everywhere(cases[i].expected);
    }
}

TEST(store__accepts_what_a_person_adds)
{
    static const char *const additions[] = {
        "CREATE TABLE notes (fix_key, note); CREATE INDEX by_role ON fixes (role);"
        "CREATE VIEW literals AS SELECT * FROM fixes WHERE category = 'literal'; ANALYZE",
        "CREATE VIRTUAL TABLE words USING fts5 (code)",
        "CREATE TABLE own (a, b CHECK (b > 0)); CREATE UNIQUE INDEX i ON own (a + 1); "
        "INSERT INTO own VALUES (5, 1)",
    };
    for (size_t i = 0; i < N_ITEMS(additions); i++) {
        change(additions[i]);
        db_close(store_opened(name));
    }
}

TEST(store__refuses_rows_that_contradict_the_schema)
{
    static const struct {
        const char *table, *column, *value, *expected;
    } cases[] = {
        {"fixes", "category", "NULL", "NULL value in fixes.category"},
        {"fixes", "line", "'many'", "fixes.line"},
        {"fixes", "edit", "'none'", "CHECK constraint failed in fixes"},
        {"fixes", "category", "'none'", "a row of fixes refers to a row of categories"},
        {"fixes", "fixed_submission_key", "99", "a row of fixes refers to a row of submissions"},
        {"sources", "code", "x'00'", "sources.code"},
        {"submissions", "date", "1.5", "submissions.date"},
        {"problem_languages", "n_fixes", "NULL", "NULL value in problem_languages.n_fixes"},
        {"run", "max_bytes", "0", "CHECK constraint failed in run"},
        {"run", "shard", "7", "CHECK constraint failed in run"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) sql = {0};
        const char *table = cases[i].table, *path = scratch_path(name);
        str_print(&sql,
                  "CREATE TABLE kept AS SELECT sql FROM sqlite_master WHERE name = '%s';\n" REWRITE
                  "replace(replace(replace(sql, ' NOT NULL', ''), ') STRICT, ', ') '), "
                  "') STRICT', ')') WHERE name = '%s';\n",
                  table, table);
        str_print(&sql,
                  ".open '%s'\nPRAGMA ignore_check_constraints = ON; UPDATE %s SET %s = %s;\n",
                  path, table, cases[i].column, cases[i].value);
        str_print(&sql,
                  REWRITE "(SELECT sql FROM kept) WHERE name = '%s';\n"
                          ".open '%s'\nDROP TABLE kept;",
                  table, path);
        change(str_text(&sql));
        assert_refused_everywhere(cases[i].expected);
    }
}

/* A task that was searched, and its rows. */
#define TASK                                                                                       \
    "INSERT INTO task_run VALUES (1, 't', '0', NULL, 'r', NULL, 'all', 0, 0); "                    \
    "INSERT INTO tasks VALUES (1, 'a', 1, 'r', 'b', 0, 'keep', NULL, 1, 0, 0, 0, 0, NULL, 1, '', " \
    "NULL); INSERT INTO task_places VALUES (1, 'tag', 1); "                                        \
    "INSERT INTO task_findings VALUES (1, 1, 'c', 'exact', 1, 1, 'after', NULL, 1, 0, '', '', 0); "

TEST(store__refuses_tasks_that_contradict_the_schema)
{
    static const struct text_case cases[] = {
        {"UPDATE task_run SET visible = 'some'", "CHECK constraint failed in task_run"},
        {"UPDATE task_run SET task_run_key = 2", "CHECK constraint failed in task_run"},
        {"UPDATE tasks SET decision = 'none'", "CHECK constraint failed in tasks"},
        {"UPDATE tasks SET problem = 'searched'", "CHECK constraint failed in tasks"},
        {"UPDATE tasks SET base_id = NULL", "CHECK constraint failed in tasks"},
        {"UPDATE tasks SET is_sealed = NULL", "CHECK constraint failed in tasks"},
        {"UPDATE tasks SET applies = NULL", "CHECK constraint failed in tasks"},
        {"UPDATE tasks SET same_task_key = 1", "CHECK constraint failed in tasks"},
        {"UPDATE task_places SET place = 'here'", "CHECK constraint failed in task_places"},
        {"UPDATE task_findings SET evidence = 'x'", "CHECK constraint failed in task_findings"},
        {"UPDATE task_findings SET relation = 'same'", "CHECK constraint failed in task_findings"},
        {"UPDATE task_findings SET role = ''", "CHECK constraint failed in task_findings"},
        {"UPDATE task_findings SET task_key = 2",
         "a row of task_findings refers to a row of tasks that is missing"},
        {"DELETE FROM tasks", "refers to a row of tasks that is missing"},
        {"INSERT INTO task_finding_names VALUES (2, 1, 'n')",
         "a row of task_finding_names refers to a row of task_findings that is missing"},
        {"INSERT INTO task_texts VALUES (1, 1, 'dir', '', '')",
         "CHECK constraint failed in task_texts"},
    };
    change(TASK);
    db_close(store_opened(name));
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        change(printed("PRAGMA ignore_check_constraints = ON; %s%s", TASK, cases[i].given));
        assert_refused_everywhere(cases[i].expected);
    }
}

/* Writes the journal that a commit of two databases leaves when it is killed (SQLite's file format,
 * section 3): it ends with the name of the other one's list. */
static void write_super_journal(const char *journal, const char *super)
{
    static const unsigned char magic[] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};
    unsigned char bytes[2048] = {0};
    size_t length = strlen(super), at = 512;
    uint32_t sum = 0;
    memcpy(bytes, magic, sizeof magic);
    bytes[18] = 2;  /* sectors of 512 bytes */
    bytes[22] = 16; /* pages of 4,096 bytes */
    bytes[at + 1] = 4;
    bytes[at + 3] = 1; /* the page of locks */
    memcpy(bytes + at + 4, super, length);
    for (size_t i = 0; i < length; i++)
        sum += (uint32_t)(int32_t)(signed char)super[i];
    at += 4 + length;
    bytes[at + 3] = (unsigned char)length;
    for (int i = 0; i < 4; i++)
        bytes[at + 4 + (size_t)i] = (unsigned char)(sum >> (24 - 8 * i));
    memcpy(bytes + at + 8, magic, sizeof magic);
    write_test_file(journal, (const char *)bytes, at + 16);
}

/* Whether SQLite itself would delete the victim shows whether the journal is a real one. */
TEST(store__deletes_no_file_that_a_journal_names)
{
    scoped(str) output = {0};
    write_test_file(scratch_path("victim"), "kept", 4);
    scoped_memory char *victim = strdup(scratch_path("victim"));
    change("SELECT 1");
    write_super_journal(scratch_path("hostile.db-journal"), victim);
    assert_refused_everywhere("hostile.db-journal' names another file, which SQLite would delete");
    assert_true(path_exists(victim));
    run_valid(&output, "sqlite3 \"$SCRATCH/%s\" 'SELECT count(*) FROM fixes'", name);
    assert_false(path_exists(victim));
    db_close(store_opened(name));
}

TEST(store__writes_through_no_link_beside_it)
{
    static const char *const companions[] = {"hostile.db-journal", "hostile.db-wal",
                                             "hostile.db-shm"};
    for (size_t i = 0; i < N_ITEMS(companions); i++) {
        scoped_memory char *path = strdup(scratch_path(companions[i]));
        change("SELECT 1");
        write_test_file(scratch_path("victim"), "", 0);
        assert_int_equal(symlink(scratch_path("victim"), path), 0);
        assert_refused_everywhere("is a link or a special file, not a journal; remove it");
        unlink(path);
        assert_int_equal(link(scratch_path("victim"), path), 0);
        assert_refused_everywhere("is a link or a special file, not a journal; remove it");
        unlink(path);
        assert_int_equal(mkfifo(path, 0600), 0);
        assert_refused_everywhere("is a link or a special file, not a journal; remove it");
        unlink(path);
    }
}

/* SQLite would take this name as an address, and open an empty database in memory. */
TEST(store__is_a_file_whatever_its_name)
{
    scoped(str) output = {0};
    db_close(small_store_opened(name));
    run_valid(&output,
              "cd \"$SCRATCH\" && mv %s 'file:x.db?mode=memory' && "
              "\"$TOKFIX\" stats -q 'file:x.db?mode=memory' | grep -c .",
              name);
}
