/* Both formats become the same values, by field. A JSON object usually has the names of the one
 * before it, in the same order, so the field of a name is looked up at the same position first. */
#include "miner/rows/row_checker.h"

#include "base/csv.h"
#include "base/mem.h"
#include "base/str.h"
#include "miner/rows/row_form.h"
#include "tokenize/languages/language.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_NAMES = 256, /* of columns that are remembered: each row may have others */
    NUMBER_SIZE = 40,
};

#define MAX_DECIMAL 1e12 /* a larger number is neither a time in seconds nor a score */

struct row_reader {
    struct row_checker checker;
    struct table names;               /* of JSON, as they came, */
    ARRAY(struct row_column) columns; /* and what they are */
    struct row_members members;
    size_t position; /* of the next member in the current row */
    bool has_status; /* the current row has one, perhaps null */
    bool has_zero;   /* a value of it that is not the code has a zero byte */
    struct csv_fields fields;
    struct row_value inputs[MAX_ROW_INPUTS]; /* of the current row */
    struct str made[N_ROW_FIELDS];           /* its fields that are templates */
    char numbers[N_ROW_SLOTS][NUMBER_SIZE];
};

struct row_reader *row_reader_new(const struct row_rules *options)
{
    struct row_reader *reader = mem_alloc(1, sizeof *reader);
    reader->checker.options = options;
    return reader;
}

void row_reader_free(struct row_reader *reader)
{
    if (!reader)
        return;
    row_checker_release(&reader->checker);
    table_release(&reader->names);
    array_release(&reader->columns);
    row_members_release(&reader->members);
    array_release(&reader->fields.list);
    for (int i = 0; i < N_ROW_FIELDS; i++)
        str_release(&reader->made[i]);
    free(reader);
}

/* Returns the column of the member at this position. */
static struct row_column find_column(struct row_reader *reader, const char *name)
{
    const char *const *names = reader->names.keys.items;
    size_t position = reader->position++;
    bool is_next = position < reader->names.keys.n && strcmp(names[position], name) == 0;
    int64_t number = is_next ? (int64_t)position : table_find(&reader->names, name);
    if (number != TABLE_NONE)
        return reader->columns.items[number];
    struct row_column column = row_columns_look(reader->checker.options->columns, name);
    if (reader->columns.n < MAX_NAMES) {
        table_add(&reader->names, name);
        array_push(&reader->columns, column);
    }
    return column;
}

/* Returns where the value of a field or an input is. */
static struct row_value *slot_of(struct row_reader *reader, int slot)
{
    return slot < N_ROW_FIELDS ? &reader->checker.values[slot]
                               : &reader->inputs[slot - N_ROW_FIELDS];
}

/* Returns the length of a number as it is written, without a fraction of zeros. Returns 0 if it has
 * an exponent, or a fraction that it may not have. */
static size_t decimal_length(const char *text, bool may_have_fraction)
{
    static const char digits[] = "0123456789";
    size_t n = *text == '-', n_zeros;
    n += strspn(text + n, digits);
    if (text[n] != '.')
        return text[n] ? 0 : n;
    n_zeros = strspn(text + n + 1, "0");
    if (!text[n + 1 + n_zeros])
        return n;
    size_t length = n + 1 + strspn(text + n + 1, digits);
    return may_have_fraction && !text[length] ? length : 0;
}

/* A number is its digits as they are written, however many there are. One with an exponent is its
 * value, if that is exact. Only a date and a score may have a fraction. */
static void set_number(struct row_reader *reader, struct row_value *value, int slot,
                       const struct json_flat_member *member)
{
    bool may_have_fraction = slot == ROW_DATE || slot == ROW_STATUS;
    size_t n = member->text ? decimal_length(member->text, may_have_fraction) : 0;
    char *digits = reader->numbers[slot];
    double number = member->number;
    int length = -1;
    value->is_number = true;
    value->length = n;
    if (n && n == member->length)
        return;
    if (n)
        length = snprintf(digits, NUMBER_SIZE, "%.*s", (int)n, member->text);
    else if (fabs(number) < 0x1p53 && number == floor(number))
        length = snprintf(digits, NUMBER_SIZE, "%" PRId64, (int64_t)number);
    else if (may_have_fraction && fabs(number) < MAX_DECIMAL)
        length = snprintf(digits, NUMBER_SIZE, "%.6f", number);
    value->state = length < 0 ? BAD : GIVEN;
    value->text = length < 0 ? NULL : digits;
    value->length = length < 0 ? 0 : (size_t)length;
}

