/* The form of rows is found from their first bytes, whatever is in them, and the same rows in any
 * form have the same values. */
#include "miner/rows/row_text.h"

#include "base/file.h"
#include "miner/rows/rows_source.h"
#include "tests/support/run.h"
#include "tests/support/test.h"
#include "tokenize/languages/language.h"

/* The form of a text, or why it is not read. */
static const char *form_of(const struct rows_options *own, int format, const char *text,
                           bool is_whole)
{
    static struct str shown;
    struct row_form form = {.format = (enum row_format)format};
    const struct row_look look = {own, "x", text, strlen(text), is_whole};
    struct err err;
    str_clear(&shown);
    if (row_form_find(&form, &look, &err) != 0)
        return printed("%s", err.message);
    row_form_describe(&shown, &form);
    return str_text(&shown);
}

#define HEADER(c)    "user" c "problem" c "date" c "status" c "language" c "code\n"
#define ROW(c, code) "ann" c "p" c "1" c "WA" c "py3" c code "\n"

static const struct {
    const char *text, *form;
} delimited[] = {
    {HEADER(",") ROW(",", "x"), "CSV with commas"},
    {HEADER(";") ROW(";", "x"), "CSV with semicolons"},
    {HEADER("\t") ROW("\t", "x"), "CSV with tabs"},
    {HEADER("|") ROW("|", "x"), "CSV with vertical bars"},
    /* other delimiters in the code, and in the header */
    {HEADER(";") ROW(";", "f(a, b, c, d, e)") ROW(";", "\"a;b,\n,\""), "CSV with semicolons"},
    {HEADER(",") ROW(",", "a;b;c;d;e;f") ROW(",", "\"a;b;c;d;\n;e;f\""), "CSV with commas"},
    {HEADER("\t") ROW("\t", "\"f(a, b);\n\tg(c, d);\n\""), "CSV with tabs"},
    {"user;a,b;problem;c,d\n1;2,3;4;5,6\n", "CSV with semicolons"},
    {"\"user\";\"problem\";\"date\"\n\"a,b\";\"c\";\"d\"\n", "CSV with semicolons"},
    /* no known name: the number of columns decides */
    {"a;b;c\n1,5;2;3\n4;5,5;6\n", "CSV with semicolons"},
    {"a,b,c\n1;5,2,3\n4,5;5,6\n", "CSV with commas"},
    {"a|b,c\n1|2\n3|4\n", "CSV with commas"},
    {"user\n1\n", "CSV with commas"},
    {"user", "CSV with commas"},
    {"", "CSV with commas"},
    {"\n\r\n" HEADER(";"), "CSV with semicolons"},
    {"sep=|\nuser;x|problem;y\n", "CSV with vertical bars"},
    {"sep=:\r\nuser:problem\r\n", "CSV with the delimiter :"},
    {"sep=\nuser,problem\n", "CSV with commas"},
    {" [user],[code]", "a JSON document"},
    /* text with backslashes */
    {HEADER("\t") ROW("\t", "x = 1\\nprint(x)"), "text with backslashes, with tabs"},
    {HEADER("\t") ROW("\t", "\"\"\"doc\"\"\"\\n\\tx"), "text with backslashes, with tabs"},
    {ROW("\t", "\\N") ROW("\t", "x"), "text with backslashes, with tabs"},
    {HEADER("\t") ROW("\t", "a\\\\b") "\\.\n", "text with backslashes, with tabs"},
    {HEADER("\t") ROW("\t", "\"print(\"\"a\\nb\"\")\""), "CSV with tabs"},
    {HEADER("\t") ROW("\t", "\"a\\nb\nc\""), "CSV with tabs"},
    {HEADER("\t") ROW("\t", "a\\nb") "too\tfew\n", "text with backslashes, with tabs"},
    {HEADER(",") ROW(",", "a\\nb"), "CSV with commas"},
};

TEST(row_form__of_delimited_text_is_found)
{
    static const struct rows_options own;
    for (size_t i = 0; i < N_ITEMS(delimited); i++) {
        const char *form = form_of(&own, ROWS_FOUND, delimited[i].text, true);
        if (strcmp(form, delimited[i].form) != 0)
            fail_msg("%zu: %s: %s, not %s", i, delimited[i].text, form, delimited[i].form);
    }
}

TEST(row_form__is_the_one_that_options_say)
{
    static const struct rows_options header = {.header = "a,b,c"}, none = {0};
    assert_string_equal(form_of(&none, ROWS_COPY, HEADER("\t"), true),
                        "text with backslashes, with tabs");
    assert_string_equal(form_of(&header, ROWS_CSV, "1,1;2,2;3,3\n", true), "CSV with semicolons");
    assert_non_null(strstr(form_of(&header, ROWS_JSON_LINES, "{}", true), "has no header"));
}

