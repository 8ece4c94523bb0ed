/* The tokens of lines: which lines are equal, and which are up to the names of variables. */
#include "guard/tasks/gold_patch.h"
#include "tests/support/test.h"

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

TEST(line_tokens__differ_in_the_names_of_variables)
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
    };
    expect_texts(cases, N_ITEMS(cases), compare);
}

TEST(line_tokens__do_not_see_what_a_formatter_does)
{
    static const struct text_case cases[] = {
        {"f(a, b)\nf( a,b, )", "same"},
        {"x = 'a'\nx = \"a\"", "same"},
        {"x = (a == b)\n x=a == b", "same"},
        {"if (a and\nif a and \\", "same"},
        {"x = 'a b'\nx = 'ab'", "other"},
        {"x = 'a'\nx = a", "other"},
        {"\n \t\r", "same"},
    };
    expect_texts(cases, N_ITEMS(cases), compare);
}

TEST(line_tokens__are_those_of_open_and_escaped_texts)
{
    static const struct text_case cases[] = {
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
