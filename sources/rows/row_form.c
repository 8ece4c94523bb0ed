/* The delimiter is found by trying each on the first rows. */
#include "sources/rows/row_form.h"

#include "base/mem.h"
#include "sources/rows/json_rows.h"
#include "sources/rows/row_members.h"

#include <string.h>

enum {
    MAX_TRIED_ROWS = 200,
    MAX_TRIED_BYTES = 256 << 10, /* of delimited text */
};

static const struct {
    char delimiter;
    const char *name, *words;
} delimiters[] = {{',', "comma", "commas"},
                  {';', "semicolon", "semicolons"},
                  {'\t', "tab", "tabs"},
                  {'|', "bar", "vertical bars"}};

enum { N_DELIMITERS = sizeof delimiters / sizeof *delimiters };

/* ---- Delimited text ---- */

/* How well a form cuts the first rows. */
struct fit {
    size_t n_columns, n_known; /* of the first row */
    size_t n_rows, n_equal;    /* further rows; those with as many values */
    bool has_quotes;           /* a value is in quotes */
    bool has_carriage_return;  /* in the first row */
};

struct trial {
    const struct row_look *look;
    const struct csv_form *form;
    struct csv_fields fields;
    struct str row;
    struct fit fit;
};

static void take_first_row(struct trial *trial, bool is_sound)
{
    const struct row_look *look = trial->look;
    struct fit *fit = &trial->fit;
    fit->n_columns = trial->fields.n;
    for (size_t i = 0; is_sound && i < trial->fields.list.n; i++) {
        const char *text = trial->fields.list.items[i].text;
        fit->n_known += text && row_columns_knows(look->columns, text);
        fit->has_carriage_return |= text && strchr(text, '\r');
    }
    const char *header = look->own->header;
    if (!header)
        return;
    fit->n_columns = text_count(header, strlen(header), ',') + 1;
    fit->n_known = fit->n_columns == trial->fields.n ? fit->n_columns : 0;
}

/* Cuts a row that is not blank. */
static void take_row(struct trial *trial, const char *bytes, size_t length, bool is_first)
{
    struct fit *fit = &trial->fit;
    const char delimiter = trial->form->delimiter;
    for (const char *at = bytes; !fit->has_quotes && at < bytes + length; at++) {
        at = memchr(at, '"', length - (size_t)(at - bytes));
        if (!at)
            break;
        fit->has_quotes = at == bytes || at[-1] == delimiter;
    }
    str_clear(&trial->row);
    str_add(&trial->row, bytes, length);
    bool is_sound = csv_cut(&trial->fields, trial->form, trial->row.text, length);
    if (is_first) {
        take_first_row(trial, is_sound);
        return;
    }
    fit->n_rows++;
    fit->n_equal += is_sound && trial->fields.n == fit->n_columns;
}

/* PostgreSQL ends a table with such a line. */
bool row_form_is_end(const char *row, size_t length)
{
    return length >= 2 && memcmp(row, "\\.", 2) == 0 &&
           (length == 2 || row[2] == '\r' || row[2] == '\n');
}

static bool is_blank(const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!strchr(" \r\n", bytes[i]) || !bytes[i])
            return false;
    return true;
}

static struct fit try_form(const struct row_look *look, const struct csv_form *form, size_t skipped)
{
    struct trial trial = {.look = look, .form = form};
    bool is_first = true;
    size_t most = skipped + MAX_TRIED_BYTES;
    size_t length = look->length < most ? look->length : most;
    bool is_whole = look->is_whole && length == look->length;
    for (size_t at = skipped; at < length && trial.fit.n_rows < MAX_TRIED_ROWS;) {
        struct csv_scan scan = {0};
        if (!csv_scan(&scan, form, look->bytes + at, length - at) && !is_whole && !is_first)
            break;
        const char *row = look->bytes + at;
        if (!is_blank(row, scan.n_bytes) && !row_form_is_end(row, scan.n_bytes)) {
            take_row(&trial, row, scan.n_bytes, is_first);
            is_first = false;
        }
        at += scan.n_bytes;
    }
    array_release(&trial.fields.list);
    str_release(&trial.row);
    return trial.fit;
}

static bool fits_better(const struct fit *fit, const struct fit *best)
{
    if (fit->n_columns < 2)
        return false;
    if (best->n_columns < 2 || fit->n_known != best->n_known)
        return best->n_columns < 2 || fit->n_known > best->n_known;
    return fit->n_equal * (best->n_rows + 1) > best->n_equal * (fit->n_rows + 1);
}

