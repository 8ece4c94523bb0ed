/* Both formats become the same values, by field. JSON's are taken from cJSON's tree; an object
 * usually has the names of the one before it, in the same order, so the field of a name is
 * looked up at the same position first. */
#include "rows/row_reader.h"

#include "base/beneath.h"
#include "base/csv_row.h"
#include "base/date.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/table.h"
#include "base/utf8.h"
#include "languages/language.h"
#include "miner/verdicts.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_TEXT = 4096,       /* bytes of a value other than the code */
    MAX_DETAIL = 200,      /* bytes of a message */
    MAX_SHOWN = 80,        /* bytes of a value in a message */
    MAX_REMEMBERED = 4096, /* statuses and languages */
    MAX_NAMES = 64,        /* of columns that are remembered; searching more would not pay */
    NUMBER_SIZE = 24,
    MAX_TIME = 1000000000, /* thousands of seconds: longer than any date */
};

struct value {
    enum { ABSENT, GIVEN, BAD } state; /* BAD: neither a text nor an exact whole number */
    const char *text;                  /* followed by a zero */
    size_t length;
    bool is_number;
    int rank; /* of the column it is from */
};

/* Texts that were looked up, and what was found. */
struct memory {
    struct table texts;
    ARRAY(int) found; /* by number */
};

struct name {
    char *text;
    int rank; /* -1: of no field */
    enum row_field field;
};

struct row_reader {
    const struct row_reader_options *options;
    struct memory statuses, languages;
    ARRAY(struct name) names; /* of JSON, as they came */
    struct csv_fields fields;
    struct value values[N_ROW_FIELDS];
    char numbers[N_ROW_FIELDS][NUMBER_SIZE];
    struct str scratch;
    struct read_rows *out; /* of the current batch */
};

void read_rows_release(struct read_rows *rows)
{
    str_release(&rows->bytes);
    array_release(&rows->rows);
}

struct row_reader *row_reader_new(const struct row_reader_options *options)
{
    struct row_reader *reader = mem_alloc(1, sizeof *reader);
    reader->options = options;
    return reader;
}

void row_reader_free(struct row_reader *reader)
{
    if (!reader)
        return;
    table_release(&reader->statuses.texts);
    array_release(&reader->statuses.found);
    table_release(&reader->languages.texts);
    array_release(&reader->languages.found);
    for (size_t i = 0; i < reader->names.n; i++)
        free(reader->names.items[i].text);
    array_release(&reader->names);
    array_release(&reader->fields.list);
    str_release(&reader->scratch);
    free(reader);
}

/* Returns what `find` finds for a text; remembers it. */
static int recall(struct memory *memory, const char *text,
                  int (*find)(const struct row_reader_options *options, const char *text),
                  const struct row_reader_options *options)
{
    int64_t number = table_find(&memory->texts, text);
    if (number != TABLE_NONE)
        return memory->found.items[number];
    int found = find(options, text);
    if (memory->found.n < MAX_REMEMBERED) {
        table_add(&memory->texts, text);
        array_push(&memory->found, found);
    }
    return found;
}

/* Returns the class of a status; VERDICT_NONE if it is unknown. */
static int find_class(const struct row_reader_options *options, const char *status)
{
    enum verdict_class class = verdict_class_of_judge(status);
    if (options->accepted.n == 0)
        return class;
    for (size_t i = 0; i < options->accepted.n; i++)
        if (strcmp(options->accepted.items[i], status) == 0)
            return VERDICT_ACCEPTED;
    return class == VERDICT_UNDECIDED ? class : VERDICT_FAILING;
}

/* Returns the number of a language that is chosen, or -1. */
static int find_language(const struct row_reader_options *options, const char *text)
{
    const struct language *language = language_of_judge(options->languages, text);
    return language ? language_number(language) : -1;
}

static size_t keep_text(struct read_rows *out, const char *text)
{
    size_t at = out->bytes.length;
    str_add(&out->bytes, text, strlen(text) + 1);
    return at;
}

