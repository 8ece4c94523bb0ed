/* The gold patch of a task in numbers of lines. */
#include "guard/tasks/gold_patch.h"
#include "tests/support/test.h"

/* What a gold patch holds: its lines with signs, then for each hunk whether its file is new, and
 * the images before and after; the names of its files. */
static const char *read_gold(const char *text)
{
    static struct str out;
    scoped(patch) patch = {0};
    scoped(gold_patch) gold = {.n_lines = 0};
    scoped(line_table) lines = {0};
    scoped(table) names = {0}, paths = {0};
    str_clear(&out);
    assert_done(patch_read(&patch, text, strlen(text), &err));
    gold_patch_make(&gold, &patch, &lines, &names, &paths);
    for (size_t i = 0; i < gold.change.n; i++)
        str_print(&out, "%+d*%u ", (int)gold.change.items[i].n,
                  (unsigned)gold.change.items[i].line);
    for (size_t i = 0; i < gold.hunks.n; i++) {
        const struct gold_hunk *hunk = &gold.hunks.items[i];
        str_print(&out, "%s", hunk->is_new ? "new " : "");
        for (uint32_t j = 0; j < hunk->before.n; j++)
            str_print(&out, "%u", gold.numbers.items[hunk->before.first + j]);
        str_add_text(&out, ">");
        for (uint32_t j = 0; j < hunk->after.n; j++)
            str_print(&out, "%u", gold.numbers.items[hunk->after.first + j]);
        str_add_text(&out, " ");
    }
    str_print(&out, "%s", gold.has_added ? "adds" : "adds nothing");
    for (size_t i = 0; i < gold.names.n; i++)
        str_print(&out, " %s", names.keys.items[gold.names.items[i]]);
    return str_text(&out);
}

#define HEAD "--- a/d/x.py\n+++ b/d/x.py\n"

/* The lines before are numbered first, then those after. */
TEST(gold_patch__has_lines_and_images)
{
    static const struct text_case cases[] = {
        {HEAD "@@ -1,3 +1,3 @@\n c\n-a\n+b\n d\n", "-1*2 +1*4 123>143 adds x.py"},
        /* white space is not looked at, and empty lines are left out */
        {HEAD "@@ -1,2 +1,4 @@\n-a b\n+  a b\n+\n+\tc\n \n", "+1*2 1>12 adds x.py"},
        {HEAD "@@ -1,1 +1,1 @@\n-a\n+ a\r\n", "1>1 adds nothing x.py"},
        /* moved lines cancel out */
        {HEAD "@@ -1,2 +1,2 @@\n-a\n b\n+a\n", "12>21 adds nothing x.py"},
        {HEAD "@@ -1,1 +1,2 @@\n-a\n+b\n+b\n", "-1*1 +2*2 1>22 adds x.py"},
        /* a hunk with nothing after it has no image */
        {HEAD "@@ -1,2 +0,0 @@\n-a\n-b\n", "-1*1 -1*2 adds nothing x.py"},
        {"--- /dev/null\n+++ b/d/y.py\n@@ -0,0 +1 @@\n+a\n", "+1*1 new >1 adds y.py"},
        {"diff --git a/x.py b/y.py\nsimilarity index 90%\nrename from x.py\nrename to y.py\n"
         "--- a/x.py\n+++ b/y.py\n@@ -1 +1 @@\n-a\n+b\n",
         "-1*1 +1*2 1>2 adds x.py y.py"},
        {HEAD "@@ -1 +1 @@\n-a\n+b\n--- a/e/x.py\n+++ b/e/x.py\n@@ -1 +1 @@\n-b\n+a\n",
         "1>2 2>1 adds nothing x.py"},
        {"diff --git a/a.png b/a.png\nindex 1..2 100644\nBinary files a/a.png and b/a.png differ\n",
         "adds nothing"},
    };
    expect_texts(cases, N_ITEMS(cases), read_gold);
}