/* Whether there is an escape that a text with backslashes has, at the end of a value or in it. */
static bool has_escape(const struct row_look *look, const char *letters)
{
    const char *at = look->bytes, *end = look->bytes + look->length;
    for (; (at = memchr(at, '\\', (size_t)(end - at))) && at + 1 < end; at += 2)
        if (at[1] && strchr(letters, at[1]))
            return true;
    return false;
}

/* Whether a text whose values are separated by tabs has backslashes. */
static bool is_copy(const struct row_look *look, size_t skipped, const struct fit *as_csv)
{
    static const struct csv_form form = {'\t', true};
    if (!has_escape(look, "ntr\\N"))
        return false;
    struct fit fit = try_form(look, &form, skipped);
    bool is_even = fit.n_columns > 1 && fit.n_rows && fit.n_equal == fit.n_rows;
    bool is_csv = as_csv->n_equal == as_csv->n_rows && as_csv->has_quotes;
    return is_even && !is_csv;
}

/* Excel begins a file with `sep=;`. Returns the number of bytes of this line. */
static size_t read_separator(const struct row_look *look, char *delimiter)
{
    const char *bytes = look->bytes;
    if (look->length < 6 || strncmp(bytes, "sep=", 4) != 0)
        return 0;
    size_t n = 5;
    n += bytes[n] == '\r' && n + 1 < look->length;
    if (bytes[n] != '\n' || strchr("\"\\\r\n", bytes[4]) || !bytes[4])
        return 0;
    *delimiter = bytes[4];
    return n + 1;
}

static struct fit choose_delimiter(struct row_form *form, const struct row_look *look)
{
    struct fit best = {0};
    if (form->csv.delimiter)
        return try_form(look, &form->csv, form->n_skipped);
    form->csv.delimiter = ',';
    for (int i = 0; i < N_DELIMITERS; i++) {
        const struct csv_form tried = {.delimiter = delimiters[i].delimiter};
        struct fit fit = try_form(look, &tried, form->n_skipped);
        if (i > 0 && !fits_better(&fit, &best))
            continue;
        best = fit;
        form->csv = tried;
    }
    return best;
}

static int refuse_csv(const struct row_look *look, const struct fit *fit, struct err *err)
{
    bool has_feed = memchr(look->bytes, '\n', look->length);
    if (fit->has_carriage_return && (!has_feed || fit->n_rows == 0))
        return err_set(err,
                       "the lines of '%s' end in a carriage return alone: convert it with: tr "
                       "'\\r' '\\n' <FILE >FILE.csv",
                       look->name);
    if (fit->n_rows && fit->n_equal * 2 < fit->n_rows && has_escape(look, "\""))
        return err_set(err,
                       "'%s' has quotes after backslashes (\\\") in its values, which programs "
                       "write in different ways: write CSV with doubled quotes (pandas: to_csv() "
                       "without escapechar; MySQL: ESCAPED BY '\"'), or JSON lines",
                       look->name);
    return 0;
}

static int find_delimited(struct row_form *form, const struct row_look *look, struct err *err)
{
    bool is_said = form->format == ROWS_COPY;
    form->csv = (struct csv_form){.has_backslashes = is_said};
    form->n_skipped = read_separator(look, &form->csv.delimiter);
    if (is_said && !form->csv.delimiter)
        form->csv.delimiter = '\t';
    struct fit fit = choose_delimiter(form, look);
    if (!is_said && form->csv.delimiter == '\t' && is_copy(look, form->n_skipped, &fit)) {
        form->format = ROWS_COPY;
        form->csv.has_backslashes = true;
    }
    if (form->format == ROWS_COPY) {
        form->has_null_word = !has_escape(look, "N");
        return 0;
    }
    return refuse_csv(look, &fit, err);
}

/* ---- JSON ---- */

static bool ignore(void *context, const char *name, const struct json_member_value *member)
{
    (void)context, (void)name, (void)member;
    return false;
}

static bool is_object(const char *bytes, size_t length)
{
    scoped(row_members) members = {0};
    struct err err;
    return row_members_each(&members, bytes, length, ignore, NULL, &err) == 0;
}

/* Goes through the start of a document. Returns the number of the arrays of objects in it, or -1 if
 * it is none. */