/* The members of the value are set one by one: a copy of the whole would wait for them. */
static void set_value(struct row_reader *reader, struct row_value *value, int slot,
                      const struct json_flat_member *member)
{
    const char *text = member->text;
    if (member->kind == JSON_BOOL && slot == ROW_STATUS)
        text = member->number != 0 ? "true" : "false";
    value->state = text || member->kind == JSON_NUMBER ? GIVEN : BAD;
    value->text = text;
    value->length = text == member->text ? member->length : strlen(text);
    value->is_number = false;
    if (member->kind == JSON_NUMBER)
        set_number(reader, value, slot, member);
}

/* Takes a value of a field or an input if no better column has given it. An object or array is
 * never better. */
static void take_value(struct row_reader *reader, int slot, int rank,
                       const struct json_flat_member *member)
{
    struct row_value *value = slot_of(reader, slot);
    rank = member->kind == JSON_OBJECT || member->kind == JSON_ARRAY ? INT_MAX : rank;
    if (member->kind == JSON_NULL || (value->state != ABSENT && value->rank <= rank))
        return;
    reader->has_zero |=
        !row_field_is_code(slot) && member->text && strlen(member->text) < member->length;
    set_value(reader, value, slot, member);
    value->rank = rank;
}

static bool take_member(void *context, const char *path, const struct json_flat_member *member)
{
    struct row_reader *reader = context;
    const struct row_column column = find_column(reader, path);
    if (column.rank >= 0) {
        reader->has_status |= column.field == ROW_STATUS;
        take_value(reader, (int)column.field, column.rank, member);
    }
    if (column.input >= 0)
        take_value(reader, N_ROW_FIELDS + column.input, 0, member);
    return column.has_more;
}

/* Fills the template of a field from the inputs. If one of them is missing, so is the field. */
static void fill_template(struct row_reader *reader, int field)
{
    const struct row_template *made = &reader->checker.options->columns->made[field];
    struct row_value *value = &reader->checker.values[field];
    struct str *text = &reader->made[field];
    str_clear(text);
    str_add_text(text, "");
    for (size_t i = 0; i < made->pieces.n; i++) {
        const struct row_piece *piece = &made->pieces.items[i];
        const struct row_value *input = piece->input < 0 ? NULL : &reader->inputs[piece->input];
        if (input && input->state != GIVEN) {
            *value = *input;
            return;
        }
        str_add(text, input ? input->text : piece->text,
                input ? input->length : strlen(piece->text));
    }
    *value = (struct row_value){.state = GIVEN, .text = text->text, .length = text->length};
}

/* The language of a row without one: what the ending of its path says, or the only one that is
 * chosen, if the part has no column of languages. */
static void fill_language(struct row_reader *reader)
{
    const struct row_checker *checker = &reader->checker;
    const struct row_value *path =
        &checker->values[checker->options->columns->is_pairs ? ROW_BUGGY_PATH : ROW_PATH];
    const struct language *language = NULL;
    const char *dot = path->state == GIVEN ? strrchr(path->text, '.') : NULL;
    if (dot)
        language = language_of_extension(UINT_MAX, path->text);
    else if (checker->part->at[ROW_LANGUAGE] < 0)
        language = checker->options->language;
    const char *text = language ? language->name : dot && !strchr(dot, '/') ? dot + 1 : NULL;
    if (text)
        reader->checker.values[ROW_LANGUAGE] =
            (struct row_value){.state = GIVEN, .text = text, .length = strlen(text)};
}

/* Checks the row whose values were taken. A status that is null has not been given yet; any other
 * value that is null is missing. */
static void check_values(struct row_reader *reader)
{
    struct row_value *values = reader->checker.values;
    if (reader->has_status && values[ROW_STATUS].state == ABSENT)
        values[ROW_STATUS] = (struct row_value){.state = GIVEN, .text = ""};
    for (int i = 0; i < N_ROW_FIELDS; i++)
        if (reader->checker.options->columns->made[i].pieces.n)
            fill_template(reader, i);
    if (values[ROW_LANGUAGE].state == ABSENT)
        fill_language(reader);
    row_checker_take(&reader->checker);
}

static void read_json(struct row_reader *reader, const char *text, size_t length)
{
    struct err why;
    reader->has_zero = false;
    reader->position = 0;
    int status = row_members_each(&reader->members, text, length, take_member, reader, &why);
    if (status == 0 && reader->has_zero)
        status = err_set(&why, "a zero byte in a value that is not the code");
    if (status == 0)
        check_values(reader);
    else
        row_checker_reject(&reader->checker, INPUT_ROW_MALFORMED, "%s%s", why.message,
                           utf8_is_valid(text, length) ? "" : ROWS_ADVISE_ENCODING);
}

/* Whether a value of delimited text is missing. CSV has no null: an empty value is missing, except
 * where it may mean something, and so is \N, as MySQL writes it. */