/* Keeps a rejection. `problem` may be NULL. */
static void __attribute__((format(printf, 5, 6)))
reject(struct row_reader *reader, struct read_row *row, enum row_error error, const char *problem,
       const char *format, ...)
{
    char detail[MAX_DETAIL];
    va_list args;
    va_start(args, format);
    vsnprintf(detail, sizeof detail, format, args);
    va_end(args);
    struct read_rows *out = reader->out;
    struct row_record record = {
        .kind = RECORD_REJECT, .line = row->line, .error = error, .detail = detail};
    row->kind = problem ? ROW_KIND_REJECT : ROW_KIND_STRAY;
    row->error = error;
    row->record = out->bytes.length;
    row_record_add(&out->bytes, &record);
    row->n_record = out->bytes.length - row->record;
    array_push(&out->rows, *row);
}

/* Copies the problem's id. Real judges have ids such as 1234/A, which cannot be file names. */
static char *copy_problem(const struct value *problem)
{
    char *id = mem_copy_text(problem->text, problem->length);
    for (char *slash = id; (slash = strchr(slash, '/'));)
        *slash = '-';
    return id;
}

/* Adds up the sizes of the values, and makes their digest. */
static void digest_values(struct row_reader *reader, struct read_row *row)
{
    struct str *text = &reader->scratch;
    str_clear(text);
    for (int i = 0; i < N_ROW_FIELDS; i++) {
        const struct value *value = &reader->values[i];
        const char state[2] = {(char)('0' + value->state), (char)('0' + value->is_number)};
        row->n_bytes += value->length;
        str_add(text, state, sizeof state);
        if (i == ROW_ID && value->state == ABSENT) {
            str_print(text, "line-%zu", row->line);
        } else if (i == ROW_CODE) {
            struct digest code = digest_bytes(value->length ? value->text : "", value->length);
            str_add(text, (const char *)&code, sizeof code);
        } else {
            str_add(text, value->length ? value->text : "", value->length);
        }
        str_add(text, "", 1);
    }
    row->digest = digest_bytes(text->text, text->length);
}

/* Returns why a field cannot be used, or NULL. */
static const char *problem_with(const struct value *value)
{
    if (value->state == BAD)
        return value->is_number ? "a number that is not exact; write it as a text"
                                : "neither a text nor a whole number";
    return value->length > MAX_TEXT ? "longer than 4,096 bytes" : NULL;
}

/* Rejects a row without a field that it needs, or with a value that no field may have. Returns
 * whether it did. */
static bool lacks(struct row_reader *reader, struct read_row *row, enum row_field field,
                  const char *problem)
{
    const struct value *value = &reader->values[field];
    const char *name = row_field_name(field), *why = problem_with(value);
    if (value->state == ABSENT) {
        const char *column = reader->options->columns->chosen[field];
        reject(reader, row, ROW_FIELD_MISSING, problem, "no %s%s%.*s%s; row left out", name,
               column ? " (column '" : "", column ? MAX_SHOWN : 0, column ? column : "",
               column ? "')" : "");
        return true;
    }
    if (why)
        reject(reader, row, ROW_BAD_VALUE, problem, "the %s is %s; row left out", name, why);
    return why != NULL;
}

static bool has_bad_date(struct row_reader *reader, struct read_row *row, const char *problem,
                         int64_t *date)
{
    const char *text = reader->values[ROW_DATE].text;
    static const char digits[] = "0123456789";
    size_t n = strlen(text);
    if (date_parse_time(date, text) == 0)
        return false;
    if (n >= 12 && n <= 19 && strspn(text, digits) == n)
        reject(reader, row, ROW_BAD_VALUE, problem,
               "date '%s' is not in seconds; if it is in milliseconds, divide it by 1000; row left "
               "out",
               text);
    else
        reject(reader, row, ROW_BAD_VALUE, problem,
               "date '%.*s' is neither Unix seconds nor ISO 8601 with a time, between 1970 and "
               "9999; row left out",
               MAX_SHOWN, text);
    return true;
}