static int count_arrays(const struct row_look *look, struct str *choices)
{
    struct json_rows rows = {.is_look = true};
    enum json_rows_step step = JSON_ROWS_OUTSIDE;
    for (size_t at = 0, n; step == JSON_ROWS_OUTSIDE || step == JSON_ROWS_ROW; at += n)
        step = json_rows_next(&rows, look->bytes + at, look->length - at, false, &n);
    int count = step == JSON_ROWS_WRONG ? -1 : (int)rows.n_choices;
    str_add_text(choices, str_text(&rows.choices));
    json_rows_release(&rows);
    return count;
}

/* An object with so many known columns is a row by itself. One around rows has fewer, such as the
 * status of a reply. */
enum { MANY_COLUMNS = 5 };

struct count {
    const struct row_columns *columns;
    int n_known;
};

static bool count_known(void *context, const char *name, const struct json_member_value *member)
{
    struct count *count = context;
    (void)member;
    count->n_known += row_columns_look(count->columns, name).rank >= 0;
    return false;
}

static bool is_row(const struct row_look *look, size_t length)
{
    scoped(row_members) members = {0};
    struct count count = {.columns = look->columns};
    struct err err;
    return row_members_each(&members, look->bytes, length, count_known, &count, &err) == 0 &&
           count.n_known >= MANY_COLUMNS;
}

static size_t skip_blanks(const struct row_look *look, size_t at)
{
    while (at < look->length && look->bytes[at] && strchr(" \t\r\n", look->bytes[at]))
        at++;
    return at;
}

/* The text begins with an object: rows after each other, or one around them. */
static int find_in_object(struct row_form *form, const struct row_look *look, size_t start,
                          struct err *err)
{
    struct json_end first = {0};
    scoped(str) choices = {0};
    bool has_ended = json_end_scan(&first, look->bytes, look->length);
    bool has_lines = memchr(look->bytes + start, '\n', first.n_bytes - start);
    bool is_alone = skip_blanks(look, first.n_bytes) == look->length;
    if (has_ended && !is_object(look->bytes, first.n_bytes))
        return 0;
    if (has_ended && has_lines)
        form->json = JSON_SEQUENCE;
    if (has_ended && (!is_alone || !look->is_whole || is_row(look, first.n_bytes)))
        return 0;
    int n = count_arrays(look, &choices);
    if (n > 1)
        return err_set(err, ROWS_SEVERAL_ARRAYS, look->name, str_text(&choices));
    if (n == 1)
        form->json = JSON_DOCUMENT;
    return 0;
}

static int find_json(struct row_form *form, const struct row_look *look, struct err *err)
{
    size_t at = skip_blanks(look, 0);
    if (look->own->header)
        return err_set(err,
                       "'%s' is read as JSON, which has no header: add --format csv if it is "
                       "CSV",
                       look->name);
    char c = at < look->length ? look->bytes[at] : '\0';
    if (c == '[')
        form->json = JSON_DOCUMENT;
    else if (c == '{')
        return find_in_object(form, look, at, err);
    return 0;
}

int row_form_find(struct row_form *form, const struct row_look *look, struct err *err)
{
    if (form->is_made) {
        *form = (struct row_form){.format = ROWS_CSV, .csv.delimiter = ',', .is_made = true};
        return 0;
    }
    if (form->format == ROWS_JSON)
        form->format = ROWS_JSON_LINES;
    return form->format == ROWS_JSON_LINES ? find_json(form, look, err)
                                           : find_delimited(form, look, err);
}

void row_form_describe(struct str *out, const struct row_form *form)
{
    static const char *const json[] = {"JSON lines", "a JSON document", "JSON objects"};
    if (form->format == ROWS_JSON_LINES) {
        str_add_text(out, json[form->json]);
        return;
    }
    str_print(out, "%s with ", form->csv.has_backslashes ? "text with backslashes," : "CSV");
    for (int i = 0; i < N_DELIMITERS; i++)
        if (delimiters[i].delimiter == form->csv.delimiter) {
            str_add_text(out, delimiters[i].words);
            return;
        }
    str_print(out, "the delimiter %c", form->csv.delimiter);
}

size_t row_form_length(const struct row_form *form, const char *bytes, size_t length)
{
    if (form->format != ROWS_JSON_LINES) {
        struct csv_scan scan = {0};
        csv_scan(&scan, &form->csv, bytes, length);
        return scan.n_bytes;
    }
    if (form->json != JSON_LINES) {
        struct json_end end = {.n_bytes = json_rows_gap(bytes, length)};
        json_end_scan(&end, bytes, length);
        return end.n_bytes;
    }
    const char *feed = memchr(bytes, '\n', length);
    return feed ? (size_t)(feed - bytes) + 1 : length;
}
