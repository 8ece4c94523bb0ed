/* Both formats become the same values, by field. A JSON object usually has the names of the one
 * before it, in the same order, so the field of a name is looked up at the same position first. */
#include "sources/rows/row_checker.h"

#include "base/csv_row.h"
#include "base/json_scan.h"
#include "base/mem.h"
#include "base/str.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_NAMES = 64, /* of columns that are remembered; searching more would not pay */
    NUMBER_SIZE = 40,
};

#define MAX_DECIMAL 1e12 /* a larger number is neither a time in seconds nor a score */

struct name {
    char *text;
    int rank; /* -1: of no field */
    enum row_field field;
};

struct row_reader {
    struct row_checker checker;
    ARRAY(struct name) names; /* of JSON, as they came */
    struct json_flat flat;
    bool has_status; /* the current object has one, perhaps null */
    bool has_zero;   /* a value of it that is not the code has a zero byte */
    struct csv_fields fields;
    struct str scratch; /* the current row without NaN */
    char numbers[N_ROW_FIELDS][NUMBER_SIZE];
};

struct row_reader *row_reader_new(const struct row_reader_options *options)
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
    for (size_t i = 0; i < reader->names.n; i++)
        free(reader->names.items[i].text);
    array_release(&reader->names);
    json_flat_release(&reader->flat);
    array_release(&reader->fields.list);
    str_release(&reader->scratch);
    free(reader);
}

