/* Patches as git, diff and people write them, good and bad. */
#include "base/patch.h"
#include "tests/support/test.h"

/* Each file as "BEFORE > AFTER (n)", with the ranges of its hunks, or the error; in a static
 * buffer. */
static const char *read_all(const char *text)
{
    static struct str out;
    scoped(patch) patch = {0};
    struct err err = {""};
    str_clear(&out);
    if (patch_read(&patch, text, strlen(text), &err) != 0)
        return err.message[0] ? printed("%s", err.message) : "no message";
    for (size_t i = 0; i < patch.files.n; i++) {
        const struct patch_file *file = &patch.files.items[i];
        str_print(&out, "%s%s > %s%s", i ? "; " : "", file->path[0] ? file->path[0] : "none",
                  file->path[1] ? file->path[1] : "none", file->is_binary ? " binary" : "");
        for (uint32_t j = 0; j < file->n_hunks; j++) {
            const struct patch_hunk *hunk = &patch.hunks.items[file->first_hunk + j];
            str_print(&out, " %u,%u:%u,%u", hunk->line[0], hunk->n[0], hunk->line[1], hunk->n[1]);
        }
    }
    return printed("%s", str_text(&out));
}

#define HUNK "@@ -1 +1 @@\n-a\n+b\n"

TEST(patch__reads_the_names_of_files)
{
    static const struct text_case cases[] = {
        {"diff --git a/x.py b/x.py\nindex 12..34 100644\n--- a/x.py\n+++ b/x.py\n" HUNK,
         "x.py > x.py 1,1:1,1"},
        {"--- a/d/x.py\t2020-01-02 03:04:05.0 +0100\n+++ b/d/x.py\t2021-01-02\n" HUNK,
         "d/x.py > d/x.py 1,1:1,1"},
        {"--- x.py.orig\n+++ x.py\n" HUNK, "x.py > x.py 1,1:1,1"},
        {"--- old-1.0/d/x.py\n+++ new/d/x.py\n" HUNK, "d/x.py > d/x.py 1,1:1,1"},
        {"--- d/x.py\n+++ d/x.py\n" HUNK, "d/x.py > d/x.py 1,1:1,1"},
        {"--- a/x.py\n+++ a/x.py\n" HUNK, "a/x.py > a/x.py 1,1:1,1"},
        {"--- b/x.py\n+++ a/x.py\n" HUNK, "x.py > x.py 1,1:1,1"},
        {"--- i/x.py\n+++ w/x.py\n" HUNK, "x.py > x.py 1,1:1,1"},
        {"diff --git d/x.py d/x.py\n--- d/x.py\n+++ d/x.py\n" HUNK, "d/x.py > d/x.py 1,1:1,1"},
        {"--- a/x.py\r\n+++ b/x.py\r\n" HUNK, "x.py > x.py 1,1:1,1"},
        {"--- \"a/na\\303\\257ve \\\"x\\\".py\"\n+++ \"b/na\\303\\257ve \\\"x\\\".py\"\n" HUNK,
         "naïve \"x\".py > naïve \"x\".py 1,1:1,1"},
        {"diff --git a/two words b/two words\n--- a/two words\t\n+++ b/two words\t\n" HUNK,
         "two words > two words 1,1:1,1"},
    };
    expect_texts(cases, N_ITEMS(cases), read_all);
}

TEST(patch__reads_files_that_are_new_deleted_renamed_or_binary)
{
    static const struct text_case cases[] = {
        {"diff --git a/x b/x\nnew file mode 100644\nindex 0..1\n--- /dev/null\n+++ b/x\n"
         "@@ -0,0 +1 @@\n+a\n",
         "none > x 0,0:1,1"},
        {"diff --git a/x b/x\ndeleted file mode 100644\n--- a/x\n+++ /dev/null\n"
         "@@ -1 +0,0 @@\n-a\n",
         "x > none 1,1:0,0"},
        {"diff --git a/d/x d/x\nnew file mode 100644\n--- /dev/null\n+++ b/d/x\n"
         "@@ -0,0 +1 @@\n+a\n",
         "none > d/x 0,0:1,1"},
        {"diff --git d/x d/x\nnew file mode 100644\n--- /dev/null\n+++ d/x\n@@ -0,0 +1 @@\n+a\n",
         "none > d/x 0,0:1,1"},
        {"--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n", "none > x 0,0:1,1"},
        {"--- old/x\t1970-01-01 00:00:00\n+++ new/x\t2020-01-01\n@@ -0,0 +1 @@\n+a\n",
         "none > new/x 0,0:1,1"},
        {"--- x\t1970-01-01 00:00:00\n+++ x\t2020-01-01\n" HUNK, "x > x 1,1:1,1"},
        {"diff --git a/e b/e\nnew file mode 100644\nindex 0000000..e69de29\n", "none > e"},
        {"diff --git a/e b/e\nold mode 100644\nnew mode 100755\n", "e > e"},
        {"diff --git \"a/t\\303\\251\" \"b/t\\303\\251\"\nold mode 100644\nnew mode 100755\n",
         "té > té"},
        {"diff --git a/x b/d/y\nsimilarity index 100%\nrename from x\nrename to d/y\n", "x > d/y"},
        {"diff --git a/x b/y\nsimilarity index 90%\nrename from x\nrename to y\n"
         "--- a/x\n+++ b/y\n" HUNK,
         "x > y 1,1:1,1"},
        {"diff --git a/x b/y\nsimilarity index 100%\ncopy from x\ncopy to y\n"
         "diff --git a/x b/z\nsimilarity index 100%\ncopy from x\ncopy to z\n",
         "x > y; x > z"},
        {"diff --git a/p.png b/p.png\nindex 1..2 100644\nBinary files a/p.png and b/p.png differ\n",
         "p.png > p.png binary"},
        {"diff --git a/p b/p\nindex 1..2 100644\nGIT binary patch\nliteral 3\nKcmZ\n\n"
         "literal 3\nKcmY\n\ndiff --git a/q b/q\n--- a/q\n+++ b/q\n" HUNK,
         "p > p binary; q > q 1,1:1,1"},
        {"diff --git a/l b/l\ndeleted file mode 100644\n--- a/l\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"
         "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+x\n"
         "\\ No newline at end of file\n",
         "l > none 1,1:0,0; none > l 0,0:1,1"},
    };
    expect_texts(cases, N_ITEMS(cases), read_all);
}

