/* How the hunks of a gold patch and of a commit share rows. */
#include "report/task_hunks.h"
#include "report/task_report.h"
#include "tests/support/test.h"

/* A scan with one task and one finding. */
struct shown_scan {
    struct patch gold, commit;
    struct hunk_pair pair;
    struct task task;
    struct task_scan scan;
};

static void release_shown(struct shown_scan *shown)
{
    task_scan_release(&shown->scan);
    patch_release(&shown->gold);
    patch_release(&shown->commit);
}
SCOPED_VALUE(shown_scan, release_shown)

/* Reads a patch of the file x.py: its hunks. */
static struct lone_hunk hunk_of(struct patch *patch, const char *path, const char *hunk)
{
    scoped(str) text = str_of("--- a/%s\n+++ b/%s\n%s", path, path, hunk);
    assert_done(patch_read(patch, text.text, text.length, &err));
    return (struct lone_hunk){patch->files.items[0].path[PATCH_AFTER], patch->lines.items,
                              patch->hunks.items[0]};
}

static void make_scan(struct shown_scan *out, const char *gold, const char *commit,
                      const char *path)
{
    struct task_result result = {.task = &out->task, .is_applicable = true};
    struct task_finding finding = {.commit = "0123456789abcdef0123456789abcdef01234567",
                                   .subject = "Fix it",
                                   .date = 86400,
                                   .relation = RELATION_AFTER,
                                   .distance = 1};
    out->pair.gold = hunk_of(&out->gold, "x.py", gold);
    if (commit)
        out->pair.commit = hunk_of(&out->commit, path, commit);
    out->task.id = "t-1";
    finding.hunks = (struct finding_hunks){&out->pair, 1, true, NULL};
    array_push(&result.findings, finding);
    array_push(&out->scan.results, result);
}

/* Returns what is printed, from the paths on, with `~` for escape characters. */
static const char *printed_rows(const char *gold, const char *commit, const char *path,
                                const struct diff_style *style)
{
    static char *text;
    size_t length;
    scoped(shown_scan) shown = {.task = {.id = NULL}};
    make_scan(&shown, gold, commit, path);
    scoped(json) *report = task_report_make(&shown.scan, SIGHT_ALL, false);
    free(text);
    FILE *out = open_memstream(&text, &length);
    task_hunks_print(report, &shown.scan, 1, style, out);
    fclose(out);
    for (char *at = text; (at = strchr(at, '\033'));)
        *at = '~';
    const char *rows = strstr(text, "gold patch");
    assert_non_null(rows);
    return strchr(rows, '\n') + 1;
}

static void expect_rows(const char *gold, const char *commit, size_t n_columns,
                        const char *expected)
{
    const struct diff_style style = {.has_color = false, .n_columns = n_columns, .n_context = 3};
    assert_string_equal(printed_rows(gold, commit, "x.py", &style), expected);
}

#define GOLD "@@ -7,3 +7,4 @@\n a\n-b\n+c\n+d\n e\n"

TEST(task_hunks__that_are_equal_share_all_rows)
{
    expect_rows(GOLD, "@@ -8,3 +9,4 @@\n   a\n-  b\n+  c\n+d\n e\n", 75,
                "x.py                                 │ x.py\n"
                "@@ -7,3 +7,4 @@                      │ @@ -8,3 +9,4 @@\n"
                "   7   a                             │    9     a\n"
                "   8 - b                             │    9 -   b\n"
                "   8 + c                             │   10 +   c\n"
                "   9 + d                             │   11 + d\n"
                "  10   e                             │   12   e\n");
}

