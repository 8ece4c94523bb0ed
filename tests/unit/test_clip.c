/* A line fits the terminal, and its mark is in sight. */
#include "base/str.h"
#include "report/clip.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"

/* The line of a marked text. */
static struct clip_line line_of(const struct marked *marked)
{
    return (struct clip_line){.code = str_text(&marked->code),
                              .end = marked->code.length,
                              .mark_start = marked->start_byte,
                              .mark_end = marked->end_byte};
}

struct clip_case {
    const char *line; /* marked */
    size_t first_column, n_columns;
    const char *text; /* with the mark in brackets */
    size_t mark_start, mark_end;
};

static void check_cases(const struct clip_case *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        scoped(marked) marked = marked_read(cases[i].line);
        struct clip_line line = line_of(&marked);
        scoped(str) out = {0};
        str_add_text(&out, "> "); /* it appends */
        struct clip_columns columns =
            clip_add(&out, &line, cases[i].first_column, cases[i].n_columns, "[", "]");
        assert_string_equal(str_text(&out) + 2, cases[i].text);
        assert_int_equal(columns.start, cases[i].mark_start);
        assert_int_equal(columns.end, cases[i].mark_end);
    }
}

TEST(clip__shows_what_fits_as_it_is)
{
    static const struct clip_case cases[] = {
        {"«»", 0, 10, "", 0, 0},
        {"x = «a» + 1", 0, 80, "x = [a] + 1", 4, 5},
        {"«1234567890»", 0, 10, "[1234567890]", 0, 10},
        {"x = «»a", 0, 80, "x = a", 0, 0},
        {"\t«a»\tb", 0, 80, "        [a]       b", 8, 9},
        {"1234567\t«a»", 0, 80, "1234567 [a]", 8, 9},
        {"12345678\t«a»", 0, 80, "12345678        [a]", 16, 17},
        {"語\t«a»", 0, 80, "語      [a]", 8, 9},
        {"'語' + «e\xcc\x81»+1", 0, 80, "'語' + [e\xcc\x81]+1", 7, 8},
        {"«'\033[1m'» \xe2\x80\xae", 0, 80, "['\\x1b[1m'] \\u202e", 0, 9},
    };
    check_cases(cases, N_ITEMS(cases));
}

TEST(clip__cuts_both_ends)
{
    static const struct clip_case cases[] = {
        {"abcdefghijklmnop«»", 0, 10, "abcdefghi…", 0, 0},
        {"abcdefghijklm«n»op", 6, 10, "…hijklm[n]op", 7, 8},
        {"abcdefghijklm«n»opqrstuvw", 6, 10, "…hijklm[n]o…", 7, 8},
        {"«abcdefghijklmnop»", 0, 10, "[abcdefghi]…", 0, 9},
        {"«abcdefghijklmnop»", 3, 10, "…[efghijkl]…", 1, 9},
        {"a«b»cdefghijklmnop", 3, 10, "…efghijkl…", 0, 0}, /* the mark is not in sight */
        /* a wide character that is cut leaves a blank; on the right, where it is left out, none */
        {"abc語«n»efghijklm", 3, 10, "… [n]efghij…", 2, 3},
        {"a語c語«n»語語語語", 3, 10, "…語[n]語語…", 3, 4},
        {"abc\t«n»efghijklm", 3, 10, "…    [n]efg…", 5, 6},
        {"ab\xe2\x80\xae«n»efghijklm", 3, 10, "…    [n]efg…", 5, 6},
        /* an accent goes the way of its letter */
        {"ab\xe2\x80\xae\xcc\x81«n»efghijklm", 3, 10, "…    [n]efg…", 5, 6},
        {"abce\xcc\x81«n»efghijklmn", 3, 10, "…[n]efghijk…", 1, 2},
        {"abcde\xcc\x81«n»fghijklmn", 3, 10, "…e\xcc\x81[n]fghijk…", 2, 3},
    };
    check_cases(cases, N_ITEMS(cases));
}

TEST(clip__starts_where_the_mark_can_be_seen)
{
    static const struct {
        int n_before, n_mark, n_behind; /* characters */
        size_t n_columns, first_column;
    } cases[] = {
        {0, 1, 0, 20, 0},     {5, 1, 14, 20, 0},                          /* all of it fits */
        {5, 1, 15, 20, 0},                                                /* near the start */
        {14, 1, 99, 20, 0},   {15, 1, 99, 20, 9},   {99, 1, 99, 20, 93},  /* a third before it */
        {99, 1, 0, 20, 80},   {99, 1, 3, 20, 83},                         /* the end of the line */
        {99, 0, 99, 20, 93},  {99, 14, 99, 20, 94}, {99, 18, 99, 20, 98}, /* just fits */
        {99, 19, 99, 20, 93}, {0, 99, 0, 20, 0},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) text = {0};
        for (int k = 0; k < cases[i].n_before; k++)
            str_add_text(&text, "a");
        str_add_text(&text, "«");
        for (int k = 0; k < cases[i].n_mark; k++)
            str_add_text(&text, "b");
        str_add_text(&text, "»");
        for (int k = 0; k < cases[i].n_behind; k++)
            str_add_text(&text, "c");
        scoped(marked) marked = marked_read(str_text(&text));
        struct clip_line line = line_of(&marked);
        assert_int_equal(clip_mark_column(&line), cases[i].n_before);
        if (clip_first_column(&line, cases[i].n_columns) != cases[i].first_column)
            fail_msg("case %zu: %zu", i, clip_first_column(&line, cases[i].n_columns));
    }
}

