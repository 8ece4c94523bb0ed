/* A database as a benchmark. Its fixes are changed by SQL into fixes of a git repository. */
#include "guard/benchmark.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

#include "db/store.h"

/* The programs of the items, each with a bar. */
static const char *programs_of(const char *name)
{
    static struct str text;
    scoped(benchmark) benchmark = {0};
    assert_done(benchmark_read(&benchmark, scratch_path(name), LANGUAGE_SET_DEFAULT, &err));
    str_clear(&text);
    for (size_t i = 0; i < benchmark.items.n; i++)
        str_print(&text, "%s|%s|\n", benchmark.items.items[i].codes[ITEM_BUGGY].text,
                  benchmark.items.items[i].codes[ITEM_FIXED].text);
    return str_text(&text);
}

static void change(const char *name, const char *sql)
{
    struct db *db;
    db_close(small_store_opened(name));
    assert_done(store_open_update(&db, scratch_path(name), &err));
    assert_done(db_execute(db, sql, &err));
    db_close(db);
}

TEST(benchmark_store__has_the_programs_of_real_fixes)
{
    db_close(small_store_opened("whole.db"));
    scoped(db) *db = NULL;
    assert_done(store_open(&db, scratch_path("whole.db"), &err));
    int64_t n;
    assert_done(db_get_int(db, &n, "SELECT count(*) FROM fixes WHERE origin = 'real'", &err));
    const char *programs = programs_of("whole.db");
    for (const char *at = programs; (at = strstr(at, "|\n")); at++)
        n--;
    assert_int_equal(n, 0);
}

TEST(benchmark_store__has_the_function_around_a_fix_of_git)
{
    change("part.db", "UPDATE sources SET code = 'import a\ndef f(x):\n    return x + 1\n\nf(2)\n';"
                      "UPDATE fixes SET function = 'f', function_line = 2, function_end_line = 3, "
                      "start_byte = 32, end_byte = 33, after = '-';"
                      "DELETE FROM fixes WHERE fix_key > 1");
    assert_string_equal(programs_of("part.db"),
                        "def f(x):\n    return x + 1\n|def f(x):\n    return x - 1\n|\n");
}
