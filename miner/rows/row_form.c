/* The delimiter is that of the header, and JSON is seen from its first two lines. */

#include "base/mem.h"
#include "miner/rows/row_text.h"

static const struct {
    char delimiter;
    const char *words;
} delimiters[] = {{',', "commas"}, {';', "semicolons"}, {'\t', "tabs"}, {'|', "vertical bars"}};

enum { N_DELIMITERS = sizeof delimiters / sizeof *delimiters };

static size_t skip(const struct row_look *look, size_t at, const char *blanks)
{
    while (at < look->length && look->bytes[at] && strchr(blanks, look->bytes[at]))
        at++;
    return at;
}

/* ---- Delimited text ---- */

/* Whether all rows of CSV with tabs have as many values as the first. */
static bool is_even(const struct row_look *look)
{
    static const struct csv_form form = {'\t', false};
    struct csv_fields fields = {0};
    size_t n_columns = 0;
    bool is_even = true;
    for (size_t at = 0, n; is_even && (at = skip(look, at, "\r\n")) < look->length; at += n) {
        struct csv_scan scan = {0};
        bool has_ended = csv_scan(&scan, &form, look->bytes + at, look->length - at);
        n = scan.n_bytes;
        if (!has_ended && !look->is_whole)
            break;
        scoped_memory char *row = mem_copy_text(look->bytes + at, n);
        is_even = csv_cut(&fields, &form, row, n) && (!n_columns || fields.n == n_columns);
        n_columns = fields.n;
    }
    array_release(&fields.list);
    return is_even;
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

/* The delimiter is the one that the first line has most often, or as often as --header needs it. */
static char choose_delimiter(const struct row_look *look, size_t start)
{
    const char *line = look->bytes + start;
    size_t length = look->length - start, n_best = 0;
    const char *feed = memchr(line, '\n', length);
    const char *given = look->own->header;
    char best = ',';
    for (int i = 0; i < N_DELIMITERS; i++) {
        size_t n = text_count(line, feed ? (size_t)(feed - line) : length, delimiters[i].delimiter);
        n = given ? n == text_count(given, strlen(given), ',') : n;
        if (n <= n_best)
            continue;
        best = delimiters[i].delimiter;
        n_best = n;
    }
    return best;
}

static void find_delimited(struct row_form *form, const struct row_look *look)
{
    bool is_said = form->format == ROWS_COPY;
    form->csv = (struct csv_form){.has_backslashes = is_said};
    form->n_skipped = read_separator(look, &form->csv.delimiter);
    form->n_skipped = skip(look, form->n_skipped, "\r\n");
    if (!form->csv.delimiter)
        form->csv.delimiter = is_said ? '\t' : choose_delimiter(look, form->n_skipped);
    if (!is_said && form->csv.delimiter == '\t' && has_escape(look, "ntr\\N") &&
        !(memmem(look->bytes, look->length, "\t\"", 2) && is_even(look))) {
        form->format = ROWS_COPY;
        form->csv.has_backslashes = true;
    }
    form->has_null_word = form->format == ROWS_COPY && !has_escape(look, "N");
}

/* ---- JSON ---- */

/* Whether an object that begins the text is one of several, each on a line: the next line begins
 * another one, or this line is whole. A line alone may also be a document. */
static bool has_lines(const struct row_look *look, size_t start)
{
    const char *feed = memchr(look->bytes + start, '\n', look->length - start);
    size_t end = feed ? (size_t)(feed - look->bytes) : look->length;
    size_t next = skip(look, end, " \t\r\n");
    while (end > start && strchr(" \t\r", look->bytes[end - 1]))
        end--;
    if (next == look->length)
        return !row_text_has_array(look->bytes, look->length);
    return look->bytes[next] == '{' || look->bytes[end - 1] == '}';
}

/* `at` is where the text begins. */
static int find_json(struct row_form *form, const struct row_look *look, size_t at, struct err *err)
{
    char c = at < look->length ? look->bytes[at] : '\0';
    form->format = ROWS_JSON_LINES;
    form->is_document = c == '[' || (c == '{' && !has_lines(look, at));
    if (look->own->header)
        return err_set(err,
                       "'%s' is read as JSON, which has no header: add --format csv if it is CSV",
                       look->name);
    return 0;
}

int row_form_find(struct row_form *form, const struct row_look *look, struct err *err)
{
    size_t at = skip(look, 0, " \t\r\n");
    if ((int)form->format == ROWS_FOUND)
        form->format = at < look->length && strchr("{[", look->bytes[at]) && look->bytes[at]
                           ? ROWS_JSON_LINES
                           : ROWS_CSV;
    if (form->format == ROWS_JSON || form->format == ROWS_JSON_LINES)
        return find_json(form, look, at, err);
    find_delimited(form, look);
    return 0;
}

void row_form_describe(struct str *out, const struct row_form *form)
{
    int i = 0;
    if (form->format == ROWS_JSON_LINES) {
        str_add_text(out, form->is_document ? "a JSON document" : "JSON lines");
        return;
    }
    str_print(out, "%s with ", form->csv.has_backslashes ? "text with backslashes," : "CSV");
    while (i < N_DELIMITERS && delimiters[i].delimiter != form->csv.delimiter)
        i++;
    if (i < N_DELIMITERS)
        str_add_text(out, delimiters[i].words);
    else
        str_print(out, "the delimiter %c", form->csv.delimiter);
}

size_t row_line_length(const char *bytes, size_t length)
{
    const char *feed = memchr(bytes, '\n', length);
    return feed ? (size_t)(feed - bytes) + 1 : length;
}