/* Whether the path is one of a file below a folder. */
static bool is_safe_path(const char *path)
{
    for (const char *part = path, *slash; part; part = slash ? slash + 1 : NULL) {
        slash = strchr(part, '/');
        if (!beneath_is_safe_name(part, slash ? (size_t)(slash - part) : strlen(part)))
            return false;
    }
    return true;
}

/* Checks where the program is, and sets the kind of the record. */
static bool has_bad_code(struct row_reader *reader, struct read_row *row, const char *problem,
                         struct row_record *record)
{
    const struct value *code = &reader->values[ROW_CODE], *path = &reader->values[ROW_PATH];
    const char *why = path->state == ABSENT ? NULL : problem_with(path);
    bool has_path = path->state == BAD || path->length;
    if (code->state == BAD || (code->state == GIVEN && code->is_number)) {
        reject(reader, row, ROW_BAD_VALUE, problem, "the code is not a text; row left out");
        return true;
    }
    if (code->state == ABSENT && !has_path) {
        reject(reader, row, ROW_FIELD_MISSING, problem, "neither code nor path; row left out");
        return true;
    }
    if (code->length || !has_path) {
        bool is_too_large = code->length > reader->options->max_source_bytes;
        record->kind = is_too_large ? RECORD_TOO_LARGE : RECORD_CODE;
        record->n_code = is_too_large ? 0 : (uint32_t)code->length;
        return false;
    }
    record->kind = RECORD_PATH;
    record->detail = path->text;
    if (why)
        reject(reader, row, ROW_BAD_VALUE, problem, "the path is %s; row left out", why);
    else if (!reader->options->has_folder)
        reject(reader, row, ROW_BAD_VALUE, problem,
               "a path, but rows from standard input have no folder; row left out");
    else if (!is_safe_path(path->text))
        reject(reader, row, ROW_BAD_VALUE, problem,
               "path '%.*s' is not that of a file below the folder of the rows; row left out",
               MAX_SHOWN, path->text);
    else
        return false;
    return true;
}

/* Checks the id, which may be missing, and puts it into `own` then. */
static bool has_bad_id(struct row_reader *reader, struct read_row *row, const char *problem,
                       char own[NUMBER_SIZE + 8], struct row_record *record)
{
    const struct value *id = &reader->values[ROW_ID];
    if (id->state == ABSENT) {
        snprintf(own, NUMBER_SIZE + 8, "line-%zu", row->line);
        record->id = own;
        return false;
    }
    if (lacks(reader, row, ROW_ID, problem))
        return true;
    record->id = id->text;
    if (beneath_is_safe_name(id->text, id->length))
        return false;
    reject(reader, row, ROW_ID_UNSAFE, problem,
           "submission id '%.*s' cannot be a file name; row left out", MAX_SHOWN, id->text);
    return true;
}

static bool has_bad_optional(struct row_reader *reader, struct read_row *row, const char *problem)
{
    static const enum row_field optional[] = {ROW_ORIGINAL_LANGUAGE, ROW_CONTEST, ROW_PROBLEM_NAME};
    for (size_t i = 0; i < sizeof optional / sizeof *optional; i++)
        if (reader->values[optional[i]].state != ABSENT && lacks(reader, row, optional[i], problem))
            return true;
    return false;
}

static size_t keep_optional(struct row_reader *reader, enum row_field field)
{
    const struct value *value = &reader->values[field];
    return value->state == GIVEN && value->length ? keep_text(reader->out, value->text) : 0;
}

