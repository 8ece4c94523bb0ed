/* Files of tasks of many benchmarks, good and bad, and what is written of them. */
#include "base/duck.h"
#include "base/file.h"
#include "base/packed.h"
#include "export/output.h"
#include "guard/tasks/task_list.h"
#include "tests/support/test.h"

#include <fcntl.h>

#define BASE  "0123456789012345678901234567890123456789"
#define PATCH "\"--- a/x\\n+++ b/x\\n@@ -1 +1 @@\\n-a\\n+b\\n\""

static const char *or_dash(const char *text)
{
    return text ? text : "-";
}

/* The tasks of a file with this content, as "line: id repository number base files", or with the
 * problem at the end; or the error. In a static buffer. */
static const char *read_tasks(const char *content)
{
    scoped(task_list) list = {0};
    scoped(str) out = {0};
    struct err err = {""};
    write_test_text("tasks", content);
    if (task_list_read(&list, scratch_path("tasks"), NULL, &err) != 0)
        return printed("error: %s", strstr(err.message, "/tasks'") + 7);
    for (size_t i = 0; i < list.list.n; i++) {
        const struct task *task = &list.list.items[i];
        str_print(&out, "%s%zu: %s %s %s %s", i ? "\n" : "", task->line, task->id,
                  or_dash(task->repository), or_dash(task->number),
                  task->base ? printed("%.4s", task->base) : "-");
        if (task->fault)
            str_print(&out, " ! %s", task->fault);
        else
            str_print(&out, " %zu", task->patch.files.n);
    }
    return printed("%s", str_text(&out));
}

#define ROW(members) "{" members ", \"base_commit\": \"" BASE "\", \"patch\": " PATCH "}\n"

TEST(task_list__reads_the_fields_of_the_benchmarks)
{
    static const struct text_case cases[] = {
        {ROW("\"instance_id\": \"o__n-12\", \"repo\": \"o/n\""), "1: o__n-12 o/n 12 0123 1"},
        {ROW("\"instance_id\": \"o__n-12\", \"repo\": \"o/n\", \"pull_number\": 13"),
         "1: o__n-12 o/n 13 0123 1"},
        {ROW("\"instance_id\": \"instance_o__n-0123-vabc\", \"repo\": \"o/n\""),
         "1: instance_o__n-0123-vabc o/n - 0123 1"},
        {ROW("\"instance_id\": \"o__n-12345678901\", \"repo\": \"o/n\""),
         "1: o__n-12345678901 o/n - 0123 1"},
        {ROW("\"repo\": \"https://github.com/o/n.git\""), "1: row 1 o/n - 0123 1"},
        {ROW("\"repo\": \"github.com/o/n/\""), "1: row 1 o/n - 0123 1"},
        {ROW("\"repo\": \"git@gitlab.com:o/sub/n.git\""), "1: row 1 o/sub/n - 0123 1"},
        {ROW("\"repo\": \"o/n.js\""), "1: row 1 o/n.js - 0123 1"},
        {"{\"org\": \"o\", \"repo\": \"n\", \"number\": 7, \"base\": {\"label\": \"x\", \"sha\": "
         "\"" BASE "\"}, \"fix_patch\": " PATCH ", \"test_patch\": \"\"}",
         "1: o__n-7 o/n 7 0123 1"},
        {"{\"org\": \"o\", \"repo\": \"n\", \"number\": 7, \"instance_id\": \"o__n_7\", "
         "\"base\": {\"sha\": \"" BASE "\"}, \"fix_patch\": " PATCH "}",
         "1: o__n_7 o/n 7 0123 1"},
        {"{\"repo\": \"o/n\", \"base_commit\": \" ABCDEF6789012345678901234567890123456789\\n\", "
         "\"patch\": " PATCH "}",
         "1: row 1 o/n - abcd 1"},
        {"{\"repo\": \"o/n\", \"patch\": " PATCH ", \"base_commit\": \"" BASE
         "abcdefabcdefabcdefabcdef\"}",
         "1: row 1 o/n - 0123 1"},
    };
    expect_texts(cases, N_ITEMS(cases), read_tasks);
}

