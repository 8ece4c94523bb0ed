/* Lines at every width, and of any place: what no program that parses would show. What they look
 * like is in the case diff-lines. */
#include "base/str.h"
#include "report/clip.h"
#include "report/diff.h"
#include "tests/support/test.h"

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

/* The end that is given is far outside of the text, which a clip would notice. */
TEST(clip__reads_no_further_than_it_shows)
{
    static char code[1000];
    memset(code, 'x', sizeof code);
    struct clip_line line = {code, 0, SIZE_MAX / 4, 300, 305};
    scoped(str) out = {0};
    clip_add(&out, &line, clip_first_column(&line, 40), 40, "[", "]");
    assert_string_equal(str_text(&out), "\u2026xxxxxxxxxxxx[xxxxx]xxxxxxxxxxxxxxxxxxxxx\u2026");
}

/* Random text, and places between two of its characters. */
static void make_random(struct str *code, size_t places[2])
{
    static const char *const pieces[] = {"a", "\n", "\r", "\r\n", "\t", "語", "e\xcc\x81", "\x01"};
    size_t n = (size_t)rand() % 12, first = (size_t)rand() % (n + 1),
           second = first + (size_t)rand() % (n + 1 - first);
    str_clear(code);
    str_add(code, "", 0);
    for (size_t i = 0; i <= n; i++) {
        if (i == first)
            places[0] = code->length;
        if (i == second)
            places[1] = code->length;
        if (i < n)
            str_add_text(code, pieces[(size_t)rand() % N_ITEMS(pieces)]);
    }
}

/* Stores may have been changed by hand: an edit may be of anything, also of a half of a line end.
 */
TEST(hunk__takes_any_place)
{
    struct str codes[2] = {{0}, {0}};
    srand(3);
    for (int round = 0; round < 20000; round++) {
        size_t buggy[2], fixed[2];
        make_random(&codes[0], buggy);
        make_random(&codes[1], fixed);
        struct fix row = {
            .buggy_code = str_text(&codes[0]),
            .fixed_code = str_text(&codes[1]),
            .buggy_length = codes[0].length,
            .fixed_length = codes[1].length,
            .start_byte = (int64_t)buggy[0],
            .end_byte = (int64_t)buggy[1],
            .fixed_start_byte = (int64_t)fixed[0],
            .fixed_end_byte = (int64_t)fixed[1],
        };
        struct diff_style style = {.n_columns = 21 + (size_t)rand() % 8,
                                   .n_context = rand() % 2 ? (size_t)rand() % 3 : SIZE_MAX,
                                   .has_color = false};
        scoped(str) out = {0};
        diff_add_lines(&out, &row, &style);
        assert_in_range(out.length, 1, 5000);
        for (char *rest = out.text, *line; (line = strsep(&rest, "\n")) && rest;) {
            if (strstr(line, "(comments or layout"))
                continue;
            assert_int_equal(line[9], '|');
            bool is_count = strstr(line, "of the token") != NULL;
            assert_in_range(utf8_columns(line, strlen(line)), 9, is_count ? 40 : style.n_columns);
        }
    }
    str_release(&codes[0]);
    str_release(&codes[1]);
}