/* Checks a row of a problem in a chosen language, and keeps it. */
static void read_submission(struct row_reader *reader, struct read_row *row, const char *problem,
                            int language)
{
    const struct value *values = reader->values, *original = &values[ROW_ORIGINAL_LANGUAGE];
    struct row_record record = {.line = row->line, .language = language};
    char own_id[NUMBER_SIZE + 8];
    if (has_bad_id(reader, row, problem, own_id, &record) || lacks(reader, row, ROW_USER, problem))
        return;
    if (values[ROW_USER].length == 0) {
        reject(reader, row, ROW_BAD_VALUE, problem, "the user is empty; row left out");
        return;
    }
    if (lacks(reader, row, ROW_DATE, problem) || has_bad_date(reader, row, problem, &record.date) ||
        lacks(reader, row, ROW_STATUS, problem) || has_bad_optional(reader, row, problem) ||
        has_bad_code(reader, row, problem, &record))
        return;
    int class = recall(&reader->statuses, values[ROW_STATUS].text, find_class, reader->options);
    record.class = class == VERDICT_NONE ? VERDICT_UNDECIDED : (enum verdict_class) class;
    record.user = values[ROW_USER].text;
    record.status = values[ROW_STATUS].text;
    record.original_language =
        original->state == GIVEN ? original->text : values[ROW_LANGUAGE].text;
    struct read_rows *out = reader->out;
    row->name = keep_optional(reader, ROW_PROBLEM_NAME);
    row->contest = keep_optional(reader, ROW_CONTEST);
    row->is_accepted = record.class == VERDICT_ACCEPTED;
    if (class == VERDICT_NONE) {
        row->error = ROW_STATUS_UNKNOWN;
        row->status = keep_text(out, record.status);
    }
    row->record = out->bytes.length;
    row_record_add(&out->bytes, &record);
    row->n_record = out->bytes.length - row->record;
    row->code = out->bytes.length;
    row->n_code = record.n_code;
    str_add(&out->bytes, row->n_code ? values[ROW_CODE].text : "", row->n_code);
    array_push(&out->rows, *row);
}

/* Checks the values of a row, and keeps what is left of it. */
static void read_values(struct row_reader *reader, size_t line)
{
    struct read_row row = {.line = line};
    const struct value *problem = &reader->values[ROW_PROBLEM];
    if (lacks(reader, &row, ROW_PROBLEM, NULL))
        return;
    scoped_memory char *id = copy_problem(problem);
    if (!beneath_is_safe_name(id, problem->length)) {
        reject(reader, &row, ROW_ID_UNSAFE, NULL,
               "problem id '%.*s' cannot be a file name; row left out", MAX_SHOWN, problem->text);
        return;
    }
    row.problem = keep_text(reader->out, id);
    row.problem_as_read = hash_bytes(problem->text, problem->length, 0);
    digest_values(reader, &row);
    if (lacks(reader, &row, ROW_LANGUAGE, id))
        return;
    int language = recall(&reader->languages, reader->values[ROW_LANGUAGE].text, find_language,
                          reader->options);
    if (language >= 0) {
        read_submission(reader, &row, id, language);
        return;
    }
    row.kind = ROW_KIND_OTHER_LANGUAGE;
    array_push(&reader->out->rows, row);
}

static void reject_form(struct row_reader *reader, size_t line, enum row_error error,
                        const char *why)
{
    struct read_row row = {.line = line};
    reject(reader, &row, error, NULL, "%s; row left out", why);
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
    name.rank = row_columns_rank(reader->options->columns, text, &name.field);
    if (reader->names.n == MAX_NAMES) /* the last one makes room */
        free(names[--reader->names.n].text);
    array_push(&reader->names, name);
    return &reader->names.items[reader->names.n - 1];
}

static struct value value_of_json(struct row_reader *reader, enum row_field field,
                                  const struct json *json)
{
    const char *text = json_text(json);
    if (text)
        return (struct value){.state = GIVEN, .text = text, .length = strlen(text)};
    bool is_number = json_kind(json) == JSON_NUMBER, is_int = json_is_int(json);
    double number = json_number(json, 0);
    bool is_time = field == ROW_DATE && is_number && fabs(number) < MAX_TIME * 1e3;
    if (!is_int && !is_time)
        return (struct value){.state = BAD, .is_number = is_number};
    char *digits = reader->numbers[field];
    int length = is_int ? snprintf(digits, NUMBER_SIZE, "%" PRId64, json_int(json, 0))
                        : snprintf(digits, NUMBER_SIZE, "%.6f", number);
    return (struct value){
        .state = GIVEN, .text = digits, .length = (size_t)length, .is_number = true};
}

