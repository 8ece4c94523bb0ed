/* A record has the values that were checked, and after it the programs. Statuses and languages
 * are few, so what one means is looked up once, and remembered. The digest of a row is that of
 * the values of its fields, so that a changed row changes the fingerprint of its problem. */
#include "miner/rows/row_checker.h"

#include "base/beneath.h"
#include "base/mem.h"
#include "base/verdicts.h"
#include "tokenize/languages/language.h"

#include <inttypes.h>
#include <limits.h>
#include <string.h>

enum {
    MAX_TEXT = 4096,       /* bytes of a value other than the code */
    MAX_DETAIL = 200,      /* bytes of a message */
    MAX_SHOWN = 80,        /* bytes of a value in a message */
    MAX_REMEMBERED = 4096, /* statuses and languages */
    ID_SIZE = 48,          /* of an id made of the line */
};

void read_rows_release(struct read_rows *rows)
{
    str_release(&rows->bytes);
    array_release(&rows->rows);
}

void row_checker_release(struct row_checker *checker)
{
    table_release(&checker->statuses.texts);
    array_release(&checker->statuses.found);
    table_release(&checker->languages.texts);
    array_release(&checker->languages.found);
    str_release(&checker->scratch);
    str_release(&checker->problem);
}

/* Returns what `find` finds for a text; remembers it. */
static int recall(struct row_memory *memory, const char *text,
                  int (*find)(const struct row_rules *options, const char *text),
                  const struct row_rules *options)
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