TEST(patch__skips_text_around_files)
{
    static const struct text_case cases[] = {
        {"From 1234 Mon Sep 17 00:00:00 2001\nSubject: [PATCH] x\n\n---\n x | 2 +-\n\n"
         "diff --git a/x b/x\n--- a/x\n+++ b/x\n" HUNK "-- \n2.39.2\n\n",
         "x > x 1,1:1,1"},
        {"diff --git is a command\n\n--- a/x\n+++ b/x\n" HUNK "\n\nmore\n--- a/y\n+++ b/y\n" HUNK,
         "x > x 1,1:1,1; y > y 1,1:1,1"},
        {"--- x\n+++ y\nno hunk\n--- a/x\n+++ b/x\n" HUNK, "x > x 1,1:1,1"},
    };
    expect_texts(cases, N_ITEMS(cases), read_all);
}

#define NAMES "--- a/x\n+++ b/x\n"

TEST(patch__accepts_what_people_cut_off)
{
    static const struct text_case cases[] = {
        {NAMES "@@ -1 +1 @@\n-a\n+b", "x > x 1,1:1,1"},
        {NAMES "@@ -1,3 +1,3 @@\n-a\n+b\n\n c\n", "x > x 1,3:1,3"},
        {NAMES "@@ -1,4 +1,4 @@\n-a\n+b\n c", "x > x 1,4:1,4"},
        {NAMES "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file",
         "x > x 1,1:1,1"},
    };
    expect_texts(cases, N_ITEMS(cases), read_all);
}

/* The case patches shows what else is wrong with patches. */
TEST(patch__needs_a_file_with_a_name_that_is_not_too_long)
{
    const char *name = printed("%0*d", PATCH_MAX_PATH + 1, 0);
    assert_string_equal(read_all(HUNK), "line 1 of the patch: a hunk without a file");
    assert_string_equal(read_all(printed("--- a/%s\n+++ b/%s\n" HUNK, name, name)),
                        "line 1 of the patch: a name of a file is too long");
    assert_int_equal(strlen(read_all(printed("--- a/%s\n+++ b/%s\n" HUNK, name + 1, name + 1))),
                     2 * PATCH_MAX_PATH + 3 + strlen(" 1,1:1,1"));
}

TEST(patch__keeps_any_bytes_of_lines)
{
    static const char text[] = NAMES "@@ -1 +1 @@\n-a\0\xff\r\n+b\n\\ No newline at end of file\n";
    scoped(patch) patch = {0};
    assert_done(patch_read(&patch, text, sizeof text - 1, &err));
    const struct patch_line *lines = patch.lines.items;
    assert_int_equal(patch.lines.n, 2);
    assert_int_equal(lines[0].length, 4);
    assert_memory_equal(lines[0].text, "a\0\xff\r", 4);
    assert_int_equal(lines[1].length, 1);
    assert_true(lines[1].has_no_end && !lines[0].has_no_end);
}

TEST(patch__reads_a_million_hunks_and_no_more_lines_than_it_may)
{
    scoped(str) text = {0};
    scoped(patch) patch = {0}, second = {0};
    size_t n = tier_draws(bounded_size(1000000));
    str_add_text(&text, NAMES);
    for (size_t i = 1; i <= n; i++)
        str_print(&text, "@@ -%zu +%zu @@\n-a\n+b\n", i, i);
    assert_done(patch_read(&patch, text.text, text.length, &err));
    assert_int_equal(patch.hunks.n, n);
    str_set(&text, NAMES "@@ -1,%d +1,%d @@\n+\n", PATCH_MAX_LINES, PATCH_MAX_LINES + 1);
    memset(str_reserve(&text, PATCH_MAX_LINES), '\n', PATCH_MAX_LINES);
    str_extend(&text, PATCH_MAX_LINES);
    assert_error(patch_read(&second, text.text, text.length, &err),
                 "line 4194308 of the patch: too many lines");
}