TEST(task_hunks__align_equal_lines)
{
    expect_rows(GOLD, "@@ -8,4 +9,4 @@\n a\n-b\n-c\n+e\n+d\n e\n", 80,
                "x.py                                   │ x.py\n"
                "@@ -7,3 +7,4 @@                        │ @@ -8,4 +9,4 @@\n"
                "   7   a                               │    9   a\n"
                "   8 - b                               │    9 - b\n"
                "   8 + c                               │   10 - c\n"
                "                                       >   10 + e\n"
                "   9 + d                               │   11 + d\n"
                "  10   e                               │   12   e\n");
    /* those of the same kind share rows, too */
    expect_rows(GOLD, "@@ -1 +1,3 @@\n-B\n+C\n+D\n+E\n", 75,
                "x.py                                 │ x.py\n"
                "@@ -7,3 +7,4 @@                      │ @@ -1,1 +1,3 @@\n"
                "   7   a                             <\n"
                "   8 - b                             ≠    1 - B\n"
                "   8 + c                             ≠    1 + C\n"
                "   9 + d                             ≠    2 + D\n"
                "                                     >    3 + E\n"
                "  10   e                             <\n");
}

TEST(task_hunks__of_the_gold_are_alone_if_the_commit_has_none)
{
    expect_rows(GOLD, NULL, 75,
                "x.py                                 │\n"
                "@@ -7,3 +7,4 @@                      │ no hunk has a changed line of it\n"
                "   7   a                             │\n"
                "   8 - b                             │\n"
                "   8 + c                             │\n"
                "   9 + d                             │\n"
                "  10   e                             │\n");
}

TEST(task_hunks__leave_out_what_is_far_from_the_gold)
{
    scoped(str) commit = {0};
    str_add_text(&commit, "@@ -0,0 +1,20 @@\n");
    for (int i = 1; i <= 20; i++)
        str_print(&commit, i == 9 ? "+d\n" : i == 13 ? "+c\n" : "+%d\n", i);
    expect_rows("@@ -0,0 +1 @@\n+d\n", str_text(&commit), 75,
                "x.py                                 │ x.py\n"
                "@@ -0,0 +1,1 @@                      │ @@ -0,0 +1,20 @@\n"
                "                                     │        … 5 lines …\n"
                "                                     >    6 + 6\n"
                "                                     >    7 + 7\n"
                "                                     >    8 + 8\n"
                "   1 + d                             │    9 + d\n"
                "                                     >   10 + 10\n"
                "                                     >   11 + 11\n"
                "                                     >   12 + 12\n"
                "                                     │        … 8 lines …\n");
    /* a line alone is not worth it */
    expect_rows("@@ -0,0 +1,2 @@\n+1\n+6\n", "@@ -0,0 +1,6 @@\n+1\n+2\n+3\n+4\n+5\n+6\n", 75,
                "x.py                                 │ x.py\n"
                "@@ -0,0 +1,2 @@                      │ @@ -0,0 +1,6 @@\n"
                "   1 + 1                             │    1 + 1\n"
                "                                     >    2 + 2\n"
                "                                     >    3 + 3\n"
                "                                     >    4 + 4\n"
                "                                     >    5 + 5\n"
                "   2 + 6                             │    6 + 6\n");
}

TEST(task_hunks__have_36_columns_on_a_narrow_terminal)
{
    expect_rows("@@ -1 +1 @@\n-12345678901234567890123456789\n+123456789012345678901234567890\n",
                "@@ -1 +1 @@\n-b\n+12345678901234567890123456789x0\n", 20,
                "x.py                                 │ x.py\n"
                "@@ -1,1 +1,1 @@                      │ @@ -1,1 +1,1 @@\n"
                "   1 - 12345678901234567890123456789 ≠    1 - b\n"
                "   1 + …456789012345678901234567890  ≠    1 + …45678901234567890123456789x0\n");
}

TEST(task_hunks__have_columns_of_wide_characters_and_tabs)
{
    expect_rows(
        "@@ -1,2 +1,2 @@\n-語語\n+語\te\xcc\x81\n \t\n",
        "@@ -1,2 +1,2 @@\n-語\n+語語語語語語語語語語語語語語語語語語\n \xff\033[1m\r\n", 75,
        "x.py                                 │ x.py\n"
        "@@ -1,2 +1,2 @@                      │ @@ -1,2 +1,2 @@\n"
        "   1 - 語語                          ≠    1 - 語\n"
        "   1 + 語      e\xcc\x81                     ≠    1 + 語語語語語語語語語語語語語語…\n"
        "   2                                 ≠    2   \\xff\\x1b[1m\n");
}