TEST(task_list__reads_lines_and_arrays)
{
#define A ROW("\"instance_id\": \"a\", \"repo\": \"o/n\"")
#define B ROW("\"instance_id\": \"b\", \"repo\": \"o/n\"")
    static const struct text_case cases[] = {
        {A B, "1: a o/n - 0123 1\n2: b o/n - 0123 1"},
        {"\xef\xbb\xbf\r\n\n " A "\n\n" B, "3: a o/n - 0123 1\n6: b o/n - 0123 1"},
        {"[" A "," B "]", "1: a o/n - 0123 1\n2: b o/n - 0123 1"},
        {"\xef\xbb\xbf[\n\n" A ",\n" B "\n]\n\n", "3: a o/n - 0123 1\n5: b o/n - 0123 1"},
        {"[" A ",{\"x\": \"]\\\"\", \"y\": [[{}], {}]}]",
         "1: a o/n - 0123 1\n2: row 2 - - - ! no repo"},
    };
    expect_texts(cases, N_ITEMS(cases), read_tasks);
}

TEST(task_list__keeps_rows_that_cannot_be_used_and_says_why)
{
    static const struct text_case cases[] = {
        {A "{\"x\": }\n[]\n" B, "1: a o/n - 0123 1\n2: row 2 - - - ! not JSON at byte 6\n"
                                "3: row 3 - - - ! not a JSON object\n4: b o/n - 0123 1"},
        {"[" A ", 1, {,}," B "]",
         "1: a o/n - 0123 1\n2: row 2 - - - ! not a JSON object\n2: row 3 - - - ! not JSON at "
         "byte 2\n2: b o/n - 0123 1"},
        {A A, "1: a o/n - 0123 1\n2: a o/n - 0123 ! line 1 has this instance_id, too"},
        {ROW("\"repo\": \"\""), "1: row 1 - - 0123 ! no repo"},
        {ROW("\"repo\": 1"), "1: row 1 - - 0123 ! no repo"},
        {ROW("\"repo\": \"o/n\\u001b[m\""), "1: row 1 - - 0123 ! repo is not a name"},
        {ROW("\"repo\": \"o/n\\u009bm\""), "1: row 1 - - 0123 ! repo is not a name"},
        {ROW("\"repo\": \"https://\""), "1: row 1 - - 0123 ! repo is not a name"},
        {ROW("\"repo\": \"o/n\", \"instance_id\": \"a\\nb\""),
         "1: row 1 o/n - 0123 ! instance_id is not a name"},
        {"{\"repo\": \"o/n\", \"patch\": " PATCH "}", "1: row 1 o/n - - ! no base_commit"},
        {"{\"repo\": \"o/n\", \"base\": {\"ref\": \"x\"}, \"patch\": " PATCH "}",
         "1: row 1 o/n - - ! no base.sha"},
        {"{\"repo\": \"o/n\", \"base_commit\": \"1234\", \"patch\": " PATCH "}",
         "1: row 1 o/n - - ! base_commit '1234' is not a commit id"},
        {"{\"repo\": \"o/n\", \"base_commit\": \"x\\u0007\", \"patch\": " PATCH "}",
         "1: row 1 o/n - - ! base_commit is not a commit id"},
        {"{\"repo\": \"o/n\", \"base_commit\": \"" BASE "\"}", "1: row 1 o/n - 0123 ! no patch"},
        {"{\"repo\": \"o/n\", \"base_commit\": \"" BASE "\", \"patch\": null}",
         "1: row 1 o/n - 0123 ! no patch"},
        {"{\"repo\": \"o/n\", \"base_commit\": \"" BASE "\", \"patch\": [\"x\"]}",
         "1: row 1 o/n - 0123 ! no patch"},
        {"{\"repo\": \"o/n\", \"base_commit\": \"" BASE "\", \"patch\": \" \\n\"}",
         "1: row 1 o/n - 0123 ! no patch"},
        {"{\"repo\": \"o/n\", \"base_commit\": \"" BASE "\", \"patch\": \"x\"}",
         "1: row 1 o/n - 0123 ! patch cannot be read: the patch changes no file"},
        {A "{\"x\": \"\\u0000\"}\n",
         "1: a o/n - 0123 1\n2: row 2 - - - ! a zero byte in a string at byte 7"},
        {A "\xff\n", "1: a o/n - 0123 1\n2: row 2 - - - ! not JSON at byte 0"},
        {A "{\"x\": \"\xff\"}\n", "1: a o/n - 0123 1\n2: row 2 - - - ! not JSON: it is not UTF-8"},
        {A "{\"x\": \"\\udc80\"}\n", "1: a o/n - 0123 1\n2: row 2 - - - ! not JSON at byte 7"},
    };
    expect_texts(cases, N_ITEMS(cases), read_tasks);
}