#define OBJECT "{\"user\":\"a\",\"problem\":\"b\",\"date\":1,\"status\":2,\"code\":\"\"}"

static const struct {
    const char *text, *form;
    bool has_more;
} jsons[] = {
    {"{}", "JSON lines", false},
    {"{}\n{}\n", "JSON lines", false},
    {OBJECT "\n" OBJECT, "JSON lines", false},
    {OBJECT "\n", "JSON lines", false},
    {OBJECT " \r\n\n x", "JSON lines", false},
    {"{\"a\":[{}]}\n{\"a\":[{}]}\n", "JSON lines", false},
    {"{\"a\":[{}]}\n", "a JSON document", false},
    {"{\"a\":NaN}\n{\"a\":1}\n", "JSON lines", false},
    {"{\"a\":\"x\n{\"b\":[{\"c\":1}]}\n", "JSON lines", false},
    {"{\"a\":1]\n{\"b\":2}\n", "JSON lines", false},
    {"{\n \"a\": [{}],\n \"b\": {\"c\": 2}\n}\n", "a JSON document", false},
    {"{ \"a\": [{},\n{}]}\n", "JSON lines", false},
    {"{ \"a\":\n[{},\n{}]}\n", "a JSON document", false},
    {" [" OBJECT "]", "a JSON document", false},
    {"[]", "a JSON document", false},
    {"[\n  {\n", "a JSON document", true},
    {"{\"status\":\"OK\",\"result\":[" OBJECT ",", "a JSON document", true},
    {"{\"status\":\"OK\",\"result\":[" OBJECT "]}", "a JSON document", false},
    {"{\"a\":{\"b\":[1,2,{}],\"c\":[{}]},\"d\":[]}", "a JSON document", false},
    {"nonsense", "JSON lines", false},
    {"", "JSON lines", false},
};

TEST(row_form__of_json_is_found)
{
    static const struct rows_options own;
    for (size_t i = 0; i < N_ITEMS(jsons); i++) {
        const char *form = form_of(&own, ROWS_JSON_LINES, jsons[i].text, !jsons[i].has_more);
        if (strcmp(form, jsons[i].form) != 0)
            fail_msg("%zu: %s: %s, not %s", i, jsons[i].text, form, jsons[i].form);
    }
}

/* ---- The same rows in every form ---- */

enum { N_VALUES = 7, N_ROWS = 60 };

static const char *const names[N_VALUES] = {"id",     "user",     "problem", "date",
                                            "status", "language", "code"};

struct random_row {
    char values[N_VALUES][64];
};

/* A program of characters that mean something in some form. */
static void make_row(struct random_row *row, int n, unsigned *seed)
{
    static const char *const pieces[] = {",",    ";",   "\t",       "|", "\"",   "\\", "\n",
                                         "\r\n", "\\n", "\\N",      "{", "}",    "[",  "\\.",
                                         "x",    " ",   "\xc3\xa9", "'", "\"\"", "]"};
    sprintf(row->values[0], "%d", n + 1);
    sprintf(row->values[1], "u%d%s", n % 3, n % 2 ? ", \"the\" user" : "");
    sprintf(row->values[2], "p%d;|\\", n % 4);
    sprintf(row->values[3], "%d", 1000 + n);
    strcpy(row->values[4], n % 3 ? "WA" : n % 2 ? "AC" : "");
    strcpy(row->values[5], "py3");
    row->values[6][0] = '\0';
    for (int i = rand_r(seed) % 12; i > 0; i--)
        strcat(row->values[6], pieces[(unsigned)rand_r(seed) % N_ITEMS(pieces)]);
    strcat(row->values[6], "x");
}

static void add_json_text(struct str *out, const char *text)
{
    str_add_text(out, "\"");
    for (; *text; text++)
        if (strchr("\"\\", *text))
            str_print(out, "\\%c", *text);
        else if ((unsigned char)*text < ' ')
            str_print(out, "\\u%04x", (unsigned)*text);
        else
            str_add(out, text, 1);
    str_add_text(out, "\"");
}

static void add_json(struct str *out, const struct random_row *row, const char *space)
{
    str_print(out, "{%s", space);
    for (int i = 0; i < N_VALUES; i++) {
        bool is_nested = i == 1;
        str_print(out, "%s\"%s\":%s", i ? "," : "", names[i], is_nested ? "{\"login\":" : "");
        str_add_text(out, space);
        add_json_text(out, row->values[i]);
        str_add_text(out, is_nested ? "}" : "");
    }
    str_print(out, "%s}", space);
}

static void add_csv(struct str *out, const char *const *values, char delimiter)
{
    for (int i = 0; i < N_VALUES; i++) {
        str_print(out, i ? "%c\"" : "\"", delimiter);
        for (const char *at = values[i]; *at; at++)
            str_print(out, *at == '"' ? "\"\"" : "%c", *at);
        str_add_text(out, "\"");
    }
    str_add_text(out, delimiter == ';' ? "\r\n" : "\n");
}