TEST(task_hunks__are_shown_without_the_indentation_that_all_lines_have)
{
    expect_rows("@@ -1,3 +1,4 @@\n     a\n+      b\n\n     c\n",
                "@@ -1,3 +1,4 @@\n         a\n+         b\n\n         c\n", 75,
                "x.py                                 │ x.py\n"
                "@@ -1,3 +1,4 @@                      │ @@ -1,3 +1,4 @@\n"
                "   1   a                             │    1       a\n"
                "   2 +   b                           │    2 +      b\n"
                "   3                                 │    3\n"
                "   4   c                             │    4       c\n");
}

TEST(task_hunks__in_colour_mark_what_differs)
{
    const struct diff_style style = {.has_color = true, .n_columns = 75, .n_context = 3};
    const char *path = "a/folder/with/a/long/name/and/a/file/x.py";
    assert_string_equal(printed_rows("@@ -1 +1 @@\n-f(a, b)\n+f(b, a)\n",
                                     "@@ -1 +1 @@\n-f(a, b)\n+f(c, a)\n", path, &style),
                        "x.py                                 ~[2m│~[0m "
                        "…er/with/a/long/name/and/a/file/x.py\n"
                        "~[2m@@ -1,1 +1,1 @@~[0m                      ~[2m│~[0m "
                        "~[2m@@ -1,1 +1,1 @@~[0m\n"
                        "~[31m   1 - f(a, b)~[0m                       ~[2m│~[0m "
                        "~[31m   1 - f(a, b)~[0m\n"
                        "~[32m   1 + f(~[1;7mb~[0m~[32m, a)~[0m                       ~[2m≠~[0m "
                        "~[32m   1 + f(~[1;7mc~[0m~[32m, a)~[0m\n");
}

TEST(task_hunks__are_texts_in_json)
{
    scoped(shown_scan) shown = {.task = {.id = NULL}};
    make_scan(&shown, "@@ -1 +1 @@\n-\xff\n+b\n\\ No newline at end of file\n", NULL, NULL);
    scoped(json) *finding = json_object();
    scoped(str) text = {0};
    task_hunks_set(finding, &shown.scan.results.items[0].findings.items[0].hunks);
    json_print(&text, finding);
    assert_string_equal(
        str_text(&text),
        "{\"hunks\":[{\"path\":\"x.py\",\"gold\":\"@@ -1,1 +1,1 @@\\n-\xef\xbf\xbd\\n+b"
        "\\n\\\\ No newline at end of file\\n\",\"commit_path\":null,"
        "\"commit\":null}],\"hunks_problem\":null}");
}

TEST(task_hunks__of_many_lines_are_not_aligned_in_the_middle)
{
    scoped(str) gold = {0}, commit = {0};
    enum { N = 6000 };
    str_print(&gold, "@@ -0,0 +1,%d @@\n", N);
    str_print(&commit, "@@ -0,0 +1,%d @@\n", N);
    for (int i = 0; i < N; i++) {
        str_print(&gold, "+%d\n", i);
        str_print(&commit, "+%d\n", i && i < N - 1 ? i + 1 : i);
    }
    const struct diff_style style = {.has_color = false, .n_columns = 75, .n_context = 3};
    const char *rows = printed_rows(str_text(&gold), str_text(&commit), "x.py", &style);
    assert_non_null(strstr(rows, "   1 + 0                             │    1 + 0\n"
                                 "   2 + 1                             ≠    2 + 2\n"));
    assert_non_null(strstr(rows, "6000 + 5999                          │ 6000 + 5999\n"));
}
