/* Rows of CSV are read as they were written (RFC 4180), each with its first line number, wherever
 * their bytes are divided; a wrong quote spoils little; cells are written so that they are read. */
#include "base/csv.h"
#include "tests/support/test.h"

/* Adds bytes with visible control characters: \n, \r and \0. */
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
    str_add_text(out, row->is_binary ? "!" : "");
}

/* Rows as "LINE[field][field]", with ! after one that is binary; in a static buffer. */
static const char *rows_of(const char *bytes, size_t length)
{
    static struct str rows;
    str_clear(&rows);
    csv_read(bytes, length, add_row, &rows);
    return str_text(&rows);
}

static const char *rows_of_text(const char *text)
{
    return rows_of(text, strlen(text));
}

TEST(csv_rows__are_those_of_rfc_4180)
{
    static const struct text_case cases[] = {
        {"", ""},
        {"a", "1[a]"},
        {"a,b\nc,d\n", "1[a][b] 2[c][d]"},
        {"a,b\r\nc,d", "1[a][b] 2[c][d]"},
        {"\"a\rb\",c\nd\r\n", "1[a\\rb][c] 2[d]"},
        {"a,,\n", "1[a][][]"},
        {",\n,", "1[][] 2[][]"},
        {" a , b\t\n", "1[ a ][ b\t]"},
        /* quotes */
        {"\"a,b\",c\n", "1[a,b][c]"},
        {"\"say \"\"a\"\"\"\n", "1[say \"a\"]"},
        {"\"\"\"\",\"\"\"\"\"\"\n", "1[\"][\"\"]"},
        {"\"\"\n", "1[]"},
        {"a,\"\"", "1[a][]"},
        {"a\"b,c\n", "1[a\"b][c]"},
        {"\" a \",b\n", "1[ a ][b]"},
        {"\"", "1"}, /* that are not closed, or not before a comma */
        {"a\n\n\"b\n\nc\n", "1[a] 3 5[c]"},
        {"a,\"b\"\"", "1[a]"},
        {"a,\"b\"c,d\ne,f\n", "1[a] 2[e][f]"},
        {"a,\"b,c\nd,\"e\",f\ng\n", "1[a] 2[d][e][f] 3[g]"},
        /* lines */
        {"\"a\nb\",c\nd\n", "1[a\\nb][c] 3[d]"},
        {"\"a\r\nb\",c\r\nd\r\n", "1[a\\r\\nb][c] 3[d]"},
        {"a\n\"\n\"\n\"\n\"\nb", "1[a] 2[\\n] 4[\\n] 6[b]"},
        {"\n\r\n\n", ""},
        {"\n\na\n\r\n\nb", "3[a] 6[b]"},
        {"a\n\n\"b\n\nc\"\n\nd\n\n", "1[a] 3[b\\n\\nc] 7[d]"},
        /* a byte order mark */
        {"\xef\xbb\xbf", ""},
        {"\xef\xbb\xbf\"a,\nb\"\nc", "1[a,\\nb] 3[c]"},
        {"a\n\xef\xbb\xbfz\n", "1[a] 2[\xef\xbb\xbfz]"},
        {"\xef\xbb", "1[\xef\xbb]!"},
        /* what is binary */
        {"a\x01,\xe3\x81\x82,\xf0\x9f\x8d\x8e", "1[a\x01][\xe3\x81\x82][\xf0\x9f\x8d\x8e]"},
        {"x,\xff,x\nx", "1[x][\xff][x]! 2[x]"},
        {"x,x,\"\xe3\x81\"", "1[x][x][\xe3\x81]!"},
        {"\xed\xa0\x80,x", "1[\xed\xa0\x80][x]!"}, /* a surrogate */
        {"\"\xc0\xaf\",x", "1[\xc0\xaf][x]!"},     /* an overlong form */
        {"\xe3,\x81\x82", "1[\xe3][\x81\x82]!"},   /* cut in two */
    };
    static const char zeros[] = "a\0b,\"\0\"\n\0\n\0,c";
    expect_texts(cases, N_ITEMS(cases), rows_of_text);
    assert_string_equal(rows_of(zeros, sizeof zeros - 1), "1[a\\0b][\\0]! 2[\\0]! 3[\\0][c]!");
}

