/* Rows of a CSV text are read as they were written, each with its first line number. */
#include "base/csv.h"
#include "tests/support/test.h"

/* Adds a text with visible control characters: \n, \r and \0. */
static void add_visible(struct str *out, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] == '\n' || bytes[i] == '\r' || bytes[i] == '\0')
            str_print(out, "\\%c", bytes[i] == '\n' ? 'n' : bytes[i] == '\r' ? 'r' : '0');
        else
            str_add(out, &bytes[i], 1);
    }
}

static void add_row(void *context, const struct csv_row *row)
{
    struct str *out = context;
    str_print(out, "%s%zu", out->length ? " " : "", row->line);
    for (size_t i = 0; i < row->n_fields; i++) {
        assert_int_equal(row->fields[i].text[row->fields[i].length], '\0');
        str_add_text(out, "[");
        add_visible(out, row->fields[i].text, row->fields[i].length);
        str_add_text(out, "]");
    }
}

/* Rows as "LINE[field][field]", joined by spaces; in a static buffer. */
static const char *rows_of(const char *bytes, size_t length)
{
    static struct str rows;
    str_clear(&rows);
    csv_read(bytes, length, add_row, &rows);
    return str_text(&rows);
}

static void check_cases(const struct text_case *cases, size_t n)
{
    for (size_t i = 0; i < n; i++)
        assert_string_equal(rows_of(cases[i].given, strlen(cases[i].given)), cases[i].expected);
}

TEST(csv_rows__are_split_at_commas_and_line_ends)
{
    static const struct text_case cases[] = {
        {"", ""},
        {"a", "1[a]"},
        {"a,b\nc,d\n", "1[a][b] 2[c][d]"},
        {"a,b\nc,d", "1[a][b] 2[c][d]"},
        {"a,b\r\nc,d\r\n", "1[a][b] 2[c][d]"},
        {"a,b\r\nc,d", "1[a][b] 2[c][d]"},
        {"a,b\rc,d\r", "1[a][b] 2[c][d]"},
        {"\"a\rb\",c\rd\r", "1[a\\rb][c] 3[d]"},
        {"a,,\n", "1[a][][]"},
        {",\n,", "1[][] 2[][]"},
        {" a , b\t\n", "1[ a ][ b\t]"},
        {"\xe3\x81\x82,\xff\n", "1[\xe3\x81\x82][\xff]"},
    };
    check_cases(cases, N_ITEMS(cases));
}

TEST(csv_rows__take_quoted_fields_as_they_are)
{
    static const struct text_case cases[] = {
        {"\"a\",\"b\"\n", "1[a][b]"},
        {"\"a,b\",c\n", "1[a,b][c]"},
        {"\"say \"\"a\"\"\"\n", "1[say \"a\"]"},
        {"\"\"\"\",\"\"\"\"\"\"\n", "1[\"][\"\"]"},
        {"\"\"\n", "1[]"},
        {"a,\"\"", "1[a][]"},
        {"a\"b,c\n", "1[a\"b][c]"},
        {"\" a \",b\n", "1[ a ][b]"},
    };
    check_cases(cases, N_ITEMS(cases));
}

TEST(csv_rows__know_the_line_that_they_start_on)
{
    static const struct text_case cases[] = {
        {"\"a\nb\",c\nd\n", "1[a\\nb][c] 3[d]"},
        {"\"a\r\nb\",c\r\nd\r\n", "1[a\\r\\nb][c] 3[d]"},
        {"a,\"\n\n\"\nb\n", "1[a][\\n\\n] 4[b]"},
        {"a\n\"\n\"\n\"\n\"\nb", "1[a] 2[\\n] 4[\\n] 6[b]"},
        {"\"a\nb\",\"c\nd\"\ne", "1[a\\nb][c\\nd] 4[e]"},
    };
    check_cases(cases, N_ITEMS(cases));
}

TEST(csv_rows__pass_over_blank_lines_and_count_them)
{
    static const struct text_case cases[] = {
        {"\n", ""},
        {"\n\r\n\n", ""},
        {"\n\na\n\r\n\nb", "3[a] 6[b]"},
        {"a\n\n\"b\n\nc\"\n\nd\n\n", "1[a] 3[b\\n\\nc] 7[d]"},
    };
    check_cases(cases, N_ITEMS(cases));
}