static int find_status(const struct row_rules *options, const char *status)
{
    const struct rows_options *own = options->own;
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
static int find_language(const struct row_rules *options, const char *text)
{
    const char *map = options->own->map_language;
    const struct language *language = map ? language_of_map(map, text) : NULL;
    if (!language)
        language = language_of_judge(UINT_MAX, text);
    if (!language)
        return LANGUAGE_UNKNOWN;
    return language_set_has(options->request->languages, language) ? language_number(language)
                                                                   : LANGUAGE_OTHER;
}

static size_t keep_text(struct read_rows *out, const char *text)
{
    size_t at = out->bytes.length;
    str_add(&out->bytes, text, strlen(text) + 1);
    return at;
}

static void keep_record(struct row_checker *checker, const struct row_record *record)
{
    struct read_row *row = &checker->row;
    struct read_rows *out = checker->out;
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

static const struct side *side_of(const struct row_checker *checker, int side)
{
    return &sides[checker->options->columns->is_pairs ? 1 + side : 0];
}

/* Returns the first program's path; "" if it has none. */
static const char *path_of(const struct row_checker *checker)
{
    const struct row_value *path = &checker->values[side_of(checker, 0)->path];
    return path->state == GIVEN ? path->text : "";
}

bool row_checker_reject(struct row_checker *checker, enum input_error_kind error,
                        const char *format, ...)
{
    char detail[MAX_DETAIL];
    struct read_row *row = &checker->row;
    va_list args;
    va_start(args, format);
    vsnprintf(detail, sizeof detail, format, args);
    va_end(args);
    row->kind = row->problem ? ROW_KIND_REJECT : ROW_KIND_STRAY;
    keep_record(
        checker,
        &(struct row_record){
            {.kind = {RECORD_REJECT},
             .part = row->part,
             .line = row->line,
             .error = (uint8_t)error},
            {[RECORD_DETAIL] = detail, [RECORD_FILE] = row->file ? path_of(checker) : NULL}});
    array_push(&checker->out->rows, *row);
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
static int write_line_id(char id[ID_SIZE], const struct row_checker *checker)
{
    const struct read_row *row = &checker->row;
    const char *kind = checker->part->form.is_document ? "row" : "line";
    return row->part ? sprintf(id, "part-%" PRIu32 "-%s-%zu", row->part + 1, kind, row->line)
                     : sprintf(id, "%s-%zu", kind, row->line);
}

/* Adds up the sizes of the values, and makes their digest: of a code its own, of an id that is
 * missing the one that is made of the line. Rows that are not pairs have no more than the fields of
 * a submission. */
static void digest_values(struct row_checker *checker)
{
    struct read_row *row = &checker->row;
    struct row_value *values = checker->values;
    struct str *all = &checker->scratch;
    int n_fields = checker->options->columns->is_pairs ? N_ROW_FIELDS : ROW_BUGGY;
    str_clear(all);
    for (int i = 0; i < n_fields; i++) {
        const struct row_value *value = &values[i];
        const char head[] = {'\0', (char)('0' + value->state), (char)('0' + value->is_number)};
        char id[ID_SIZE];
        row->n_bytes += value->length;
        str_add(all, head + !i, sizeof head - !i); /* the zero ends the value before it */
        if (i == ROW_ID && value->state == ABSENT) {
            str_add(all, id, (size_t)write_line_id(id, checker));
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
static bool lacks(struct row_checker *checker, enum row_field field)
{
    const struct row_value *value = &checker->values[field];
    const char *name = row_field_name(field), *why = problem_with(value);
    if (value->state == ABSENT) {
        const char *column = checker->options->columns->chosen[field];
        return row_checker_reject(checker, INPUT_ROW_FIELD_MISSING, "no %s%s%.*s%s", name,
                                  column ? " (column '" : "", column ? MAX_SHOWN : 0,
                                  column ? column : "", column ? "')" : "");
    }
    return why && row_checker_reject(checker, INPUT_ROW_VALUE, "the %s is %s", name, why);
}

static bool has_bad_date(struct row_checker *checker, struct row_record *record)
{
    struct date_time date;
    struct err why;
    if (checker->options->columns->is_pairs && checker->values[ROW_DATE].length == 0)
        return false;
    if (lacks(checker, ROW_DATE))
        return true;
    if (date_read(&date, &checker->options->dates, checker->values[ROW_DATE].text, &why) != 0)
        return row_checker_reject(checker, INPUT_ROW_VALUE, "date %s", why.message);
    record->head.date = date.seconds;
    record->head.nanoseconds = date.nanoseconds;
    return false;
}

/* Sets that the program of a side is a text of the row. */
static void set_code(const struct row_checker *checker, int side, const struct row_value *code,
                     enum record_kind kind, struct row_record *record)
{
    bool is_too_large = code->length > checker->options->request->max_bytes;
    record->head.kind[side] = is_too_large ? RECORD_TOO_LARGE : (uint8_t)kind;
    record->head.n_code[side] = is_too_large ? 0 : (uint32_t)code->length;
}

/* Checks where the program of a side is, and sets the kind of it in the record. */
static bool has_bad_code(struct row_checker *checker, int side, struct row_record *record)
{
    const struct side *fields = side_of(checker, side);
    const struct row_value *code = &checker->values[fields->code];
    const struct row_value *path = &checker->values[fields->path];
    const char *why = path->state == ABSENT ? NULL : problem_with(path);
    bool has_path = path->state == BAD || path->length;
    if (code->state == BAD || (code->state == GIVEN && code->is_number))
        return row_checker_reject(checker, INPUT_ROW_VALUE, "the %s is not a text", fields->words);
    if (code->state == ABSENT && !has_path)
        return row_checker_reject(checker, INPUT_ROW_FIELD_MISSING, "neither %s nor %s",
                                  row_field_name(fields->code), row_field_name(fields->path));
    if (checker->part->is_layout)
        record->texts[fields->file] = path->text;
    bool is_in_layout = checker->part->is_layout && code->state == GIVEN; /* it may be empty */
    if (code->length || !has_path || is_in_layout) {
        set_code(checker, side, code, RECORD_CODE, record);
        return false;
    }
    record->head.kind[side] = RECORD_PATH;
    record->texts[fields->file] = path->text;
    if (why)
        return row_checker_reject(checker, INPUT_ROW_VALUE, "the path is %s", why);
    if (checker->part->is_in_archive)
        return row_checker_reject(checker, INPUT_ROW_VALUE,
                                  "a path, but rows in an archive have no folder: unpack it, and "
                                  "name its folder");
    if (!checker->part->folder)
        return row_checker_reject(checker, INPUT_ROW_VALUE,
                                  "a path, but rows from standard input have no folder");
    return !beneath_is_safe_path(path->text) &&
           row_checker_reject(checker, INPUT_ROW_VALUE,
                              "path '%.*s' is not that of a file below the folder of the rows",
                              MAX_SHOWN, path->text);
}

/* Whether a side of a pair is given. */
static bool has_side(const struct row_checker *checker, int side)
{
    const struct row_value *code = &checker->values[side_of(checker, side)->code];
    const struct row_value *path = &checker->values[side_of(checker, side)->path];
    return code->state != ABSENT || path->state == BAD || path->length;
}

/* The same for all programs. If one of a pair is missing, it is made with the patch. */
static bool has_bad_codes(struct row_checker *checker, struct row_record *record)
{
    const struct row_value *diff = &checker->values[ROW_DIFF];
    bool is_pairs = checker->options->columns->is_pairs;
    int made = has_side(checker, 0) ? 1 : 0; /* the side that is made, if one is */
    bool is_made =
        is_pairs && diff->state != ABSENT && !has_side(checker, made) && has_side(checker, !made);
    if (is_made && (diff->state == BAD || diff->is_number))
        return row_checker_reject(checker, INPUT_ROW_VALUE, "the diff is not a text");
    for (int side = 0; side < (is_pairs ? N_RECORD_SIDES : 1); side++)
        if (is_made && side == made)
            set_code(checker, side, diff, RECORD_DIFF, record);
        else if (has_bad_code(checker, side, record))
            return true;
    return false;
}

/* Checks the id, and sets `own` to it. If it is missing, makes it of the line. */
static bool has_bad_id(struct row_checker *checker, char **own, struct row_record *record)
{
    const struct row_value *id = &checker->values[ROW_ID];
    bool is_absent = id->state == ABSENT;
    char line_id[ID_SIZE];
    if (!is_absent && lacks(checker, ROW_ID))
        return true;
    *own =
        is_absent ? mem_copy_text(line_id, (size_t)write_line_id(line_id, checker)) : copy_id(id);
    record->texts[RECORD_ID] = *own;
    scoped_memory char *longest =
        checker->options->columns->is_pairs ? mem_print("%s-fixed", *own) : NULL;
    return !(beneath_is_safe_name(*own, strlen(*own)) &&
             (!longest || beneath_is_safe_name(longest, strlen(longest)))) &&
           row_checker_reject(checker, INPUT_ROW_ID_UNSAFE,
                              "submission id '%.*s' cannot be a file name", MAX_SHOWN, id->text);
}

static bool has_bad_user(struct row_checker *checker)
{
    if (checker->options->columns->is_pairs && checker->values[ROW_USER].state == ABSENT)
        return false;
    return lacks(checker, ROW_USER) ||
           (checker->values[ROW_USER].length == 0 && !checker->options->columns->is_pairs &&
            row_checker_reject(checker, INPUT_ROW_VALUE, "the user is empty"));
}

static bool has_bad_optional(struct row_checker *checker)
{
    static const enum row_field optional[] = {ROW_ORIGINAL_LANGUAGE, ROW_CONTEST, ROW_PROBLEM_NAME};
    for (size_t i = 0; i < sizeof optional / sizeof *optional; i++)
        if (checker->values[optional[i]].state != ABSENT && lacks(checker, optional[i]))
            return true;
    return false;
}

static size_t keep_optional(struct row_checker *checker, enum row_field field)
{
    const struct row_value *value = &checker->values[field];
    return value->state == GIVEN && value->length ? keep_text(checker->out, value->text) : 0;
}

static bool has_bad_status(struct row_checker *checker, struct row_record *record)
{
    const char *status = checker->values[ROW_STATUS].text;
    struct read_row *row = &checker->row;
    if (checker->options->columns->is_pairs)
        return false;
    if (lacks(checker, ROW_STATUS))
        return true;
    int found = recall(&checker->statuses, status, find_status, checker->options);
    enum verdict_class class = (enum verdict_class)(found & CLASS_MASK);
    bool is_open = found & NEEDS_TRAITS;
    record->head.class = (uint8_t)(is_open                 ? VERDICT_NONE
                                   : class == VERDICT_NONE ? VERDICT_UNDECIDED
                                                           : class);
    record->texts[RECORD_STATUS] = status;
    row->is_accepted = class == VERDICT_ACCEPTED && !is_open;
    if (class == VERDICT_NONE || is_open)
        row->status = keep_text(checker->out, status);
    return false;
}

/* Appends the programs to the record. */
static void keep_codes(struct row_checker *checker, const struct row_record *record)
{
    const struct row_value *values = checker->values;
    for (int side = 0; side < N_RECORD_SIDES; side++) {
        enum row_field field =
            record->head.kind[side] == RECORD_DIFF ? ROW_DIFF : side_of(checker, side)->code;
        size_t n = record->head.n_code[side];
        str_add(&checker->out->bytes, n ? values[field].text : "", n);
        checker->row.n_code += n;
    }
}

/* Checks a row of a problem in a chosen language, and keeps it. */
static void read_submission(struct row_checker *checker, int language)
{
    const struct row_value *values = checker->values, *original = &values[ROW_ORIGINAL_LANGUAGE];
    struct read_row *row = &checker->row;
    struct row_record record = {
        {.part = row->part, .line = row->line, .language = (uint8_t)language}, {0}};
    scoped_memory char *own_id = NULL;
    if (has_bad_id(checker, &own_id, &record) || has_bad_user(checker) ||
        has_bad_date(checker, &record) || has_bad_status(checker, &record) ||
        has_bad_optional(checker) || has_bad_codes(checker, &record))
        return;
    record.texts[RECORD_USER] = values[ROW_USER].text;
    record.texts[RECORD_ORIGINAL_LANGUAGE] =
        original->state == GIVEN ? original->text : values[ROW_LANGUAGE].text;
    row->name = keep_optional(checker, ROW_PROBLEM_NAME);
    row->contest = keep_optional(checker, ROW_CONTEST);
    keep_record(checker, &record);
    keep_codes(checker, &record);
    array_push(&checker->out->rows, *row);
}

void row_checker_begin(struct row_checker *checker, size_t line)
{
    memset(checker->values, 0, sizeof checker->values);
    checker->row = (struct read_row){.part = checker->part->number, .line = line};
}

/* Gives a pair without a problem one of its own: that of the name of its file, or of its id. */
static void make_problem(struct row_checker *checker)
{
    struct row_value *problem = &checker->values[ROW_PROBLEM];
    const struct row_value *id = &checker->values[ROW_ID];
    const char *path = path_of(checker), *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path, *dot = strchr(name, '.');
    char line_id[ID_SIZE];
    if (problem->state == BAD || problem->length)
        return;
    str_clear(&checker->problem);
    if (*name)
        str_add(&checker->problem, name, dot && dot != name ? (size_t)(dot - name) : strlen(name));
    else if (id->state == GIVEN && id->length)
        str_add(&checker->problem, id->text, id->length);
    else
        str_add(&checker->problem, line_id, (size_t)write_line_id(line_id, checker));
    *problem = (struct row_value){
        .state = GIVEN, .text = str_text(&checker->problem), .length = checker->problem.length};
}

void row_checker_take(struct row_checker *checker)
{
    struct read_row *row = &checker->row;
    const struct row_value *problem = &checker->values[ROW_PROBLEM];
    const struct row_value *status = &checker->values[ROW_STATUS];
    if (status->state == GIVEN && !checker->options->columns->is_pairs)
        checker->out->traits |=
            (unsigned)recall(&checker->statuses, status->text, find_status, checker->options) >>
            TRAITS_SHIFT;
    if (checker->part->is_layout)
        row->file = keep_text(checker->out, path_of(checker));
    if (checker->options->columns->is_pairs)
        make_problem(checker);
    if (lacks(checker, ROW_PROBLEM))
        return;
    scoped_memory char *id = copy_id(problem);
    if (!beneath_is_safe_name(id, problem->length)) {
        row_checker_reject(checker, INPUT_ROW_ID_UNSAFE, "problem id '%.*s' cannot be a file name",
                           MAX_SHOWN, problem->text);
        return;
    }
    row->problem = keep_text(checker->out, id);
    row->problem_as_read = hash_bytes(problem->text, problem->length, 0);
    digest_values(checker);
    if (lacks(checker, ROW_LANGUAGE))
        return;
    const char *language_text = checker->values[ROW_LANGUAGE].text;
    int language = recall(&checker->languages, language_text, find_language, checker->options);
    if (language >= 0) {
        read_submission(checker, language);
        return;
    }
    row->kind = ROW_KIND_OTHER_LANGUAGE;
    row->language = keep_text(checker->out, language_text);
    row->is_not_chosen = language == LANGUAGE_OTHER;
    array_push(&checker->out->rows, *row);
}