static void add_quoted(struct str *text, const char *bytes, size_t length)
{
    str_add_text(text, "\"");
    for (size_t i = 0; i < length; i++)
        str_add(text, bytes[i] == '"' ? "\"\"" : &bytes[i], bytes[i] == '"' ? 2 : 1);
    str_add_text(text, "\"");
}

/* Made rows, whose fields are in quotes where they must be; in a second text all are, in a third
 * some. libcsv cuts those with quotes. */
TEST(csv_rows__give_back_whatever_was_written)
{
    static const char *const pieces[] = {"a",    "b ", "\t", ";",  "りんご", "\xff", "\xe3\x81",
                                         "\x01", ",",  "\"", "\n", "\r",     "\r\n"};
    static const char *const line_ends[] = {"\n", "\r\n"};
    srand(1);
    for (int round = 0; round < 1500; round++) {
        scoped(str) rows = {0};
        struct str texts[3] = {{0}, {0}, {0}};
        size_t line = 1, n_pieces = round % 2 ? 8 : N_ITEMS(pieces);
        for (int t = 0; t < 3 && round % 7 == 0; t++)
            str_add_text(&texts[t], "\xef\xbb\xbf");
        for (int row = rand() % 8; row > 0; row--, line++) {
            int n_fields = rand() % 5; /* none: a blank line */
            bool is_binary = false;
            if (n_fields)
                str_print(&rows, "%s%zu", rows.length ? " " : "", line);
            for (int f = 0; f < n_fields; f++) {
                scoped(str) field = {0};
                for (int n = rand() % 4 + (n_fields == 1); n > 0; n--)
                    if (rand() % 20 == 0)
                        str_add(&field, "", 1); /* a zero byte */
                    else
                        str_add_text(&field, pieces[(size_t)rand() % n_pieces]);
                const char *bytes = str_text(&field);
                bool needs_quotes = false;
                for (size_t i = 0; i < field.length; i++) {
                    needs_quotes |= bytes[i] && strchr(",\"\n\r", bytes[i]);
                    line += bytes[i] == '\n';
                }
                for (int t = 0; t < 3; t++) {
                    str_add_text(&texts[t], f ? "," : "");
                    if (needs_quotes || t == 1 || (t == 2 && rand() % 2))
                        add_quoted(&texts[t], bytes, field.length);
                    else
                        str_add(&texts[t], bytes, field.length);
                }
                str_add_text(&rows, "[");
                add_visible(&rows, bytes, field.length);
                str_add_text(&rows, "]");
                is_binary |=
                    memchr(bytes, '\0', field.length) || !utf8_is_valid(bytes, field.length);
            }
            str_add_text(&rows, is_binary ? "!" : "");
            for (int t = 0; t < 3 && (row > 1 || round % 2); t++)
                str_add_text(&texts[t], line_ends[round % 2]);
        }
        for (int t = 0; t < 3; t++) {
            assert_string_equal(rows_of(str_text(&texts[t]), texts[t].length), str_text(&rows));
            str_release(&texts[t]);
        }
    }
}

static void note_length(void *context, const struct csv_row *row)
{
    size_t *expected = context;
    assert_int_equal(row->n_fields, 2);
    assert_int_equal(row->fields[0].length, expected[0]);
    assert_int_equal(row->fields[1].length, 1);
    assert_int_equal(row->line, ++expected[1]);
}

/* The end of a line is searched in pieces: it may be at the end of one, or half in the next. And to
 * look through the rest at each of a million would take hours. */