TEST(task_list__refuses_files_without_tasks)
{
    static const struct text_case cases[] = {
        {"", "error:  has no tasks: it is empty"},
        {" \n\n", "error:  has no tasks: it is empty"},
        {"[ ]\n", "error:  has no tasks: it is empty"},
        {"hello\nworld\n",
         "error:  has no tasks: line 1: not JSON at byte 0; tasks are JSON lines, "
         "a JSON array, Parquet or, with --base, a patch"},
        {"[1,2", "error:  has no whole JSON array; is the file complete?"},
        {"[{\"x\": \"]}", "error:  has no whole JSON array; is the file complete?"},
        {"[1}", "error:  has no whole JSON array; is the file complete?"},
        {"[" A " " B "]", "error:  has no whole JSON array; is the file complete?"},
        {"[" A ",]", "error:  has no whole JSON array; is the file complete?"},
        {"[" A "] x", "error:  has something after its JSON array"},
        {"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n",
         "error:  has no tasks: line 1: not JSON at byte 0; tasks are JSON lines, a JSON array, "
         "Parquet or, with --base, a patch"},
    };
    expect_texts(cases, N_ITEMS(cases), read_tasks);
    scoped(task_list) missing = {0};
    assert_error_with(task_list_read(&missing, scratch_path("none"), NULL, &err), "cannot open");
}

TEST(task_list__reads_a_patch_with_the_base_that_the_user_names)
{
    static const char text[] = "Fix it\n\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n";
    scoped(task_list) list = {0}, bad = {0}, lines = {0};
    write_test_text("fix.patch", text);
    assert_done(task_list_read(&list, scratch_path("fix.patch"), "v1.0~2", &err));
    const struct task *task = &list.list.items[0];
    assert_int_equal(list.list.n, 1);
    assert_int_equal(list.format, TASKS_PATCH);
    assert_string_equal(task->id, "fix.patch");
    assert_string_equal(task->base, "v1.0~2");
    assert_string_equal(task->patch.files.items[0].path[PATCH_AFTER], "x");
    assert_null(task->repository);
    assert_null(task->fault);
    assert_error_with(task_list_read(&bad, scratch_path("fix.patch"), "--all", &err),
                      "--base '--all' is not a commit");
    task_list_release(&bad);
    write_test_text("bad.patch", "--- a/x\n+++ b/x\n@@ -1,9 +1 @@\n-a\n+b\n");
    assert_error_with(
        task_list_read(&bad, scratch_path("bad.patch"), "HEAD", &err),
        "bad.patch' cannot be read as a patch: line 6 of the patch: the hunk of line 3");
    write_test_text("lines", A);
    assert_error_with(task_list_read(&lines, scratch_path("lines"), "HEAD", &err),
                      "lines' cannot be read as a patch: the patch changes no file");
}

/* Reads a content, and writes the tasks that `wanted` marks with an x. */
static void write_tasks(struct str *out, const char *content, const char *wanted, const char *name)
{
    scoped(task_list) list = {0};
    scoped(target) target = {0};
    bool is_wanted[8];
    write_test_text("tasks", content);
    assert_done(task_list_read(&list, scratch_path("tasks"), NULL, &err));
    assert_int_equal(list.list.n, strlen(wanted));
    for (size_t i = 0; i < list.list.n; i++)
        is_wanted[i] = wanted[i] == 'x';
    assert_done(target_open(&target, scratch_path(name), true, &err));
    assert_done(task_list_write(&list, is_wanted, &target, &err));
    assert_done(target_commit(&target, &err));
    str_clear(out);
    read_test_file(out, printed("$SCRATCH/%s", name));
}

TEST(task_list__writes_rows_byte_for_byte)
{
    static const struct {
        const char *content, *wanted, *expected;
    } cases[] = {
        {"{\"a\" : 1.0}\r\n\n {\"b\":\"\\u0041\"}\n{}", "xxx",
         "{\"a\" : 1.0}\r\n{\"b\":\"\\u0041\"}\n{}"},
        {"{\"a\" : 1.0}\r\n\n {\"b\":\"\\u0041\"}\n{}", "-x-", "{\"b\":\"\\u0041\"}\n"},
        {"{}\nbad\n", "-x", "bad\n"},
        {"{}\n{}\n", "--", ""},
        {"\n[\n  {\"a\" : 1},\n  {\"b\": 2} ,\n  {}\n]\n", "xxx",
         "\n[\n  {\"a\" : 1},\n  {\"b\": 2} ,\n  {}\n]\n"},
        {"\n[\n  {\"a\" : 1},\n  {\"b\": 2} ,\n  {}\n]\n", "-xx", "\n[\n  {\"b\": 2} ,\n  {}\n]\n"},
        {"[{\"a\":1}, {\"b\":2}, {}]", "x-x", "[{\"a\":1}, {}]"},
        {"[{\"a\":1}, {\"b\":2}, {}]", "-x-", "[{\"b\":2}]"},
        {"[{\"a\":1}, {\"b\":2}, {}]", "---", "[]"},
    };
    scoped(str) out = {0};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        write_tasks(&out, cases[i].content, cases[i].wanted, "written");
        assert_string_equal(str_text(&out), cases[i].expected);
    }
}