TEST(csv_rows__skip_a_byte_order_mark_at_the_start)
{
    static const struct text_case cases[] = {
        {"\xef\xbb\xbf", ""},
        {"\xef\xbb\xbf"
         "a,b\n",
         "1[a][b]"},
        {"\xef\xbb\xbf\"a,\nb\"\nc", "1[a,\\nb] 3[c]"},
        {"a\n\xef\xbb\xbf"
         "b\n",
         "1[a] 2[\xef\xbb\xbf"
         "b]"},
        {"\xef\xbb", "1[\xef\xbb]"},
    };
    check_cases(cases, N_ITEMS(cases));
}

TEST(csv_rows__end_an_unterminated_quote_with_the_text)
{
    static const struct text_case cases[] = {
        {"\"", "1[]"},
        {"a\n\"b,c\nd", "1[a] 2[b,c\\nd]"},
        {"a\n\n\"b\n\nc\n", "1[a] 3[b\\n\\nc\\n]"},
        {"a,\"b\"\"", "1[a][b\"]"},
    };
    check_cases(cases, N_ITEMS(cases));
}

TEST(csv_rows__keep_zero_bytes)
{
    static const char text[] = "a\0b,\"\0\"\n\0\n\0,c";
    assert_string_equal(rows_of(text, sizeof text - 1), "1[a\\0b][\\0] 2[\\0] 3[\\0][c]");
}

/* Bytes that matter to the format, and some others. */
static const char alphabet[] = {'a', ',', '"', '\n', '\r', '\0', '\xe3', '\x81', '\x82', 'b'};

static void add_quoted(struct str *text, const char *bytes, size_t length)
{
    str_add_text(text, "\"");
    for (size_t i = 0; i < length; i++)
        str_add(text, bytes[i] == '"' ? "\"\"" : &bytes[i], bytes[i] == '"' ? 2 : 1);
    str_add_text(text, "\"");
}

TEST(csv_rows__give_back_whatever_was_quoted)
{
    srand(1);
    for (int round = 0; round < 300; round++) {
        scoped(str) text = {0}, rows = {0};
        size_t line = 1;
        for (int r = rand() % 5; r >= 0; r--) {
            str_print(&rows, "%s%zu", rows.length ? " " : "", line);
            for (int f = rand() % 3; f >= 0; f--) {
                char field[8];
                size_t length = (size_t)rand() % (sizeof field + 1);
                for (size_t i = 0; i < length; i++) {
                    field[i] = alphabet[(size_t)rand() % sizeof alphabet];
                }
                for (size_t i = 0; i < length; i++) /* CRLF is one line end */
                    line += field[i] == '\n' ||
                            (field[i] == '\r' && (i + 1 == length || field[i + 1] != '\n'));
                add_quoted(&text, field, length);
                str_add_text(&text, f ? "," : rand() % 2 ? "\n" : "\r\n");
                str_add_text(&rows, "[");
                add_visible(&rows, field, length);
                str_add_text(&rows, "]");
            }
            line++;
        }
        assert_string_equal(rows_of(str_text(&text), text.length), str_text(&rows));
    }
}

/* A row for comparison: also whether it is binary. */
static void add_row_in_full(void *context, const struct csv_row *row)
{
    struct str *out = context;
    add_row(out, row);
    str_add_text(out, row->is_binary ? " binary" : "");
}

/* Adds a field without quotes, line ends and commas, with or without quotes around it. */
static void add_random_field(struct str *plain, struct str *mixed, struct str *quoted,
                             bool is_mixed_quoted, bool may_be_empty)
{
    static const char *const pieces[] = {"a",      "bc",   " ",        "\t",         ";",
                                         "りんご", "\xff", "\xe3\x81", "2017-05-02", "\x01"};
    scoped(str) field = {0};
    int n_pieces = rand() % 4 + !may_be_empty;
    for (int i = 0; i < n_pieces; i++)
        if (rand() % 12 == 0)
            str_add(&field, "", 1); /* a zero byte */
        else
            str_add_text(&field, pieces[(size_t)rand() % (rand() % 4 ? 4 : N_ITEMS(pieces))]);
    str_add(plain, str_text(&field), field.length);
    add_quoted(quoted, str_text(&field), field.length);
    if (is_mixed_quoted)
        add_quoted(mixed, str_text(&field), field.length);
    else
        str_add(mixed, str_text(&field), field.length);
}