TEST(csv_rows__may_have_any_length_and_be_millions)
{
    static const char *const line_ends[] = {"\n", "\r\n"};
    for (size_t length = 0; length < 1101; length += 1 + length / 600 * 3)
        for (size_t i = 0; i < N_ITEMS(line_ends); i++)
            for (size_t n_rows = 3; n_rows;
                 n_rows = n_rows == 3 && length == 7 ? tier_draws(1000000) : 0) {
                scoped(str) text = {0};
                size_t expected[2] = {length, 0};
                for (size_t row = 0; row < n_rows; row++) {
                    memset(str_reserve(&text, length), 'x', length);
                    str_extend(&text, length);
                    str_add_text(&text, ",y");
                    str_add_text(&text, row + 1 < n_rows || length % 2 ? line_ends[i] : "");
                }
                csv_read(str_text(&text), text.length, note_length, expected);
                assert_int_equal(expected[1], n_rows);
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
    for (size_t i = 0; i < row->n_fields && i < MAX_CSV_FIELDS; i++)
        if (!row->is_binary || i + 1 < row->n_fields)
            assert_int_equal(atoi(row->fields[i].text), i);
    expected->n_seen++;
}

TEST(csv_row__passes_a_limited_number_of_fields_and_counts_all)
{
    for (size_t width = MAX_CSV_FIELDS - 1; width < MAX_CSV_FIELDS + 3; width++)
        for (int kind = 0; kind < 4; kind++) {
            struct wide_row expected = {.n_fields = width, .is_binary = kind & 1};
            scoped(str) text = {0};
            for (size_t n = 0; n < 3 * width; n++)
                if (n % width == width - 1)
                    str_add_text(&text, kind & 1 ? "\xff\n" : printed("%zu\n", width - 1));
                else
                    str_print(&text, kind & 2 ? "\"%zu\"," : "%zu,", n % width);
            csv_read(str_text(&text), text.length, check_wide_row, &expected);
            assert_int_equal(expected.n_seen, 3);
        }
}

TEST(csv_column__finds_a_column_by_its_whole_name)
{
    static const struct csv_field fields[] = {{"id", 2}, {"", 0},      {"name", 4},
                                              {"id", 2}, {"names", 5}, {"date\0x", 6}};
    static const struct {
        const char *name;
        int column;
    } cases[] = {{"id", 0},    {"", 1},   {"name", 2},   {"names", 4},
                 {"date", -1}, {"i", -1}, {"name ", -1}, {"Id", -1}};
    struct csv_row header = {fields, N_ITEMS(fields), 1, false}, none = {NULL, 0, 1, false};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        assert_int_equal(csv_column(&header, cases[i].name), cases[i].column);
        assert_int_equal(csv_column(&none, cases[i].name), -1);
    }
}

/* ---- The rows of a text that comes in parts ---- */

/* Cuts a row, of a form that the first character names: a delimiter, or `\` for text with
 * backslashes. Gives its fields in brackets; "!" when it is not sound. */
static const char *cut(const char *row)
{
    static struct str shown;
    const struct csv_form form = {row[0] == '\\' ? '\t' : row[0], row[0] == '\\'};
    char bytes[128];
    struct csv_fields fields = {0};
    strcpy(bytes, row + 1);
    str_clear(&shown);
    bool is_sound = csv_cut(&fields, &form, bytes, strlen(row + 1));
    for (size_t i = 0; i < fields.list.n && is_sound; i++) {
        const char *text = fields.list.items[i].text;
        assert_int_equal(text ? strlen(text) : 0, fields.list.items[i].length);
        str_print(&shown, text ? "[%s]" : "null", text);
    }
    assert_true(!is_sound || fields.n == fields.list.n);
    array_release(&fields.list);
    return is_sound ? str_text(&shown) : "!";
}

/* https://www.postgresql.org/docs/current/sql-copy.html, "Text Format" */
TEST(csv_row__has_any_delimiter_and_quotes_or_backslashes)
{
    static const struct text_case cases[] = {
        {",a,b,c\r\n", "[a][b][c]"},
        {",", "[]"},
        {",,,\n", "[][][]"},
        {",\"\"", "[]"},
        {",\"a\nb\",\"c\r\n\"\r\n", "[a\nb][c\r\n]"},
        {",\"say \"\"no\"\"\",x\n", "[say \"no\"][x]"},
        {",\"\"\"\"\"\"\n", "[\"\"]"},
        {",a\"b,c\n", "[a\"b][c]"},
        {", \"a\" ,b\n", "[ \"a\" ][b]"},
        {",\"a\"b,c\n", "!"},
        {",\"a\" ,c\n", "!"},
        {",\"a\n", "!"},
        {",\"", "!"},
        {",x,\"a\"\"\n", "!"},
        {";a,b;\"c;d\";;e\n", "[a,b][c;d][][e]"},
        {";\"a\",b\n", "!"},
        {"\ta\t\"b\tc\"\t\\t\r\n", "[a][b\tc][\\t]"},
        {"\\a\tb\n", "[a][b]"},
        {"\\a\t\r\n", "[a][]"},
        {"\\", "[]"},
        {"\\\\N\tN\t\\\\N\t\\Nx\tx\\N", "null[N][\\N][Nx][xN]"},
        {"\\\\b\\f\\n\\r\\t\\v\\\\", "[\b\f\n\r\t\v\\]"},
        {"\\\"a\"\t\"", "[\"a\"][\"]"},
        {"\\a\\\tb\tc\\\nd\n", "[a\tb][c\nd]"},
        {"\\\\101\\1012\\7x\\x41\\x4a4\\x4\\xg\\8\\q", "[AA2\axAJ4\x04xg8q]"},
        {"\\a\\", "[a\\]"},
    };
    expect_texts(cases, N_ITEMS(cases), cut);
}

