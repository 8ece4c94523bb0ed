/* The gold patch of a task in numbers of lines: lines without white space, the search of a part,
 * and which lines are equal up to the names of variables. */
#include "base/chance.h"
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

/* ---- Lines without white space ---- */

/* The numbers of the lines of a text, such as "1 2 1", in the order of their first occurrence. */
static const char *numbers_of(const char *text)
{
    scoped(line_table) table = {0};
    scoped_array struct number_list numbers = {0};
    static struct str out;
    str_clear(&out);
    line_table_cut(&table, text, strlen(text), &numbers);
    for (size_t i = 0; i < numbers.n; i++)
        str_print(&out, "%s%u", i ? " " : "", numbers.items[i]);
    return str_text(&out);
}

TEST(line_table__numbers_lines_without_white_space)
{
    static const struct text_case cases[] = {
        {"", ""},
        {"a\nb\na\n", "1 2 1"},
        {"a", "1"},
        {"a b\nab\n\tab\r\na\fb\va\n", "1 1 1 2"},
        {"\n \n\r\n\t\n", ""},
        {"a\n\n\nb\n", "1 2"},
        {"a\rb\nab", "1 1"},
        {"\xc2\xa0\n\xff\n\xc2\xa0", "1 2 1"}, /* a space of Unicode is none here */
        /* that of a text is code; a quote without a partner begins none */
        {"f('a b')\nf ( 'a b' )\nf('ab')\nf(\"a' b\")\nf(\"a'b\")", "1 1 2 3 4"},
        {"don't a\ndon'ta\n'\\' b'\n'\\'b'", "1 1 2 3"},
    };
    expect_texts(cases, N_ITEMS(cases), numbers_of);
}

/* Texts that follow each other have lines in common; each line has the number that it has alone. */
TEST(line_table__cuts_texts_after_others)
{
    struct dice dice = {1};
    scoped(line_table) table = {0};
    scoped(str) text = {0};
    for (int round = 0; round < 20000; round++) {
        scoped_array struct number_list numbers = {0};
        size_t n = 0, n_common = dice_below(&dice, text.length + 1);
        scoped_memory char *end = mem_copy_text(str_text(&text) + n_common, text.length - n_common);
        if (text.length)
            text.text[text.length = dice_below(&dice, n_common + 1)] = '\0';
        for (size_t i = dice_below(&dice, 4); i-- > 0;)
            str_add(&text, &"a\nb \n"[dice_below(&dice, 5)], 1);
        str_add_text(&text, text.length < 40 ? end : "");
        line_table_cut(&table, str_text(&text), text.length, &numbers);
        for (const char *at = str_text(&text); *at; at += strcspn(at, "\n"), at += *at == '\n') {
            uint32_t number = line_table_number(&table, at, strcspn(at, "\n"));
            if (number && (n == numbers.n || numbers.items[n++] != number))
                fail_msg("round %d, line %zu of '%s'", round, n, text.text);
        }
        assert_int_equal(n, numbers.n);
    }
}

static int64_t find_naively(const uint32_t *text, size_t n, const uint32_t *part, size_t n_part)
{
    for (size_t at = 0; at + n_part <= n; at++) {
        size_t i = 0;
        while (i < n_part && text[at + i] == part[i])
            i++;
        if (i == n_part)
            return (int64_t)at;
    }
    return -1;
}

/* All texts of up to 8 lines and all parts of up to 5 lines, made of two different lines. */
TEST(line_table__finds_parts)
{
    for (uint32_t bits = 0; bits < 1 << 13; bits++) {
        uint32_t lines[13];
        for (int i = 0; i < 13; i++)
            lines[i] = bits >> i & 1;
        for (size_t n = 0; n <= 8; n++)
            for (size_t n_part = 0; n_part <= 5; n_part++)
                assert_int_equal(line_table_find(lines, n, lines + 8, n_part),
                                 find_naively(lines, n, lines + 8, n_part));
    }
}

/* ---- Tokens of lines ---- */

/* The tokens of a line as they are when a table sees it first. */
static const uint32_t *tokens_of(struct line_table *table, const char *line, size_t length,
                                 size_t *n)
{
    return line_table_tokens(table, line_table_number(table, line, length), n);
}

/* How the two lines of a text compare: same, renamed, other. Lines that differ only in white space
 * are one line of a table, so each has its own. */
static const char *compare(const char *given)
{
    scoped(line_table) first = {0}, other = {0};
    const char *second = strchr(given, '\n') + 1;
    size_t n[2];
    bool is_same, is_renamed;
    const uint32_t *a = tokens_of(&first, given, (size_t)(second - given) - 1, &n[0]);
    const uint32_t *b = tokens_of(&other, second, strlen(second), &n[1]);
    is_same = is_renamed = n[0] == n[1];
    for (size_t i = 0; is_renamed && i < n[0]; i++) {
        bool is_name = a[i] & b[i] & LINE_TOKEN_NAME;
        is_same = is_same && a[i] == b[i];
        is_renamed = a[i] == b[i] || is_name;
    }
    return is_same ? "same" : is_renamed ? "renamed" : "other";
}

TEST(line_tokens__differ_in_names_and_not_in_what_a_formatter_does)
{
    static const struct text_case cases[] = {
        {"x = f(a, b)\ny = f(c, b)", "renamed"},
        {"x = f(a)\nx = g(a)", "other"},
        {"x = a.b\nx = a.c", "other"},
        {"p->next = 0;\nq->next = 0;", "renamed"},
        {"p->next = 0;\np->last = 0;", "other"},
        {"std::move(a)\nstd::swap(a)", "other"},
        {"std::min\nstd::max", "other"},
        {"return x\nreturn y", "renamed"},
        {"return x\nyield x", "other"},
        {"if a and b:\nif a or b:", "other"},
        {"x = 1\nx = 2", "other"},
        {"x1\n2x", "other"},
        {"größe = 1\nmaß = 1", "renamed"},
        {"f(a, b)\nf( a,b, )", "same"},
        {"x = 'a'\nx = \"a\"", "same"},
        {"x = (a == b)\n x=a == b", "same"},
        {"if (a and\nif a and \\", "same"},
        {"x = 'a b'\nx = 'ab'", "other"},
        {"x = 'a'\nx = a", "other"},
        {"\n \t\r", "same"},
        {"# don't use x\n# don't use y", "renamed"},
        {"x = 'it\\'s'\nx = \"it\\'s\"", "same"},
        {"x = \"a\\\\\"\nx = 'a\\\\'", "same"},
        {"\"\"\"Text\n\"\" \"Text", "same"},
        {"'\\\n'", "same"},
        {"x = '\" y\nz = '\" y", "renamed"},
    };
    expect_texts(cases, N_ITEMS(cases), compare);
}

TEST(line_tokens__know_the_keywords_of_their_languages)
{
    size_t n;
    scoped(line_table) all = {0}, python = {.languages = 1};
    assert_int_equal(*tokens_of(&all, "template", 8, &n) & LINE_TOKEN_NAME, 0);
    assert_int_equal(*tokens_of(&python, "template", 8, &n) & LINE_TOKEN_NAME, LINE_TOKEN_NAME);
}

TEST(line_tokens__take_a_time_that_grows_with_the_line)
{
    enum { N = 1 << 22 };
    scoped(line_table) table = {0};
    scoped_memory char *line = mem_alloc(N, 1);
    size_t n;
    for (size_t i = 0; i < N; i++)
        line[i] = "\"'\\\""[i % 4];
    tokens_of(&table, line, N, &n);
    assert_true(n > 0 && n <= N);
}