/* ---- Applying ---- */

/* Applies the first file to a text; "none" if it does not apply. */
static const char *apply(const char *text, const char *hunks, bool is_reverse)
{
    scoped(patch) patch = {0};
    scoped(str) out = {0};
    const char *whole = printed(NAMES "%s", hunks);
    assert_done(patch_read(&patch, whole, strlen(whole), &err));
    str_add_text(&out, "=");
    if (!patch_apply(&out, &patch, &patch.files.items[0], text, strlen(text), is_reverse)) {
        assert_string_equal(str_text(&out), "=");
        return "none";
    }
    return printed("%s", str_text(&out) + 1);
}

TEST(patch__is_applied_where_its_lines_are)
{
    static const struct {
        const char *text, *hunks, *expected;
    } cases[] = {
        {"a\n", HUNK, "b\n"},
        {"x\na\n", HUNK, "none"}, /* line 1 is the start */
        {"a\nx\n", HUNK, "none"}, /* no context after it: the end */
        {"1\n2\n3\n", "@@ -2 +2,2 @@\n 2\n+b\n", "none"},
        {"1\n2\n", "@@ -2 +2,2 @@\n 2\n+b\n", "1\n2\nb\n"},
        {"1\n2\n3\n", "@@ -2,2 +2,3 @@\n 2\n+b\n 3\n", "1\n2\nb\n3\n"},
        {"0\n1\n2\n3\n", "@@ -2,2 +2,3 @@\n 2\n+b\n 3\n", "0\n1\n2\nb\n3\n"},
        {"2\n3\n", "@@ -9,2 +9,3 @@\n 2\n+b\n 3\n", "2\nb\n3\n"},
        /* of two places at the same distance, the later one */
        {"2\n3\n-\n-\n2\n3\n", "@@ -3,2 +3,3 @@\n 2\n+b\n 3\n", "2\n3\n-\n-\n2\nb\n3\n"},
        /* in order */
        {"a\nk\nb\nk\n", "@@ -3,2 +3,2 @@\n-b\n+c\n k\n@@ -2,2 +2,2 @@\n-a\n+d\n k\n", "none"},
        {"a", "@@ -1 +1 @@\n-a\n\\ No\n+b\n\\ No\n", "b"},
        {"a\n", "@@ -1 +1 @@\n-a\n\\ No\n+b\n\\ No\n", "none"},
        {"a", HUNK, "none"},
        {"a\r\n", "@@ -1 +1 @@\n-a\r\n+b\r\n", "b\r\n"},
        {"a\r\n", HUNK, "none"},
        {"", "@@ -0,0 +1 @@\n+b\n", "b\n"},
        {"x\n", "@@ -0,0 +1 @@\n+b\n", "none"},
        {"a\n", "@@ -1 +0,0 @@\n-a\n", ""},
        {"1\n\n3\n", "@@ -1,3 +1,4 @@\n 1\n+b\n\n 3\n", "1\nb\n\n3\n"},
        /* diff -U0 */
        {"1\n2\n3\n4\n", "@@ -2 +2 @@\n-2\n+b\n", "1\nb\n3\n4\n"},
        {"1\n2\n3\n4\n", "@@ -2,0 +3 @@\n+b\n@@ -4 +4,0 @@\n-4\n", "1\n2\nb\n3\n"},
        {"1\n3\n2\n4\n", "@@ -2 +2 @@\n-2\n+b\n", "none"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const char *after = apply(cases[i].text, cases[i].hunks, false);
        assert_string_equal(after, cases[i].expected);
        if (strcmp(after, "none") != 0)
            assert_string_equal(apply(after, cases[i].hunks, true), cases[i].text);
    }
}

TEST(patch__is_given_up_when_a_search_takes_too_long)
{
    enum { N_TEXT = 60000, N_CONTEXT = 4000 };
    scoped(str) text = {0}, context = {0};
    for (int i = 0; i < N_TEXT; i++)
        str_add_text(&text, "x\n");
    str_add_text(&text, "y\n");
    for (int i = 0; i < N_CONTEXT; i++)
        str_add_text(&context, " x\n");
    const char *format = "@@ -%d,%d +%d,%d @@\n%s+b\n y\n";
    int far = N_TEXT - N_CONTEXT;
    const char *near_it =
        apply(str_text(&text),
              printed(format, far, N_CONTEXT + 1, far, N_CONTEXT + 2, str_text(&context)), false);
    assert_int_equal(strlen(near_it), text.length + 2);
    assert_string_equal(
        apply(str_text(&text),
              printed(format, 2, N_CONTEXT + 1, 2, N_CONTEXT + 2, str_text(&context)), false),
        "none");
}
