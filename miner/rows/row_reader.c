/* The values of a row are taken from JSON or CSV, by field, and checked. What is left is its
 * record.
 *
 * A JSON object usually has the names of the one before it, in the same order, so the field of a
 * name is looked up at the same position first. Statuses and languages are few, so what one means
 * is looked up once, and remembered. A record has the values that were checked, and after it the
 * programs. The digest of a row is that of the values of its fields, so that a changed row changes
 * the fingerprint of its problem. */
#include "miner/rows/row_reader.h"

#include "base/beneath.h"
#include "base/csv.h"
#include "miner/rows/json_flat.h"
#include "tokenize/languages/language.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_TEXT = 4096,       /* bytes of a value other than the code */
    MAX_DETAIL = 200,      /* bytes of a message */
    MAX_SHOWN = 80,        /* bytes of a value in a message */
    MAX_CODE = 40,         /* the same, of a program */
    MAX_REMEMBERED = 4096, /* statuses and languages */
    MAX_NAMES = 256,       /* of columns that are remembered: each row may have others */
    ID_SIZE = 48,          /* of an id made of the line */
    NUMBER_SIZE = 40,
};

#define MAX_DECIMAL 1e12 /* a larger number is neither a time in seconds nor a score */

struct row_value {
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

struct row_reader {
    const struct row_rules *rules;
    bool is_pairs;
    struct read_rows *out;                /* to which the rows are added; borrowed */
    const struct row_file *file;          /* of the current row */
    struct read_row row;                  /* the current row, */
    struct row_value values[N_ROW_SLOTS]; /* its values: of the fields, then of the inputs */
    bool has_status;                      /* it has one, perhaps null */
    bool has_zero;                        /* a value of it that is not the code has a zero byte */
    bool is_foreign;                      /* it is not UTF-8 */
    size_t n_lines;                       /* that it is on */