/* Rows without quotes are cut by csv_read() itself, the others by libcsv. */
TEST(csv_rows__are_the_same_with_and_without_quotes)
{
    static const char *const line_ends[] = {"\n", "\r\n", "\r"};
    srand(2);
    for (int round = 0; round < 3000; round++) {
        struct str texts[3] = {{0}, {0}, {0}}, rows[3] = {{0}, {0}, {0}};
        int n_rows = rand() % 8, own_line_end = rand() % 4;
        for (int t = 0; t < 3 && round % 7 == 0; t++)
            str_add_text(&texts[t], "\xef\xbb\xbf");
        for (int row = 0; row < n_rows; row++) {
            int n_fields = rand() % 5; /* none: a blank line */
            bool is_mixed_quoted = rand() % 2;
            for (int i = 0; i < n_fields; i++) {
                for (int t = 0; t < 3 && i > 0; t++)
                    str_add_text(&texts[t], ",");
                add_random_field(&texts[0], &texts[1], &texts[2], is_mixed_quoted, n_fields > 1);
            }
            const char *line_end = line_ends[own_line_end < 3 ? own_line_end : rand() % 3];
            bool has_line_end = row + 1 < n_rows || rand() % 2;
            for (int t = 0; t < 3 && has_line_end; t++)
                str_add_text(&texts[t], line_end);
        }
        for (int t = 0; t < 3; t++) {
            csv_read(str_text(&texts[t]), texts[t].length, add_row_in_full, &rows[t]);
            if (rows[t].length != rows[0].length ||
                memcmp(str_text(&rows[t]), str_text(&rows[0]), rows[0].length) != 0)
                fail_msg("round %d: '%s', not '%s'", round, str_text(&rows[t]), str_text(&rows[0]));
        }
        for (int t = 0; t < 3; t++) {
            str_release(&texts[t]);
            str_release(&rows[t]);
        }
    }
}

TEST(csv_rows__may_be_long_and_many)
{
    scoped(str) text = {0}, rows = {0};
    for (size_t line = 1; line <= 2000; line++) {
        str_print(&text, "%0*zu,x\n", (int)(line % 500), line);
        str_print(&rows, "%s%zu[%0*zu][x]", line > 1 ? " " : "", line, (int)(line % 500), line);
    }
    assert_string_equal(rows_of(str_text(&text), text.length), str_text(&rows));
}

static void note_length(void *context, const struct csv_row *row)
{
    size_t *expected = context;
    assert_int_equal(row->n_fields, 2);
    assert_int_equal(row->fields[0].length, expected[0]);
    assert_int_equal(row->fields[1].length, 1);
    assert_int_equal(row->line, ++expected[1]);
}

/* The end of a line is searched in pieces: it may be at the end of one, or half in the next. */
TEST(csv_rows__may_have_any_length)
{
    static const char *const line_ends[] = {"\n", "\r\n", "\r"};
    for (size_t length = 0; length < 1100; length++)
        for (size_t i = 0; i < N_ITEMS(line_ends); i++)
            for (int has_last_end = 0; has_last_end < 2; has_last_end++) {
                scoped(str) text = {0};
                size_t expected[2] = {length, 0};
                for (int row = 0; row < 3; row++) {
                    for (size_t n = 0; n < length; n++)
                        str_add(&text, "x", 1);
                    str_add_text(&text, ",y");
                    str_add_text(&text, row < 2 || has_last_end ? line_ends[i] : "");
                }
                csv_read(str_text(&text), text.length, note_length, expected);
                assert_int_equal(expected[1], 3);
            }
}

static void count_row(void *context, const struct csv_row *row)
{
    size_t *n = context;
    assert_int_equal(row->line, ++*n);
    assert_int_equal(row->n_fields, 2);
}

/* So many that to look through the rest at each of them would take hours. */
TEST(csv_rows__may_be_millions_with_any_line_end)
{
    static const char *const line_ends[] = {"\n", "\r\n", "\r"};
    enum { N_LINES = 1200000 };
    for (size_t i = 0; i < N_ITEMS(line_ends); i++) {
        scoped(str) text = {0};
        size_t n_rows = 0;
        for (int line = 0; line < N_LINES; line++) {
            str_add(&text, "a,b", 3);
            str_add_text(&text, line_ends[i]);
        }
        csv_read(str_text(&text), text.length, count_row, &n_rows);
        assert_int_equal(n_rows, N_LINES);
    }
}