/* Returns what is known of the name of the member at this position. */
static const struct name *find_name(struct row_reader *reader, size_t position, const char *text)
{
    struct name *names = reader->names.items;
    if (position < reader->names.n && strcmp(names[position].text, text) == 0)
        return &names[position];
    for (size_t i = 0; i < reader->names.n; i++)
        if (strcmp(names[i].text, text) == 0)
            return &names[i];
    struct name name = {.text = mem_copy_text(text, strlen(text))};
    name.rank = row_columns_rank(reader->checker.options->columns, text, &name.field);
    if (reader->names.n == MAX_NAMES) /* the last one makes room */
        free(names[--reader->names.n].text);
    array_push(&reader->names, name);
    return &reader->names.items[reader->names.n - 1];
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
static struct row_value value_of_number(struct row_reader *reader, enum row_field field,
                                        const struct json_member_value *member)
{
    bool may_have_fraction = field == ROW_DATE || field == ROW_STATUS;
    size_t n = member->text ? decimal_length(member->text, may_have_fraction) : 0;
    struct row_value value = {.state = GIVEN, .text = member->text, .length = n, .is_number = true};
    if (n && n == member->length)
        return value;
    char *digits = reader->numbers[field];
    double number = member->number;
    int length = -1;
    if (n)
        length = snprintf(digits, NUMBER_SIZE, "%.*s", (int)n, member->text);
    else if (fabs(number) < 0x1p53 && number == floor(number))
        length = snprintf(digits, NUMBER_SIZE, "%" PRId64, (int64_t)number);
    else if (may_have_fraction && fabs(number) < MAX_DECIMAL)
        length = snprintf(digits, NUMBER_SIZE, "%.6f", number);
    if (length < 0)
        return (struct row_value){.state = BAD, .is_number = true};
    value.text = digits;
    value.length = (size_t)length;
    return value;
}

static struct row_value value_of_member(struct row_reader *reader, enum row_field field,
                                        const struct json_member_value *member)
{
    if (member->kind == JSON_NUMBER)
        return value_of_number(reader, field, member);
    if (member->kind == JSON_BOOL && field == ROW_STATUS) {
        const char *word = member->number != 0 ? "true" : "false";
        return (struct row_value){.state = GIVEN, .text = word, .length = strlen(word)};
    }
    return (struct row_value){
        .state = member->text ? GIVEN : BAD, .text = member->text, .length = member->length};
}

/* Whether the field may have zero bytes, and any others. */
static bool is_code(enum row_field field)
{
    return field == ROW_CODE || field == ROW_BUGGY || field == ROW_FIXED || field == ROW_DIFF;
}

/* Takes the value of a member if it is of a field and no better column has given the value. */
static void take_member(struct row_reader *reader, size_t position,
                        const struct json_member_value *member)
{
    const struct name *name = find_name(reader, position, member->name);
    if (name->rank < 0)
        return;
    struct row_value *value = &reader->checker.values[name->field];
    reader->has_status |= name->field == ROW_STATUS;
    if (member->kind == JSON_NULL || (value->state != ABSENT && value->rank <= name->rank))
        return;
    reader->has_zero |=
        !is_code(name->field) && member->text && strlen(member->text) < member->length;
    *value = value_of_member(reader, name->field, member);
    value->rank = name->rank;
}

/* Checks the row whose members were taken. A status that is null has not been given yet; any other
 * value that is null is missing. */
static void check_members(struct row_reader *reader)
{
    struct row_value *status = &reader->checker.values[ROW_STATUS];
    if (reader->has_status && status->state == ABSENT)
        *status = (struct row_value){.state = GIVEN, .text = ""};
    row_checker_take(&reader->checker);
}

/* Reads an object that is not quite JSON, or says why the row is not an object. */
static void read_tree(struct row_reader *reader, const char *text, size_t length)
{
    scoped(json) *object = NULL;
    struct err why;
    size_t position = 0;
    if (json_parse(&object, text, length, &why) != 0) {
        row_checker_reject(&reader->checker, INPUT_ROW_MALFORMED, "%s", why.message);
        return;
    }
    if (json_kind(object) != JSON_OBJECT) {
        row_checker_reject(&reader->checker, INPUT_ROW_MALFORMED, "not a JSON object");
        return;
    }
    json_each(member, object) {
        const char *value = json_text(member);
        struct json_member_value flat = {json_name(member), json_kind(member), value,
                                         value ? strlen(value) : 0,
                                         json_is_true(member) ? 1 : json_number(member, 0)};
        take_member(reader, position++, &flat);
    }
    check_members(reader);
}

bool row_add_without_nan(struct str *out, const char *text, size_t length)
{
    static const char *const words[] = {"NaN", "Infinity", "-Infinity"};
    bool is_in_text = false;
    size_t start = 0; /* of what is not yet copied */
    for (size_t at = 0, n; at < length; at += n) {
        const char *word = NULL;
        for (size_t i = 0; !is_in_text && i < sizeof words / sizeof *words; i++)
            if (length - at >= strlen(words[i]) &&
                memcmp(text + at, words[i], strlen(words[i])) == 0)
                word = words[i];
        n = word ? strlen(word) : is_in_text && text[at] == '\\' && at + 1 < length ? 2 : 1;
        is_in_text ^= text[at] == '"';
        if (!word)
            continue;
        str_add(out, text + start, at - start);
        str_add_text(out, "null");
        start = at + n;
    }
    str_add(out, text + start, length - start);
    return start;
}

static void read_json(struct row_reader *reader, const char *text, size_t length)
{
    reader->has_status = reader->has_zero = false;
    bool is_read = json_scan_flat(&reader->flat, text, length);
    str_clear(&reader->scratch);
    if (!is_read && row_add_without_nan(&reader->scratch, text, length)) {
        text = str_text(&reader->scratch);
        length = reader->scratch.length;
        is_read = json_scan_flat(&reader->flat, text, length);
    }
    for (size_t i = 0; is_read && i < reader->flat.members.n; i++)
        take_member(reader, i, &reader->flat.members.items[i]);
    if (is_read && !reader->has_zero)
        check_members(reader);
    else
        read_tree(reader, text, length);
}

static void read_csv(struct row_reader *reader, char *text, size_t length)
{
    const struct row_part *part = reader->checker.part;
    struct csv_fields *fields = &reader->fields;
    if (!csv_cut(fields, text, length)) {
        row_checker_reject(&reader->checker, INPUT_ROW_MALFORMED,
                           "a quote is not closed, or not followed by a comma");
        return;
    }
    if (fields->n != part->n_columns) {
        row_checker_reject(&reader->checker, INPUT_ROW_MALFORMED, "%s where the header has %zu",
                           counted((int64_t)fields->n, "field", "fields").text, part->n_columns);
        return;
    }
    for (int i = 0; i < N_ROW_FIELDS; i++) {
        if (part->at[i] < 0)
            continue;
        const struct delimited_field *field = &fields->list.items[part->at[i]];
        if (!is_code((enum row_field)i) && (memchr(field->text, '\0', field->length) ||
                                            !utf8_is_valid(field->text, field->length))) {
            row_checker_reject(&reader->checker, INPUT_ROW_MALFORMED,
                               "the row contains a zero byte or is not UTF-8");
            return;
        }
        /* CSV has no null: an empty value is missing, except where it may mean something */
        bool is_given = field->length || i == ROW_STATUS || is_code((enum row_field)i);
        reader->checker.values[i] = (struct row_value){
            .state = is_given ? GIVEN : ABSENT, .text = field->text, .length = field->length};
    }
    row_checker_take(&reader->checker);
}

/* Returns the length of the row at the start of the bytes, with its line end. */
static size_t row_length(const struct row_batch *batch, bool is_csv, size_t at)
{
    size_t length = batch->length - at;
    if (is_csv && !batch->has_single_lines) {
        struct csv_scan scan = {0};
        csv_scan(&scan, batch->bytes + at, length);
        return scan.n_bytes;
    }
    const char *feed = memchr(batch->bytes + at, '\n', length);
    return feed ? (size_t)(feed - batch->bytes) + 1 - at : length;
}

static size_t count_lines(const char *bytes, size_t length)
{
    size_t n = 0;
    const char *end = bytes + length;
    for (const char *at = bytes; (at = memchr(at, '\n', (size_t)(end - at))); at++)
        n++;
    return n;
}

/* Returns the length of a row without its line end; 0 if it is blank. */
static size_t content_length(const char *bytes, size_t length)
{
    size_t n = length, n_blank = 0;
    n -= n && bytes[n - 1] == '\n';
    n -= n && bytes[n - 1] == '\r';
    while (n_blank < n && strchr(" \t", bytes[n_blank]) && bytes[n_blank])
        n_blank++;
    return n_blank == n ? 0 : n;
}

void row_reader_read(struct row_reader *reader, struct row_batch *batch, struct read_rows *out)
{
    bool is_csv = batch->part->form.format == ROWS_CSV;
    size_t line = batch->first_line;
    reader->checker.out = out;
    reader->checker.part = batch->part;
    str_add(&out->bytes, "", 1);
    row_checker_begin(&reader->checker, line);
    if (batch->is_too_large)
        row_checker_reject(&reader->checker, INPUT_ROW_TOO_LARGE,
                           "larger than %zu MiB; a larger --max-bytes allows larger rows",
                           reader->checker.options->max_row_bytes >> 20);
    for (size_t at = 0, length; at < batch->length; at += length) {
        length = row_length(batch, is_csv, at);
        size_t n = content_length(batch->bytes + at, length);
        size_t n_lines = is_csv ? count_lines(batch->bytes + at, length) : 1;
        row_checker_begin(&reader->checker, line);
        if (n && is_csv)
            read_csv(reader, batch->bytes + at, n);
        else if (n)
            read_json(reader, batch->bytes + at, n);
        line += n_lines;
    }
    reader->checker.out = NULL;
}