    struct table names;               /* of JSON, as they came, */
    ARRAY(struct row_column) columns; /* and what they are */
    struct row_members members;
    size_t position; /* of the next member in the current row */
    struct csv_fields fields;
    struct memory statuses, languages;
    struct str scratch;
    struct str problem; /* of a pair without one */
    struct str decoded[N_RECORD_SIDES];
    struct str made[N_ROW_FIELDS]; /* the fields that are templates */
    char numbers[N_ROW_SLOTS][NUMBER_SIZE];
};

struct row_reader *row_reader_new(const struct row_rules *rules)
{
    struct row_reader *reader = mem_alloc(1, sizeof *reader);
    reader->rules = rules;
    reader->is_pairs = rules->columns->is_pairs;
    return reader;
}

static void release_memory(struct memory *memory)
{
    table_release(&memory->texts);
    array_release(&memory->found);
}

void row_reader_free(void *memory)
{
    struct row_reader *reader = memory;
    if (!reader)
        return;
    release_memory(&reader->statuses);
    release_memory(&reader->languages);
    table_release(&reader->names);
    array_release(&reader->columns);
    row_members_release(&reader->members);
    array_release(&reader->fields.list);
    str_release(&reader->scratch);
    str_release(&reader->problem);
    for (int i = 0; i < N_RECORD_SIDES; i++)
        str_release(&reader->decoded[i]);
    for (int i = 0; i < N_ROW_FIELDS; i++)
        str_release(&reader->made[i]);
    free(reader);
}

void read_rows_release(struct read_rows *rows)
{
    str_release(&rows->bytes);
    array_release(&rows->rows);
    row_sums_release(&rows->sums);
}

/* ---- What statuses and languages mean ---- */

/* Returns what `find` finds for a text; remembers it. */
static int recall(struct memory *memory, const char *text,
                  int (*find)(const struct row_rules *rules, const char *text),
                  const struct row_rules *rules)
{
    int64_t number = table_find(&memory->texts, text);
    if (number != TABLE_NONE)
        return memory->found.items[number];
    int found = find(rules, text);
    if (memory->found.n < MAX_REMEMBERED) {
        table_add(&memory->texts, text);
        array_push(&memory->found, found);
    }
    return found;
}

/* Whether a status is in a list, which may be NULL. */
static bool is_named(const char *list, const char *status)
{
    bool is_named = false;
    scoped_memory char *copy = list ? mem_copy_text(list, strlen(list)) : NULL;
    for (char *rest = copy, *one; !is_named && (one = strsep(&rest, ","));)
        is_named = verdict_is_same(one, status);
    return is_named;
}

enum verdict_class row_class_of(const struct rows_options *options, const char *status,
                                unsigned traits)
{
    if (is_named(options->accepted, status))
        return VERDICT_ACCEPTED;
    if (is_named(options->failing, status))
        return VERDICT_FAILING;
    enum verdict_class class = verdict_class_of_judge(status, traits);
    if (!options->accepted || class == VERDICT_UNDECIDED)
        return class;
    bool is_unknown = class == VERDICT_NONE || verdict_number(status) >= 0;
    return is_unknown && options->failing ? VERDICT_NONE : VERDICT_FAILING;
}

/* What is known of a status without the other rows: its traits, whether the others decide its
 * class, and its class. */
enum { CLASS_MASK = 0xff, NEEDS_TRAITS = 1 << 8, TRAITS_SHIFT = 16 };

static int find_status(const struct row_rules *rules, const char *status)
{
    const struct rows_options *own = rules->own;
    unsigned traits = verdict_traits_of(status);
    enum verdict_class class = row_class_of(own, status, traits);
    /* With --accepted, only the statuses that the judge did not decide need the other rows. */
    bool is_open = verdict_needs_traits(status) && !is_named(own->accepted, status) &&
                   !is_named(own->failing, status) &&
                   (!own->accepted || traits & VERDICT_TRAIT_WORD);
    return (int)(class | (is_open ? NEEDS_TRAITS : 0) | traits << TRAITS_SHIFT);
}

enum { LANGUAGE_OTHER = -1, LANGUAGE_UNKNOWN = -2 };

/* Returns the number of a language that is chosen. */
static int find_language(const struct row_rules *rules, const char *text)
{
    const char *map = rules->own->map_language;
    const struct language *language = map ? language_of_map(map, text) : NULL;
    if (!language)
        language = language_of_judge(UINT_MAX, text);
    if (!language)
        return LANGUAGE_UNKNOWN;
    return language_set_has(rules->request->languages, language) ? language_number(language)
                                                                 : LANGUAGE_OTHER;
}

/* ---- The checks ---- */

static size_t keep_text(struct read_rows *out, const char *text)
{
    size_t at = out->bytes.length;
    str_add(&out->bytes, text, strlen(text) + 1);
    return at;
}

static void keep_record(struct row_reader *reader, const struct row_record *record)
{
    struct read_row *row = &reader->row;
    struct read_rows *out = reader->out;
    row->record = out->bytes.length;
    row_record_add(&out->bytes, record);
    row->n_record = out->bytes.length - row->record;
}

/* The fields of the programs of a row: of a submission, and of both sides of a pair. */
static const struct side {
    enum row_field code, path;
    enum record_text file;
    const char *words;
} sides[1 + N_RECORD_SIDES] = {{ROW_CODE, ROW_PATH, RECORD_FILE, "code"},
                               {ROW_BUGGY, ROW_BUGGY_PATH, RECORD_FILE, "buggy program"},
                               {ROW_FIXED, ROW_FIXED_PATH, RECORD_FIXED_FILE, "fixed program"}};

static const struct side *side_of(const struct row_reader *reader, int side)
{
    return &sides[reader->is_pairs ? 1 + side : 0];
}

/* Returns the first program's path; "" if it has none. */
static const char *path_of(const struct row_reader *reader)
{
    const struct row_value *path = &reader->values[side_of(reader, 0)->path];
    return path->state == GIVEN ? path->text : "";
}

/* Adds the rejection of the row, for a printf-style reason, to which people get "; row left out".
 * Returns true. */
__attribute__((format(printf, 3, 4))) static bool
reject(struct row_reader *reader, enum input_error_kind error, const char *format, ...)
{
    char detail[MAX_DETAIL];
    struct read_row *row = &reader->row;
    va_list args;
    va_start(args, format);
    vsnprintf(detail, sizeof detail, format, args);
    va_end(args);
    if (error == INPUT_ROW_MALFORMED) {
        struct row_sums *sums = &reader->out->sums;
        sums->n_malformed += reader->n_lines;
        sums->n_lost += reader->is_foreign;
        if (!sums->malformed.length)
            str_print(&sums->malformed, "line %zu: %s", row->line, detail);
    }
    row->kind = row->problem ? ROW_KIND_REJECT : ROW_KIND_STRAY;
    keep_record(
        reader,
        &(struct row_record){
            {.kind = {RECORD_REJECT},
             .file = row->file,
             .line = row->line,
             .error = (uint8_t)error},
            {[RECORD_DETAIL] = detail, [RECORD_FILE] = row->path ? path_of(reader) : NULL}});
    array_push(&reader->out->rows, *row);
    return true;
}

/* Copies an id. Real judges have ids such as 1234/A, which cannot be file names. */
static char *copy_id(const struct row_value *value)
{
    char *id = mem_copy_text(value->text, value->length);
    for (char *slash = id; (slash = strchr(slash, '/'));)
        *slash = '-';
    return id;
}

/* Writes the id of a row without one. Returns its length. */
static int write_line_id(char id[ID_SIZE], const struct row_reader *reader)
{
    const struct read_row *row = &reader->row;
    const char *kind = reader->file->form.is_document ? "row" : "line";
    return row->file ? sprintf(id, "part-%" PRIu32 "-%s-%zu", row->file + 1, kind, row->line)
                     : sprintf(id, "%s-%zu", kind, row->line);
}

/* Adds up the sizes of the values, and makes their digest: of a code its own, of an id that is
 * missing the one that is made of the line. Rows that are not pairs have no more than the fields of
 * a submission. */
static void digest_values(struct row_reader *reader)
{
    struct read_row *row = &reader->row;
    struct row_value *values = reader->values;
    struct str *all = &reader->scratch;
    int n_fields = reader->is_pairs ? N_ROW_FIELDS : ROW_BUGGY;
    str_clear(all);
    for (int i = 0; i < n_fields; i++) {
        const struct row_value *value = &values[i];
        const char head[] = {'\0', (char)('0' + value->state), (char)('0' + value->is_number)};
        char id[ID_SIZE];
        row->n_bytes += value->length;
        str_add(all, head + !i, sizeof head - !i); /* the zero ends the value before it */
        if (i == ROW_ID && value->state == ABSENT) {
            str_add(all, id, (size_t)write_line_id(id, reader));
        } else if (row_field_is_code(i)) {
            struct digest code = digest_bytes(value->length ? value->text : "", value->length);
            str_add(all, (const char *)&code, sizeof code);
        } else if (value->length) {
            str_add(all, value->text, value->length);
        }
    }
    str_add(all, "", 1);
    row->digest = digest_bytes(all->text, all->length);
}

/* Returns why a field cannot be used, or NULL. */
static const char *problem_with(const struct row_value *value)
{
    if (value->state == BAD)
        return value->is_number ? "a number that is not exact; write it as a text"
                                : "neither a text nor a whole number";
    return value->length > MAX_TEXT ? "longer than 4,096 bytes" : NULL;
}

/* Rejects a row without a field that it needs, or with a value that no field may have. As all that
 * follow, returns whether it did. */
static bool lacks(struct row_reader *reader, enum row_field field)
{
    const struct row_value *value = &reader->values[field];
    const char *name = row_field_name(field), *why = problem_with(value);
    if (value->state == ABSENT) {
        const char *column = reader->rules->columns->chosen[field];
        return reject(reader, INPUT_ROW_FIELD_MISSING, "no %s%s%.*s%s", name,
                      column ? " (column '" : "", column ? MAX_SHOWN : 0, column ? column : "",
                      column ? "')" : "");
    }
    return why && reject(reader, INPUT_ROW_VALUE, "the %s is %s", name, why);
}

static bool has_bad_date(struct row_reader *reader, struct row_record *record)
{
    struct date_time date;
    struct err why;
    if (reader->is_pairs && reader->values[ROW_DATE].length == 0)
        return false;
    if (lacks(reader, ROW_DATE))
        return true;
    if (date_read(&date, &reader->rules->dates, reader->values[ROW_DATE].text, &why) != 0)
        return reject(reader, INPUT_ROW_VALUE, "date %s", why.message);
    record->head.date = date.seconds;
    record->head.nanoseconds = date.nanoseconds;
    return false;
}

/* Sets that the program of a side is a text of the row. */
static void set_code(const struct row_reader *reader, int side, const struct row_value *code,
                     enum record_kind kind, struct row_record *record)
{
    bool is_too_large = code->length > reader->rules->request->max_bytes;
    record->head.kind[side] = is_too_large ? RECORD_TOO_LARGE : (uint8_t)kind;
    record->head.n_code[side] = is_too_large ? 0 : (uint32_t)code->length;
}

/* Checks where the program of a side is, and sets the kind of it in the record. */
static bool has_bad_code(struct row_reader *reader, int side, struct row_record *record)
{
    const struct side *fields = side_of(reader, side);
    const struct row_value *code = &reader->values[fields->code];
    const struct row_value *path = &reader->values[fields->path];
    const char *why = path->state == ABSENT ? NULL : problem_with(path);
    bool has_path = path->state == BAD || path->length;
    if (code->state == BAD || (code->state == GIVEN && code->is_number))
        return reject(reader, INPUT_ROW_VALUE, "the %s is not a text", fields->words);
    if (code->state == ABSENT && !has_path)
        return reject(reader, INPUT_ROW_FIELD_MISSING, "neither %s nor %s",
                      row_field_name(fields->code), row_field_name(fields->path));
    if (reader->file->is_layout)
        record->texts[fields->file] = path->text;
    bool is_in_layout = reader->file->is_layout && code->state == GIVEN; /* it may be empty */
    if (code->length || !has_path || is_in_layout) {
        set_code(reader, side, code, RECORD_CODE, record);
        return false;
    }
    record->head.kind[side] = RECORD_PATH;
    record->texts[fields->file] = path->text;
    if (why)
        return reject(reader, INPUT_ROW_VALUE, "the path is %s", why);
    if (reader->file->is_in_archive)
        return reject(reader, INPUT_ROW_VALUE,
                      "a path, but rows in an archive have no folder: unpack it, and "
                      "name its folder");
    if (!reader->file->folder)
        return reject(reader, INPUT_ROW_VALUE,
                      "a path, but rows from standard input have no folder");
    return !beneath_is_safe_path(path->text) &&
           reject(reader, INPUT_ROW_VALUE,
                  "path '%.*s' is not that of a file below the folder of the rows", MAX_SHOWN,
                  path->text);
}

/* Whether a side of a pair is given. */
static bool has_side(const struct row_reader *reader, int side)
{
    const struct row_value *code = &reader->values[side_of(reader, side)->code];
    const struct row_value *path = &reader->values[side_of(reader, side)->path];
    return code->state != ABSENT || path->state == BAD || path->length;
}

/* The same for all programs. If one of a pair is missing, it is made with the patch. */
static bool has_bad_codes(struct row_reader *reader, struct row_record *record)
{
    const struct row_value *diff = &reader->values[ROW_DIFF];
    bool is_pairs = reader->is_pairs;
    int made = has_side(reader, 0) ? 1 : 0; /* the side that is made, if one is */
    bool is_made =
        is_pairs && diff->state != ABSENT && !has_side(reader, made) && has_side(reader, !made);
    if (is_made && (diff->state == BAD || diff->is_number))
        return reject(reader, INPUT_ROW_VALUE, "the diff is not a text");
    for (int side = 0; side < (is_pairs ? N_RECORD_SIDES : 1); side++)
        if (is_made && side == made)
            set_code(reader, side, diff, RECORD_DIFF, record);
        else if (has_bad_code(reader, side, record))
            return true;
    return false;
}

/* Checks the id, and sets `own` to it. If it is missing, makes it of the line. */
static bool has_bad_id(struct row_reader *reader, char **own, struct row_record *record)
{
    const struct row_value *id = &reader->values[ROW_ID];
    bool is_absent = id->state == ABSENT;
    char line_id[ID_SIZE];
    if (!is_absent && lacks(reader, ROW_ID))
        return true;
    *own = is_absent ? mem_copy_text(line_id, (size_t)write_line_id(line_id, reader)) : copy_id(id);
    record->texts[RECORD_ID] = *own;
    scoped_memory char *longest = reader->is_pairs ? mem_print("%s-fixed", *own) : NULL;
    return !(beneath_is_safe_name(*own, strlen(*own)) &&
             (!longest || beneath_is_safe_name(longest, strlen(longest)))) &&
           reject(reader, INPUT_ROW_ID_UNSAFE, "submission id '%.*s' cannot be a file name",
                  MAX_SHOWN, id->text);
}

static bool has_bad_user(struct row_reader *reader)
{
    if (reader->is_pairs && reader->values[ROW_USER].state == ABSENT)
        return false;
    return lacks(reader, ROW_USER) || (reader->values[ROW_USER].length == 0 && !reader->is_pairs &&
                                       reject(reader, INPUT_ROW_VALUE, "the user is empty"));
}

static bool has_bad_optional(struct row_reader *reader)
{
    static const enum row_field optional[] = {ROW_ORIGINAL_LANGUAGE, ROW_CONTEST, ROW_PROBLEM_NAME};
    for (size_t i = 0; i < sizeof optional / sizeof *optional; i++)
        if (reader->values[optional[i]].state != ABSENT && lacks(reader, optional[i]))
            return true;
    return false;
}

static size_t keep_optional(struct row_reader *reader, enum row_field field)
{
    const struct row_value *value = &reader->values[field];
    return value->state == GIVEN && value->length ? keep_text(reader->out, value->text) : 0;
}

/* Whether the rows of the file have a status; otherwise the score is one. */
static bool has_status(const struct row_reader *reader)
{
    return reader->file->at[ROW_STATUS] >= 0 ||
           reader->rules->columns->made[ROW_STATUS].pieces.n > 0;
}

/* Returns the score of the row beside its status. */
static struct verdict_score score_of(const struct row_reader *reader)
{
    const struct row_value *score = &reader->values[ROW_SCORE];
    const struct row_value *full = &reader->values[ROW_FULL_SCORE];
    struct verdict_score out = NO_SCORE;
    if (has_status(reader) && score->state == GIVEN)
        out = verdict_score_of(score->text);
    if (full->state == GIVEN && verdict_number(full->text) >= 0)
        out.full = verdict_number(full->text);
    return out;
}

static bool has_bad_status(struct row_reader *reader, struct row_record *record)
{
    const char *status = reader->values[ROW_STATUS].text;
    struct read_row *row = &reader->row;
    if (reader->is_pairs)
        return false;
    if (lacks(reader, ROW_STATUS))
        return true;
    int found = recall(&reader->statuses, status, find_status, reader->rules);
    enum verdict_class class = (enum verdict_class)(found & CLASS_MASK);
    bool is_open = found & NEEDS_TRAITS;
    record->head.class = (uint8_t)(is_open                 ? VERDICT_NONE
                                   : class == VERDICT_NONE ? VERDICT_UNDECIDED
                                                           : class);
    record->texts[RECORD_STATUS] = status;
    record->head.score = score_of(reader);
    row->is_accepted = class == VERDICT_ACCEPTED && !is_open;
    if (class == VERDICT_NONE || is_open)
        row->status = keep_text(reader->out, status);
    return false;
}

/* Appends the programs to the record. */
static void keep_codes(struct row_reader *reader, const struct row_record *record)
{
    const struct row_value *values = reader->values;
    for (int side = 0; side < N_RECORD_SIDES; side++) {
        enum row_field field =
            record->head.kind[side] == RECORD_DIFF ? ROW_DIFF : side_of(reader, side)->code;
        size_t n = record->head.n_code[side];
        str_add(&reader->out->bytes, n ? values[field].text : "", n);
        reader->row.n_code += n;
    }
}

/* Whether a program that is not UTF-8 cannot be read. */
static bool is_lost(const struct row_value *code, const struct language *language)
{
    scoped(program_text) text = {0};
    str_add(&text.content, code->length ? code->text : "", code->length);
    program_text_take(&text, language, true);
    return text.reason == REJECT_ENCODING;
}

/* Checks a row of a problem in a chosen language, and keeps it. */
static void read_submission(struct row_reader *reader, int language)
{
    const struct row_value *values = reader->values, *original = &values[ROW_ORIGINAL_LANGUAGE];
    struct read_row *row = &reader->row;
    struct row_record record = {
        {.file = row->file, .line = row->line, .language = (uint8_t)language}, {0}};
    scoped_memory char *own_id = NULL;
    if (has_bad_id(reader, &own_id, &record) || has_bad_user(reader) ||
        has_bad_date(reader, &record) || has_bad_status(reader, &record) ||
        has_bad_optional(reader) || has_bad_codes(reader, &record))
        return;
    record.texts[RECORD_USER] = values[ROW_USER].text;
    record.texts[RECORD_ORIGINAL_LANGUAGE] =
        original->state == GIVEN ? original->text : values[ROW_LANGUAGE].text;
    row->name = keep_optional(reader, ROW_PROBLEM_NAME);
    row->contest = keep_optional(reader, ROW_CONTEST);
    for (int side = 0; reader->is_foreign && side < (reader->is_pairs ? N_RECORD_SIDES : 1); side++)
        if (is_lost(&values[side_of(reader, side)->code], languages[language])) {
            reader->out->sums.n_lost++;
            break;
        }
    keep_record(reader, &record);
    keep_codes(reader, &record);
    array_push(&reader->out->rows, *row);
}

/* Gives a pair without a problem one of its own: that of the name of its file, or of its id. */
static void make_problem(struct row_reader *reader)
{
    struct row_value *problem = &reader->values[ROW_PROBLEM];
    const struct row_value *id = &reader->values[ROW_ID];
    const char *path = path_of(reader), *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path, *dot = strchr(name, '.');
    char line_id[ID_SIZE];
    if (problem->state == BAD || problem->length)
        return;
    str_clear(&reader->problem);
    if (*name)
        str_add(&reader->problem, name, dot && dot != name ? (size_t)(dot - name) : strlen(name));
    else if (id->state == GIVEN && id->length)
        str_add(&reader->problem, id->text, id->length);
    else
        str_add(&reader->problem, line_id, (size_t)write_line_id(line_id, reader));
    *problem = (struct row_value){
        .state = GIVEN, .text = str_text(&reader->problem), .length = reader->problem.length};
}

/* Checks the values of the row, and adds what is left of it to the rows. */
static void check_row(struct row_reader *reader)
{
    struct read_row *row = &reader->row;
    const struct row_value *problem = &reader->values[ROW_PROBLEM];
    const struct row_value *status = &reader->values[ROW_STATUS];
    if (status->state == GIVEN && !reader->is_pairs)
        reader->out->traits |=
            (unsigned)recall(&reader->statuses, status->text, find_status, reader->rules) >>
            TRAITS_SHIFT;
    if (reader->file->is_layout)
        row->path = keep_text(reader->out, path_of(reader));
    if (reader->is_pairs)
        make_problem(reader);
    if (lacks(reader, ROW_PROBLEM))
        return;
    scoped_memory char *id = copy_id(problem);
    if (!beneath_is_safe_name(id, problem->length)) {
        reject(reader, INPUT_ROW_ID_UNSAFE, "problem id '%.*s' cannot be a file name", MAX_SHOWN,
               problem->text);
        return;
    }
    row->problem = keep_text(reader->out, id);
    row->problem_as_read = hash_bytes(problem->text, problem->length, 0);
    digest_values(reader);
    if (lacks(reader, ROW_LANGUAGE))
        return;
    const char *language_text = reader->values[ROW_LANGUAGE].text;
    int language = recall(&reader->languages, language_text, find_language, reader->rules);
    if (language >= 0) {
        read_submission(reader, language);
        return;
    }
    row->kind = ROW_KIND_OTHER_LANGUAGE;
    row->language = keep_text(reader->out, language_text);
    row->is_not_chosen = language == LANGUAGE_OTHER;
    array_push(&reader->out->rows, *row);
}

/* ---- The values ---- */

/* Returns the column of the member at this position. */
static struct row_column find_column(struct row_reader *reader, const char *name)
{
    const char *const *names = reader->names.keys.items;
    size_t position = reader->position++;
    bool is_next = position < reader->names.keys.n && strcmp(names[position], name) == 0;
    int64_t number = is_next ? (int64_t)position : table_find(&reader->names, name);
    if (number != TABLE_NONE)
        return reader->columns.items[number];
    struct row_column column = row_columns_look(reader->rules->columns, name);
    if (reader->columns.n < MAX_NAMES) {
        table_add(&reader->names, name);
        array_push(&reader->columns, column);
    }
    return column;
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
    bool may_have_fraction =
        slot == ROW_DATE || slot == ROW_STATUS || slot == ROW_SCORE || slot == ROW_FULL_SCORE;
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
    struct row_value *value = &reader->values[slot];
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
        reader->has_status |= column.field == ROW_STATUS || column.field == ROW_SCORE;
        take_value(reader, (int)column.field, column.rank, member);
    }
    if (column.input >= 0)
        take_value(reader, N_ROW_FIELDS + column.input, 0, member);
    return column.has_more;
}

