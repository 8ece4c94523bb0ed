/* Gold patches as numbers of lines. */
#include "tasks/gold_patch.h"
#include "tests/support/test.h"

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