TEST(csv_column__finds_a_column_by_its_whole_name)
{
    static const struct csv_field fields[] = {{"id", 2}, {"", 0},      {"name", 4},
                                              {"id", 2}, {"names", 5}, {"Date", 4}};
    static const struct {
        const char *name;
        int column;
    } cases[] = {{"id", 0},    {"", 1},   {"name", 2},   {"names", 4},
                 {"date", -1}, {"i", -1}, {"name ", -1}, {"ids", -1}};
    static const struct csv_field cut = {"date\0x", 6};
    struct csv_row header = {fields, N_ITEMS(fields), 1, false}, none = {NULL, 0, 1, false};
    assert_int_equal(csv_column(&(struct csv_row){&cut, 1, 1, true}, "date"), -1);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        assert_int_equal(csv_column(&header, cases[i].name), cases[i].column);
        assert_int_equal(csv_column(&none, cases[i].name), -1);
    }
}

static void note_binary(void *context, const struct csv_row *row)
{
    *(bool *)context |= row->is_binary;
}

TEST(csv_row__is_binary_with_a_zero_byte_or_broken_utf8)
{
    static const struct {
        const char *bytes;
        size_t length;
        bool is_binary;
    } cases[] = {
        {"", 0, false},
        {"a\x01", 2, false},
        {"\xe3\x81\x82", 3, false},
        {"\xf0\x9f\x8d\x8e", 4, false},
        {"\0", 1, true},
        {"ab\0", 3, true},
        {"\xff", 1, true},
        {"\xe3\x81", 2, true},
        {"\xed\xa0\x80", 3, true},  /* a surrogate */
        {"\xc0\xaf", 2, true},      /* an overlong form */
        {"\xe3,\x81\x82", 4, true}, /* a character that a comma cuts in two */
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        for (int place = 0; place < 3; place++)
            for (int is_quoted = 0; is_quoted < 2; is_quoted++) {
                scoped(str) text = {0};
                bool is_any_binary = false;
                for (int field = 0; field < 3; field++) {
                    str_add_text(&text, field ? "," : "");
                    str_add_text(&text, is_quoted ? "\"" : "");
                    str_add(&text, field == place ? cases[i].bytes : "x",
                            field == place ? cases[i].length : 1);
                    str_add_text(&text, is_quoted ? "\"" : "");
                }
                csv_read(str_text(&text), text.length, note_binary, &is_any_binary);
                assert_int_equal(is_any_binary, cases[i].is_binary);
            }
}

struct wide_row {
    size_t n_fields, n_seen;
    bool is_binary;
};

/* Field i holds the number i, except for the last of a binary row. */
static void check_wide_row(void *context, const struct csv_row *row)
{
    struct wide_row *expected = context;
    assert_int_equal(row->n_fields, expected->n_fields);
    assert_int_equal(row->is_binary, expected->is_binary);
    for (size_t i = 0; i < row->n_fields && i < MAX_CSV_FIELDS; i++) {
        const char *number = printed("%zu", i);
        if (!row->is_binary || i + 1 < row->n_fields)
            assert_string_equal(row->fields[i].text, number);
    }
    expected->n_seen++;
}

TEST(csv_row__passes_a_limited_number_of_fields_and_counts_all)
{
    static const size_t widths[] = {MAX_CSV_FIELDS - 1, MAX_CSV_FIELDS, MAX_CSV_FIELDS + 1,
                                    MAX_CSV_FIELDS + 2, 3 * MAX_CSV_FIELDS};
    for (size_t i = 0; i < N_ITEMS(widths); i++)
        for (int kind = 0; kind < 4; kind++) {
            struct wide_row expected = {.n_fields = widths[i], .is_binary = kind & 1};
            scoped(str) line = {0};
            for (size_t field = 0; field + 1 < widths[i]; field++)
                str_print(&line, kind & 2 ? "\"%zu\"," : "%zu,", field);
            if (expected.is_binary)
                str_add_text(&line, "\xff\n");
            else
                str_print(&line, "%zu\n", widths[i] - 1);
            scoped(str) text = {0};
            for (int row = 0; row < 3; row++)
                str_add(&text, str_text(&line), line.length);
            csv_read(str_text(&text), text.length, check_wide_row, &expected);
            assert_int_equal(expected.n_seen, 3);
        }
}