/* A status that is null has not been given yet; any other value that is null is missing. */
static void take_members(struct row_reader *reader, const struct json *object)
{
    size_t position = 0;
    bool has_status = false;
    json_each(member, object) {
        const struct name *name = find_name(reader, position++, json_name(member));
        if (name->rank < 0)
            continue;
        struct value *value = &reader->values[name->field];
        has_status |= name->field == ROW_STATUS;
        if (json_kind(member) == JSON_NULL || (value->state != ABSENT && value->rank <= name->rank))
            continue;
        *value = value_of_json(reader, name->field, member);
        value->rank = name->rank;
    }
    if (has_status && reader->values[ROW_STATUS].state == ABSENT)
        reader->values[ROW_STATUS] = (struct value){.state = GIVEN, .text = ""};
}

static void read_json(struct row_reader *reader, const char *text, size_t length, size_t line)
{
    scoped(json) *object = NULL;
    struct err why;
    if (json_parse(&object, text, length, &why) != 0) {
        reject_form(reader, line, ROW_MALFORMED, why.message);
        return;
    }
    if (json_kind(object) != JSON_OBJECT) {
        reject_form(reader, line, ROW_MALFORMED, "not a JSON object");
        return;
    }
    memset(reader->values, 0, sizeof reader->values);
    take_members(reader, object);
    read_values(reader, line);
}

static void read_csv(struct row_reader *reader, char *text, size_t length, size_t line)
{
    const struct row_reader_options *options = reader->options;
    struct csv_fields *fields = &reader->fields;
    if (!csv_cut(fields, text, length)) {
        reject_form(reader, line, ROW_MALFORMED,
                    "a quote is not closed, or not followed by a comma");
        return;
    }
    if (fields->n != options->n_columns) {
        struct read_row row = {.line = line};
        reject(reader, &row, ROW_MALFORMED, NULL, "%zu %s where the header has %zu; row left out",
               fields->n, plural((double)fields->n, "field", "fields"), options->n_columns);
        return;
    }
    memset(reader->values, 0, sizeof reader->values);
    for (int i = 0; i < N_ROW_FIELDS; i++) {
        if (options->at[i] < 0)
            continue;
        const struct delimited_field *field = &fields->list.items[options->at[i]];
        if (i != ROW_CODE && (memchr(field->text, '\0', field->length) ||
                              !utf8_is_valid(field->text, field->length))) {
            reject_form(reader, line, ROW_MALFORMED,
                        "the row contains a zero byte or is not UTF-8");
            return;
        }
        reader->values[i] =
            (struct value){.state = GIVEN, .text = field->text, .length = field->length};
    }
    read_values(reader, line);
}

/* Returns the length of the row at the start of the bytes, with its line end. */
static size_t row_length(const struct row_batch *batch, enum row_format format, size_t at)
{
    size_t length = batch->length - at;
    if (format == ROWS_CSV && !batch->has_single_lines) {
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
    enum row_format format = reader->options->format;
    size_t line = batch->first_line;
    reader->out = out;
    str_add(&out->bytes, "", 1);
    if (batch->is_too_large)
        reject_form(reader, line, ROW_TOO_LARGE, "larger than 64 MiB");
    for (size_t at = 0, length; at < batch->length; at += length) {
        length = row_length(batch, format, at);
        size_t n_lines = format == ROWS_CSV ? count_lines(batch->bytes + at, length) : 1;
        size_t n = content_length(batch->bytes + at, length);
        if (n && format == ROWS_CSV)
            read_csv(reader, batch->bytes + at, n, line);
        else if (n)
            read_json(reader, batch->bytes + at, n, line);
        line += n_lines;
    }
    reader->out = NULL;
}