/* Characters of one to six columns, or of none. */
static const char *const characters[] = {
    "a", "b", " ", "\t", "語", "é", "e\xcc\x81", "😀", "\xe2\x80\xae", "\x01", "\xcc\x81"};

static void add_random(struct str *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        str_add_text(text, characters[(size_t)rand() % N_ITEMS(characters)]);
}

/* The mark as it is shown by itself, which stands for all of it. */
static void add_mark(struct str *out, const struct clip_line *line)
{
    struct clip_line whole = *line;
    scoped(str) text = {0};
    whole.end = line->mark_end;
    clip_add(&text, &whole, 0, SIZE_MAX / 2, "\001", "");
    str_add_text(out, strchr(str_text(&text), '\001') + 1);
}

/* Every line fits at every width; a mark that fits is printed in full, in the reported columns. */
TEST(clip__keeps_marks_in_sight_at_every_width)
{
    srand(1);
    for (int round = 0; round < 3000; round++) {
        scoped(str) text = {0}, out = {0}, mark = {0};
        struct clip_line line = {0};
        size_t n_columns = CLIP_MIN_COLUMNS + (size_t)rand() % 40;
        add_random(&text, (size_t)rand() % 60);
        str_add_text(&text, "(");
        line.mark_start = text.length;
        str_add_text(&text, "x");
        add_random(&text, (size_t)rand() % 6);
        line.mark_end = text.length;
        str_add_text(&text, ")");
        add_random(&text, (size_t)rand() % 60);
        line.code = str_text(&text);
        line.end = text.length;
        size_t first = clip_first_column(&line, n_columns);
        struct clip_columns columns = clip_add(&out, &line, first, n_columns, "\001", "\002");
        add_mark(&mark, &line);
        char *start = strchr(str_text(&out), '\001'), *end = strchr(str_text(&out), '\002');
        assert_non_null(start);
        assert_non_null(end);
        size_t before = utf8_columns(out.text, (size_t)(start - out.text));
        size_t marked = utf8_columns(start + 1, (size_t)(end - start - 1));
        size_t behind = utf8_columns(end + 1, strlen(end + 1));
        assert_in_range(before + marked + behind, 0, n_columns);
        assert_int_equal(columns.start, before);
        assert_int_equal(columns.end, before + marked);
        if (utf8_columns(mark.text, mark.length) + 2 <= n_columns) {
            assert_int_equal((size_t)(end - start - 1), mark.length);
            assert_memory_equal(start + 1, mark.text, mark.length);
        }
        assert_int_equal(strncmp(str_text(&out), "…", strlen("…")) == 0, first > 0);
    }
}

/* Two lines that are the same up to their marks. */
TEST(clip__shows_two_lines_from_one_column_on)
{
    srand(2);
    for (int round = 0; round < 3000; round++) {
        struct str texts[2] = {{0}, {0}}, before = {0}, behind = {0};
        struct clip_line lines[2];
        size_t n_columns = CLIP_MIN_COLUMNS + (size_t)rand() % 40, first = 0;
        add_random(&before, (size_t)rand() % 60);
        add_random(&behind, (size_t)rand() % 60);
        for (int i = 0; i < 2; i++) {
            str_print(&texts[i], "%s(", str_text(&before));
            size_t start = texts[i].length;
            str_print(&texts[i], "%0*d", 1 + rand() % 8, 0);
            size_t end = texts[i].length;
            str_print(&texts[i], ")%s", str_text(&behind));
            lines[i] = (struct clip_line){str_text(&texts[i]), 0, texts[i].length, start, end};
            size_t own = clip_first_column(&lines[i], n_columns);
            first = own > first ? own : first;
        }
        for (int i = 0; i < 2; i++) {
            struct str out = {0};
            struct clip_columns columns = clip_add(&out, &lines[i], first, n_columns, "", "");
            assert_int_equal(columns.end - columns.start, lines[i].mark_end - lines[i].mark_start);
            assert_int_equal(columns.start, clip_mark_column(&lines[i]) - first);
            str_release(&out);
            str_release(&texts[i]);
        }
        str_release(&before);
        str_release(&behind);
    }
}

/* The end that is given here is far outside of the text, which a clip would notice. */
TEST(clip__reads_no_further_than_it_shows)
{
    static char code[1000];
    memset(code, 'x', sizeof code);
    struct clip_line line = {code, 0, SIZE_MAX / 4, 300, 305};
    scoped(str) out = {0};
    size_t first = clip_first_column(&line, 40);
    struct clip_columns marked = clip_add(&out, &line, first, 40, "[", "]");
    assert_int_equal(clip_mark_column(&line), 300);
    assert_int_equal(marked.end - marked.start, 5);
    assert_string_equal(str_text(&out), "\u2026xxxxxxxxxxxx[xxxxx]xxxxxxxxxxxxxxxxxxxxx\u2026");
}