/* By line 1 to 4, how often it is added (> 0) or removed. */
static void sum(struct signed_lines *out, const int32_t *counts)
{
    array_clear(out);
    for (uint32_t line = 4; line >= 1; line--)
        for (int32_t n = counts[line - 1]; n; n += n > 0 ? -1 : 1)
            array_push(out, ((struct signed_line){line, n > 0 ? 1 : -1}));
    array_push(out, ((struct signed_line){2, 1}));
    array_push(out, ((struct signed_line){2, -1}));
    signed_lines_sum(out);
}

static bool contains(const int32_t *whole, const int32_t *part, int32_t sign)
{
    for (int i = 0; i < 4; i++) {
        int32_t n = sign * part[i];
        if (n > 0 ? whole[i] < n : n < 0 && whole[i] > n)
            return false;
    }
    return true;
}

TEST(gold_patch__compares_lines_as_counts)
{
    scoped_array struct signed_lines whole = {0}, part = {0};
    for (int number = 0; number < 5 * 5 * 5 * 5 * 27; number++) {
        int32_t a[4], b[4] = {0};
        uint32_t total = 0;
        int rest = number;
        for (int i = 0; i < 4; i++, rest /= 5) {
            a[i] = rest % 5 - 2;
            total += (uint32_t)abs(a[i]);
        }
        for (int i = 0; i < 3; i++, rest /= 3)
            b[i + 1] = rest % 3 - 1;
        sum(&whole, a);
        sum(&part, b);
        assert_int_equal(signed_lines_total(&whole), total);
        for (size_t i = 0; i < whole.n; i++) {
            assert_int_equal(whole.items[i].n, a[whole.items[i].line - 1]);
            assert_true(i == 0 || whole.items[i - 1].line < whole.items[i].line);
        }
        assert_int_equal(signed_lines_contain(&whole, &part, false), contains(a, b, 1));
        assert_int_equal(signed_lines_contain(&whole, &part, true), contains(a, b, -1));
    }
}

/* What the hunks of a patch make of the lines `1` to `9`, in a static buffer. */
static const char *apply(const char *text)
{
    static struct str out;
    scoped(patch) patch = {0};
    scoped(line_table) lines = {0};
    scoped(gold_patch) gold = {0};
    scoped(table) names = {0}, paths = {0};
    struct number_list file = {0}, made = {0};
    struct err err = {""};
    str_clear(&out);
    line_table_cut(&lines, "1\n2\n3\n4\n5\n6\n7\n8\n9\n", 18, &file);
    scoped_memory char *whole = mem_print("--- a/x\n+++ b/x\n%s", text);
    assert_success(patch_read(&patch, whole, strlen(whole), &err), err);
    gold_patch_make(&gold, &patch, &lines, &names, &paths);
    if (!gold_patch_apply(&made, &gold, 0, gold.hunks.n, file.items, file.n))
        assert_int_equal(made.n, 0);
    for (size_t i = 0; i < made.n; i++)
        str_print(&out, "%u ", made.items[i]);
    array_release(&file);
    array_release(&made);
    return str_text(&out);
}

TEST(gold_patch__is_applied_to_numbers_of_lines)
{
    static const struct text_case cases[] = {
        {"@@ -2,2 +2,3 @@\n 2\n+1\n 3\n", "1 2 1 3 4 5 6 7 8 9 "},
        {"@@ -2,1 +2,2 @@\n 2\n+1\n@@ -8,2 +9,1 @@\n-8\n 9\n", "1 2 1 3 4 5 6 7 9 "},
        {"@@ -1,2 +1,2 @@\n \n-4\n+5\n", "1 2 3 5 5 6 7 8 9 "},
        {"@@ -8,1 +8,2 @@\n 8\n+1\n@@ -12,2 +13,1 @@\n-2\n 3\n", ""},
        {"@@ -2,2 +2,3 @@\n 2\n+1\n 4\n", ""},
    };
    expect_texts(cases, N_ITEMS(cases), apply);
}
