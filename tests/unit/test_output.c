/* The files of exported rows. */
#include "export/export.h"
#include "tests/support/test.h"

#include <sys/stat.h>

/* A folder of the test's own, empty. */
static void make_folder(const char *name)
{
    run_valid(NULL, "rm -rf \"$SCRATCH/%s\"; mkdir -p \"$SCRATCH/%s\"", name, name);
}

/* The names in a folder below $SCRATCH, joined by blanks, in a static buffer. */
static const char *names_in(const char *folder)
{
    static struct str names;
    run_valid(&names, "cd \"$SCRATCH/%s\"; ls -A | paste -sd' ' | tr -d '\\n'", folder);
    return str_text(&names);
}

static void write_rows(struct output *output, int n)
{
    for (int row = 0; row < n; row++) {
        scoped(str) line = {0};
        str_print(&line, "row %d\n", row);
        assert_done(output_write(output, &line, row == 0, &err));
    }
}

static void write_all(const struct output_plan *plan, int n, struct output_files *files)
{
    struct output *output;
    assert_done(output_open(&output, plan, &err));
    write_rows(output, n);
    assert_done(output_commit(&output, files, &err));
}

TEST(output__reports_rows_and_bytes)
{
    scoped(output_files) files = {0};
    make_folder("told");
    write_all(&(struct output_plan){.path = scratch_path("told/rows.gz")}, 5, &files);
    assert_int_equal(files.list.n, 1);
    assert_string_equal(strrchr(files.list.items[0].path, '/'), "/rows.gz");
    assert_int_equal(files.list.items[0].n_rows, 5);
    assert_int_equal(files.list.items[0].n_clean, 1);
    assert_int_equal(files.list.items[0].n_bytes, 5 * 6);
}

TEST(output__is_read_back_by_other_programs)
{
    static const struct text_case cases[] = {{"a.jsonl", "cat"}, {"a.jsonl.gz", "gzip -dc"}};
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        for (int n = 0; n < 2000; n += 1000) {
            scoped(str) content = {0}, expected = {0};
            make_folder("read");
            const char *path = printed("%s/%s", scratch_path("read"), cases[i].given);
            write_all(&(struct output_plan){.path = path}, n, NULL);
            for (int row = 0; row < n; row++)
                str_print(&expected, "row %d\n", row);
            run_valid(&content, "%s \"$SCRATCH/read/%s\"", cases[i].expected, cases[i].given);
            assert_string_equal(str_text(&content), str_text(&expected));
        }
}

TEST(output__is_not_there_before_it_is_whole)
{
    struct output *output;
    make_folder("partial");
    struct output_plan plan = {.path = scratch_path("partial/rows.jsonl")};
    assert_done(output_open(&output, &plan, &err));
    write_rows(output, 4);
    assert_string_equal(names_in("partial"), "rows.jsonl.partial");
    output_abandon(output);
    output_abandon(NULL);
    assert_string_equal(names_in("partial"), "");
}

static void check_refusal(const char *path, bool is_replacing, const char *message)
{
    struct output *output;
    struct output_plan plan = {.path = path, .is_replacing = is_replacing};
    struct err err;
    assert_int_equal(output_open(&output, &plan, &err), ERR);
    assert_contains(err.message, message);
}

TEST(output__leaves_alone_what_exists)
{
    make_folder("there");
    write_test_file(scratch_path("there/a.jsonl"), "x", 1);
    assert_int_equal(symlink("nowhere", scratch_path("there/d")), 0);
    mkdir(scratch_path("there/e"), 0777);
    check_refusal(scratch_path("there/a.jsonl"), false, "already exists; replace it with --force");
    check_refusal(scratch_path("there/d"), false, "already exists");
    check_refusal(scratch_path("there/e"), true, "is a folder; name a file in it");
    check_refusal(scratch_path("nowhere/e"), false, "No such file or directory");
    check_refusal("", true, "the name of the file to write is empty");
    check_refusal("/dev/full", true, "'/dev/full' is not a regular file");
    assert_string_equal(names_in("there"), "a.jsonl d e");
}

TEST(output__has_no_other_form)
{
    static const char *const names[] = {"a.csv",  "a.tsv",    "a.csv.gz", "a.jsonl.zst", "a.xz",
                                        "a.xlsx", "a.zst.gz", "a.zip",    "a.parquet.gz"};
    for (size_t i = 0; i < N_ITEMS(names); i++)
        check_refusal(names[i], true, "rows are written as .jsonl, .jsonl.gz or .parquet only");
}

TEST(output__replaces_existing_files_on_request)
{
    make_folder("replaced");
    write_test_file(scratch_path("replaced/a"), "x", 1);
    write_test_file(scratch_path("replaced/linked"), "x", 1);
    assert_int_equal(symlink("linked", scratch_path("replaced/b")), 0);
    struct output_plan plan = {.path = scratch_path("replaced/a"), .is_replacing = true};
    write_all(&plan, 1, NULL);
    plan.path = scratch_path("replaced/b"); /* the link is, and not the file that it leads to */
    write_all(&plan, 1, NULL);
    scoped(str) content = output_of("cd \"$SCRATCH/replaced\"; cat a b linked; test ! -h b");
    assert_string_equal(str_text(&content), "row 0\nrow 0\nx");
    assert_string_equal(names_in("replaced"), "a b linked");
}