static bool is_missing(const struct row_form *form, int slot, const struct csv_field *cell)
{
    if (form->format != ROWS_CSV)
        return !cell->text || (form->has_null_word && strcmp(cell->text, "NULL") == 0);
    if (cell->length == 0)
        return slot < N_ROW_FIELDS && slot != ROW_STATUS && !row_field_is_code(slot);
    return cell->length == 2 && memcmp(cell->text, "\\N", 2) == 0;
}

/* Whether the field may be part of a message or an id. */
static bool is_sound(int slot, const struct csv_field *cell)
{
    return row_field_is_code(slot) ||
           (!memchr(cell->text, '\0', cell->length) && utf8_is_valid(cell->text, cell->length));
}

static void read_csv(struct row_reader *reader, char *text, size_t length)
{
    const struct row_part *part = reader->checker.part;
    struct csv_fields *fields = &reader->fields;
    if (!csv_cut(fields, &part->form.csv, text, length)) {
        row_checker_reject(&reader->checker, INPUT_ROW_MALFORMED,
                           part->form.csv.delimiter == ','
                               ? "a quote is not closed, or not followed by a comma"
                               : "a quote is not closed, or not followed by a delimiter");
        return;
    }
    if (fields->n != part->n_columns) {
        row_checker_reject(&reader->checker, INPUT_ROW_MALFORMED, "%s where the header has %zu",
                           counted((int64_t)fields->n, "field", "fields").text, part->n_columns);
        return;
    }
    int n_slots = N_ROW_FIELDS + (int)reader->checker.options->columns->inputs.n;
    for (int i = 0; i < n_slots; i++) {
        if (part->at[i] < 0)
            continue;
        const struct csv_field *field = &fields->list.items[part->at[i]];
        if (is_missing(&part->form, i, field))
            continue;
        if (!is_sound(i, field)) {
            row_checker_reject(&reader->checker, INPUT_ROW_MALFORMED,
                               "the row contains a zero byte or is not UTF-8%s",
                               ROWS_ADVISE_ENCODING);
            return;
        }
        struct row_value *value = slot_of(reader, i);
        value->state = GIVEN;
        value->text = field->text;
        value->length = field->length;
    }
    reader->has_status = part->at[ROW_STATUS] >= 0;
    check_values(reader);
}

/* Returns the length of a row without its line end; 0 if it is blank. Tabs may be delimiters. */
static size_t content_length(const struct row_form *form, const char *bytes, size_t length)
{
    const char *blanks = form->csv.delimiter == '\t' ? " " : " \t";
    size_t n = length, n_blank = 0;
    n -= n && bytes[n - 1] == '\n';
    n -= n && bytes[n - 1] == '\r';
    while (n_blank < n && strchr(blanks, bytes[n_blank]) && bytes[n_blank])
        n_blank++;
    return n_blank == n ? 0 : n;
}

/* Whether a row of ROWS_COPY is the line with which PostgreSQL ends a table. */
static bool is_end(const char *row, size_t length)
{
    return length >= 2 && memcmp(row, "\\.", 2) == 0 &&
           (length == 2 || row[2] == '\r' || row[2] == '\n');
}

static void read_row(struct row_reader *reader, char *row, size_t length)
{
    const struct row_form *form = &reader->checker.part->form;
    if (form->format == ROWS_JSON_LINES)
        read_json(reader, row, length);
    else if (form->format != ROWS_COPY || !is_end(row, length))
        read_csv(reader, row, length);
}

void row_reader_read(struct row_reader *reader, struct row_batch *batch, struct read_rows *out)
{
    const struct row_form *form = &batch->part->form;
    size_t line = batch->first_line;
    size_t n_inputs = reader->checker.options->columns->inputs.n;
    reader->checker.out = out;
    reader->checker.part = batch->part;
    str_add(&out->bytes, "", 1);
    row_checker_begin(&reader->checker, line);
    if (batch->is_too_large)
        row_checker_reject(&reader->checker, INPUT_ROW_TOO_LARGE,
                           "larger than %zu MiB; a larger --max-bytes allows larger rows",
                           reader->checker.options->max_row_bytes >> 20);
    for (size_t at = 0, length; at < batch->length; at += length) {
        length = row_form_length(form, batch->bytes + at, batch->length - at);
        size_t n = content_length(form, batch->bytes + at, length);
        size_t n_lines =
            form->format == ROWS_JSON_LINES ? 1 : text_count(batch->bytes + at, length, '\n');
        row_checker_begin(&reader->checker, line);
        memset(reader->inputs, 0, n_inputs * sizeof *reader->inputs);
        reader->has_status = false;
        if (n)
            read_row(reader, batch->bytes + at, n);
        line += n_lines;
    }
    reader->checker.out = NULL;
}