TEST(csv_row__ends_at_the_same_place_wherever_its_bytes_are_divided)
{
    static const struct {
        const char *text;
        size_t length; /* of the first row; 0: it does not end */
        bool is_copy;
    } cases[] = {{"a,b\nc", 4, false},
                 {"\"a\nb\"\nc\n", 6, false},
                 {"\"a\"\"\nb\"\nc\n", 8, false},
                 {"\"a\"x\"\nb\n", 6, false},
                 {"x\"\ny\"\n", 3, false},
                 {"\"a\n", 0, false},
                 {"a", 0, false},
                 {"\"a\"\r\nb", 5, false},
                 {"a,\"b\",\"c\nd\"\n", 12, false},
                 {"a\tb\nc", 4, true},
                 {"\"a\nb\"\n", 3, true},
                 {"a\\\nb\nc\n", 5, true},
                 {"a\\\\\nb\n", 4, true},
                 {"a\\\n", 0, true}};
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        for (size_t step = 1; step <= strlen(cases[i].text) + 1; step++) {
            const struct csv_form form = {cases[i].is_copy ? '\t' : ',', cases[i].is_copy};
            struct csv_scan scan = {0};
            bool has_ended = false;
            for (size_t n = 0; n < strlen(cases[i].text) && !has_ended;) {
                n = smaller(n + step, strlen(cases[i].text));
                has_ended = csv_scan(&scan, &form, cases[i].text, n);
            }
            assert_int_equal(has_ended ? scan.n_bytes : 0, cases[i].length);
        }
}

/* ---- Cells that are written ---- */

TEST(csv_cell__is_in_quotes_where_it_needs_them_and_never_a_formula)
{
    static const char *const cases[][3] = {
        /* a text, its cell, and one for a spreadsheet; NULL: its cell in quotes */
        {"a", "a", "\"a\""},
        {"", "\"\"", NULL},
        {"a b", "a b", "\"a b\""},
        {" a", "\" a\"", NULL},
        {"a\t", "\"a\t\"", NULL},
        {"a,b", "\"a,b\"", NULL},
        {"a\"b", "\"a\"\"b\"", NULL},
        {"a\nb", "\"a\nb\"", NULL},
        {"a\rb", "\"a\rb\"", NULL},
        {"a=1", "a=1", "\"a=1\""},
        {"=1+1", "=1+1", "\"'=1+1\""},
        {"+=", "+=", "\"'+=\""},
        {"-1", "-1", "\"'-1\""},
        {"@SUM(A1)", "@SUM(A1)", "\"'@SUM(A1)\""},
        {"\t=1", "\"\t=1\"", "\"'\t=1\""},
        {"\r=1", "\"\r=1\"", "\"'\r=1\""},
        {"\n=1", "\"\n=1\"", "\"'\n=1\""},
    };
    static const char *const values[][2] = {{"null", ""},
                                            {"true", "true"},
                                            {"-12", "-12"},
                                            {"0.5", "0.5"},
                                            {"\"12\"", "\"12\""},
                                            {"[1,2]", "\"[1,2]\""},
                                            {"{\"a\":\"=\"}", "\"{\"\"a\"\":\"\"=\"\"}\""}};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) cell = {0}, safe = {0};
        csv_add_text(&cell, cases[i][0]);
        assert_string_equal(str_text(&cell), cases[i][1]);
        csv_add_safe_text(&safe, cases[i][0]);
        assert_string_equal(str_text(&safe), cases[i][2] ? cases[i][2] : cases[i][1]);
    }
    for (size_t i = 0; i < N_ITEMS(values); i++) {
        scoped(json) *value = NULL;
        scoped(str) cell = {0};
        assert_done(json_parse(&value, values[i][0], strlen(values[i][0]), &err));
        csv_add_value(&cell, value);
        assert_string_equal(str_text(&cell), values[i][1]);
    }
}