TEST(task_list__reads_packed_files)
{
    static const enum packing packings[] = {PACKING_GZIP, PACKING_ZSTD};
    for (size_t i = 0; i < N_ITEMS(packings); i++) {
        scoped(task_list) list = {0};
        write_packed_file(scratch_path("packed"), packings[i], A B, strlen(A B));
        assert_done(task_list_read(&list, scratch_path("packed"), NULL, &err));
        assert_int_equal(list.list.n, 2);
        assert_string_equal(list.text.text, A B);
    }
}

static bool has_parquet(void)
{
    struct err err;
    return can_test(duck_load(&err) == 0, "tasks as Parquet", "DuckDB's library is missing");
}

TEST(task_list__reads_parquet)
{
    static const struct export_feature features[] = {{"instance_id", FEATURE_TEXT, "", WRITTEN},
                                                     {"repo", FEATURE_TEXT, "", WRITTEN},
                                                     {"base_commit", FEATURE_TEXT, "", WRITTEN},
                                                     {"patch", FEATURE_TEXT, "", WRITTEN},
                                                     {0}};
    scoped(task_list) list = {0};
    scoped(target) target = {0};
    scoped(str) out = {0};
    const char *path = scratch_path("tasks.parquet");
    scoped(output) *output = NULL;
    scoped(str) row = {0};
    if (!has_parquet())
        skip();
    assert_done(output_open(&output, &(struct output_plan){path, features, true}, &err));
    str_add_text(&row, A B);
    assert_done(output_write(output, &row, false, &err));
    assert_done(output_commit(&output, NULL, &err));
    assert_done(task_list_read(&list, path, NULL, &err));
    assert_int_equal(list.list.n, 2);
    assert_int_equal(list.format, TASKS_LINES);
    assert_string_equal(list.list.items[1].id, "b");
    assert_null(list.list.items[1].fault);
    assert_done(target_open(&target, scratch_path("kept.jsonl"), false, &err));
    assert_done(task_list_write(&list, (bool[]){false, true}, &target, &err));
    assert_done(target_commit(&target, &err));
    read_test_file(&out, "$SCRATCH/kept.jsonl");
    assert_contains(str_text(&out), "{\"instance_id\":\"b\",\"repo\":\"o/n\",");
}

TEST(task_list__survives_hostile_rows)
{
    scoped(str) text = {0};
    scoped(task_list) list = {0};
    size_t n = bounded_size(100000);
    str_add_text(&text, "{\"repo\":");
    for (size_t i = 0; i < n; i++)
        str_add_text(&text, "[");
    str_add_text(&text, "\n");
    for (size_t i = 0; i < n; i++)
        str_add_text(&text, "{},\n\"\n{\"instance_id\":\"a\"}\n");
    str_add_text(&text, B);
    write_test_text("hostile", str_text(&text));
    assert_done(task_list_read(&list, scratch_path("hostile"), NULL, &err));
    assert_int_equal(list.list.n, 3 * n + 2);
    for (size_t i = 0; i <= 3 * n; i++)
        assert_non_null(list.list.items[i].fault);
    const struct task *last = &list.list.items[3 * n + 1];
    assert_int_equal(last->line, 3 * n + 2);
    assert_null(last->fault);
}

TEST(task_list__reads_the_real_tasks)
{
    scoped(task_list) list = {0};
    size_t n_files = 0, n_hunks = 0;
    if (!can_run("test -f \"$SHARED/data/swebench/tasks.jsonl\"", "real tasks",
                 "../shared/data/swebench is missing"))
        skip();
    assert_done(task_list_read(&list, printed("%s/data/swebench/tasks.jsonl", getenv("SHARED")),
                               NULL, &err));
    assert_int_equal(list.list.n, 81);
    for (size_t i = 0; i < list.list.n; i++) {
        const struct task *task = &list.list.items[i];
        if (task->fault)
            fail_msg("%s: %s", task->id, task->fault);
        assert_non_null(task->number);
        n_files += task->patch.files.n;
        n_hunks += task->patch.hunks.n;
    }
    printf("note: 81 tasks with %zu files, %zu hunks\n", n_files, n_hunks);
}