static void add_copy(struct str *out, const char *const *values)
{
    static const char specials[] = "\b\f\n\r\t\v\\", letters[] = "bfnrtv\\";
    for (int i = 0; i < N_VALUES; i++) {
        str_add_text(out, i ? "\t" : "");
        for (const char *at = values[i]; *at; at++) {
            const char *special = strchr(specials, *at);
            str_print(out, special ? "\\%c" : "%c", special ? letters[special - specials] : *at);
        }
    }
    str_add_text(out, "\n");
}

static const struct {
    const char *name;
    enum row_format format;
} forms[] = {
    {"lines.jsonl", ROWS_JSON_LINES}, {"array.json", ROWS_JSON_LINES},
    {"pretty.json", ROWS_JSON_LINES}, {"nested.json", ROWS_JSON_LINES},
    {"commas.csv", ROWS_CSV},         {"semicolons.csv", ROWS_CSV},
    {"tabs.csv", ROWS_CSV},           {"bars.csv", ROWS_CSV},
    {"copy.csv", ROWS_CSV},
};

static void add_row(struct str *out, const char *form, const char *const *values,
                    const struct random_row *row, bool is_first)
{
    bool is_array = *form == 'a' || *form == 'p' || *form == 'n';
    if (form[0] == 'c' && form[2] == 'p') {
        add_copy(out, values);
    } else if (strstr(form, ".csv")) {
        add_csv(out, values, *form == 'c' ? ',' : *form == 's' ? ';' : *form == 't' ? '\t' : '|');
    } else if (row) {
        str_add_text(out, is_array && !is_first ? "," : "");
        add_json(out, row, *form == 'p' ? "\n\t" : "");
        str_add_text(out, *form == 'l' ? "\n" : "");
    }
}

static void write_form(const char *form, const struct random_row *rows)
{
    scoped(str) text = {0};
    struct err err;
    bool is_array = *form == 'a' || *form == 'p', is_nested = *form == 'n';
    str_add_text(&text, is_array ? "[\n" : "");
    str_add_text(&text, is_nested ? "{\"a\": {\"x\": [1, \"]\"]}, \"b\": {\"rows\": [" : "");
    add_row(&text, form, names, NULL, true);
    for (int i = 0; i < N_ROWS; i++) {
        const char *values[N_VALUES];
        for (int k = 0; k < N_VALUES; k++)
            values[k] = rows[i].values[k];
        add_row(&text, form, values, &rows[i], i == 0);
    }
    str_add_text(&text, is_array ? "\n]\n" : is_nested ? "]}, \"c\": [[{}]]}" : "");
    assert_success(file_write(scratch_path(form), text.text, text.length, &err), err);
}

/* All versions with their texts, and the errors. */
static void show(struct str *out, const char *form, enum row_format format)
{
    static const struct rows_options own;
    scoped(pair_source) source = {0};
    struct err err;
    const struct source_request request = {.path = scratch_path(form),
                                           .format = format,
                                           .languages = LANGUAGE_SET_DEFAULT,
                                           .max_bytes = 1000,
                                           .folder = ".",
                                           .n_threads = 2,
                                           .own = &own};
    assert_success(rows_kind.open(&source, &request, &err), err);
    for (size_t i = 0; i < source.n_units; i++) {
        scoped(unit_content) *content = unit_content_new();
        scoped(program_text) text = {0};
        source.open(source.context, &source.units[i], content);
        str_print(out, "%s: %zu, %zu\n", source.units[i].id, content->n_rows, content->n_unusable);
        for (size_t j = 0; j < content->versions.n; j++) {
            const struct version *it = &content->versions.items[j];
            source.load(source.context, &source.units[i], content, it, &text);
            str_print(out, " %s|%s|%s|%d|%.*s\n", it->id, it->user, it->verdict, (int)it->date,
                      (int)text.n_bytes, text.code);
        }
        source.close(source.context, content);
    }
}

TEST(row_form__does_not_change_the_rows)
{
    unsigned seed = 1;
    for (int round = 0; round < 20; round++) {
        struct random_row rows[N_ROWS];
        scoped(str) first = {0};
        for (int i = 0; i < N_ROWS; i++)
            make_row(&rows[i], i, &seed);
        for (size_t i = 0; i < N_ITEMS(forms); i++) {
            scoped(str) shown = {0};
            write_form(forms[i].name, rows);
            show(&shown, forms[i].name, forms[i].format);
            if (i == 0)
                str_add_text(&first, str_text(&shown));
            else if (strcmp(str_text(&first), str_text(&shown)) != 0)
                fail_msg("%s in round %d: %s, not %s", forms[i].name, round, str_text(&shown),
                         str_text(&first));
        }
        assert_non_null(strstr(str_text(&first), "p0;|\\: 15, 0\n 1|u0||1000|"));
    }
}