/* Fills the template of a field from the inputs. If one of them is missing, so is the field. */
static void fill_template(struct row_reader *reader, int field)
{
    const struct row_template *made = &reader->rules->columns->made[field];
    struct row_value *value = &reader->values[field];
    struct str *text = &reader->made[field];
    str_clear(text);
    str_add_text(text, "");
    for (size_t i = 0; i < made->pieces.n; i++) {
        const struct row_piece *piece = &made->pieces.items[i];
        const struct row_value *input =
            piece->input < 0 ? NULL : &reader->values[N_ROW_FIELDS + piece->input];
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
 * chosen, if the file has no column of languages. */
static void fill_language(struct row_reader *reader)
{
    const struct row_value *path = &reader->values[reader->is_pairs ? ROW_BUGGY_PATH : ROW_PATH];
    const struct language *language = NULL;
    const char *dot = path->state == GIVEN ? strrchr(path->text, '.') : NULL;
    if (dot)
        language = language_of_extension(UINT_MAX, path->text);
    else if (reader->file->at[ROW_LANGUAGE] < 0)
        language = reader->rules->language;
    const char *text = language ? language->name : dot && !strchr(dot, '/') ? dot + 1 : NULL;
    if (text)
        reader->values[ROW_LANGUAGE] =
            (struct row_value){.state = GIVEN, .text = text, .length = strlen(text)};
}

/* Makes the status of rows that have none: the score, as 30 or as 30/50. */
static void fill_status(struct row_reader *reader)
{
    struct row_value *values = reader->values;
    struct str *text = &reader->made[ROW_STATUS];
    values[ROW_STATUS] = values[ROW_SCORE];
    if (values[ROW_SCORE].state != GIVEN || values[ROW_FULL_SCORE].state != GIVEN)
        return;
    str_set(text, "%s/%s", values[ROW_SCORE].text, values[ROW_FULL_SCORE].text);
    values[ROW_STATUS] =
        (struct row_value){.state = GIVEN, .text = text->text, .length = text->length};
}

/* Decodes the program of a side if its column is encoded, and counts the form that it then has. */
static void decode_code(struct row_reader *reader, int side)
{
    struct row_value *code = &reader->values[side_of(reader, side)->code];
    struct str *decoded = &reader->decoded[side];
    if (code->state != GIVEN || code->is_number)
        return;
    str_clear(decoded);
    if (code_form_decode(decoded, reader->file->code_form[side], code->text, code->length)) {
        code->text = str_text(decoded);
        code->length = decoded->length;
    }
    enum code_form form = code_form_of(code->text, code->length);
    struct row_sums *sums = &reader->out->sums;
    sums->n_forms[side][form]++;
    if (form > CODE_NOTEBOOK && !sums->odd_code.length)
        utf8_add_valid(&sums->odd_code, code->text,
                       code->length < MAX_CODE ? code->length : MAX_CODE);
}

/* Checks the row whose values were taken. A status that is null has not been given yet; any other
 * value that is null is missing, and so is an object where none is needed. */
static void check_values(struct row_reader *reader)
{
    struct row_value *values = reader->values;
    for (int i = reader->is_pairs ? 0 : ROW_ID; i < ROW_BUGGY; i++) /* those that are optional */
        if (values[i].state == BAD && !values[i].is_number && i != ROW_LANGUAGE)
            values[i] = (struct row_value){0};
    for (int i = 0; i < N_ROW_FIELDS; i++)
        if (reader->rules->columns->made[i].pieces.n)
            fill_template(reader, i);
    if (values[ROW_STATUS].state == ABSENT && !has_status(reader))
        fill_status(reader);
    if ((reader->has_status || reader->rules->columns->may_lack_status) &&
        values[ROW_STATUS].state == ABSENT)
        values[ROW_STATUS] = (struct row_value){.state = GIVEN, .text = ""};
    if (values[ROW_LANGUAGE].state == ABSENT)
        fill_language(reader);
    for (int side = 0; side < (reader->is_pairs ? N_RECORD_SIDES : 1); side++)
        decode_code(reader, side);
    check_row(reader);
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
        reject(reader, INPUT_ROW_MALFORMED, "%s", why.message);
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

/* Cuts a row of CSV into its fields. One that is malformed is rejected, for the fault of what its
 * first row is if quotes are right. */
static bool cut_row(struct row_reader *reader, char *text, size_t length, bool is_sound)
{
    const struct row_file *file = reader->file;
    struct csv_fields *fields = &reader->fields;
    struct csv_scan scan = {0};
    char up_to[40] = "";
    if (is_sound && csv_cut(fields, &file->form.csv, text, length) && fields->n == file->n_columns)
        return true;
    if (!is_sound)
        csv_scan(&scan, &file->form.csv, text, length);
    if (reader->n_lines > 1)
        snprintf(up_to, sizeof up_to, ", up to line %zu", reader->row.line + reader->n_lines - 1);
    size_t n = is_sound ? fields->n : scan.n_after + 1;
    if (n == file->n_columns || scan.is_wrong || scan.state == CSV_IN_QUOTES)
        reject(reader, INPUT_ROW_MALFORMED, "a quote is not closed, or not followed by a %s%s",
               file->form.csv.delimiter == ',' ? "comma" : "delimiter", up_to);
    else
        reject(reader, INPUT_ROW_MALFORMED, "%s where the header has %zu%s",
               counted((int64_t)n, "field", "fields").text, file->n_columns, up_to);
    return false;
}

static void read_csv(struct row_reader *reader)
{
    const struct row_file *file = reader->file;
    const struct csv_fields *fields = &reader->fields;
    int n_slots = N_ROW_FIELDS + (int)reader->rules->columns->inputs.n;
    for (int i = 0; i < n_slots; i++) {
        if (file->at[i] < 0)
            continue;
        const struct csv_field *field = &fields->list.items[file->at[i]];
        if (is_missing(&file->form, i, field))
            continue;
        if (!is_sound(i, field)) {
            reject(reader, INPUT_ROW_MALFORMED, "the row contains a zero byte or is not UTF-8");
            return;
        }
        struct row_value *value = &reader->values[i];
        value->state = GIVEN;
        value->text = field->text;
        value->length = field->length;
    }
    reader->has_status = has_status(reader) || file->at[ROW_SCORE] >= 0;
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

/* Counts the row if it has characters above ASCII. The texts of a layout have encodings of their
 * own. */
static void look_at_encoding(struct row_reader *reader, const char *row, size_t length)
{
    const struct row_file *file = reader->file;
    struct row_sums *sums = &reader->out->sums;
    unsigned char all = 0;
    for (size_t i = 0; i < length; i++)
        all |= (unsigned char)row[i];
    bool is_told = !file->is_layout && (!file->encoding || strcmp(file->encoding, "UTF-8") == 0);
    reader->is_foreign = all & 0x80 && is_told && !utf8_is_valid(row, length);
    sums->n_utf8 += all & 0x80 && !reader->is_foreign;
    sums->n_foreign += reader->is_foreign;
    if (!reader->is_foreign)
        return;
    str_add(&sums->foreign, row, length);
    str_add_text(&sums->foreign, "\n");
}

/* Reads a row without its line end. */
static void read_row(struct row_reader *reader, char *row, size_t length, bool is_sound)
{
    const struct row_file *file = reader->file;
    look_at_encoding(reader, row, length);
    reader->out->sums.n_rows++;
    reader->out->sums.n_lines += reader->n_lines;
    if (file->form.format == ROWS_JSON_LINES)
        read_json(reader, row, length);
    else if (file->form.format == ROWS_COPY && is_end(row, length))
        return;
    else if (cut_row(reader, row, length, is_sound))
        read_csv(reader);
}

static void begin_row(struct row_reader *reader, size_t line)
{
    size_t n_slots = N_ROW_FIELDS + reader->rules->columns->inputs.n;
    memset(reader->values, 0, n_slots * sizeof *reader->values);
    reader->has_status = false;
    reader->row = (struct read_row){.file = reader->file->number, .line = line};
}

void row_reader_read(struct row_reader *reader, struct row_batch *batch, struct read_rows *out)
{
    const struct row_form *form = &batch->file->form;
    size_t line = batch->first_line;
    reader->out = out;
    reader->file = batch->file;
    str_add(&out->bytes, "", 1);
    begin_row(reader, line);
    if (batch->is_too_large)
        reject(reader, INPUT_ROW_TOO_LARGE,
               "larger than %zu MiB; a larger --max-bytes allows larger rows",
               reader->rules->max_row_bytes >> 20);
    for (size_t at = 0, length, i = 0; at < batch->length; at += length, i++) {
        bool is_csv = form->format != ROWS_JSON_LINES;
        length = is_csv ? batch->rows.items[i].n_bytes
                        : row_line_length(batch->bytes + at, batch->length - at);
        size_t n = content_length(form, batch->bytes + at, length);
        size_t n_lines = is_csv ? text_count(batch->bytes + at, length, '\n') : 1;
        begin_row(reader, line);
        reader->n_lines = n_lines ? n_lines : 1;
        if (n)
            read_row(reader, batch->bytes + at, n, !is_csv || batch->rows.items[i].is_sound);
        line += n_lines;
    }
    reader->out = NULL;
}
