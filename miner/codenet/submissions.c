/* Rows are checked one by one. An error in a row is reported with its line, and reading continues
 * with the next row. Columns are found by their names in the header. */
#include "miner/codenet/problem_list.h"

#include "base/csv.h"
#include "base/date.h"
#include "base/table.h"
#include "base/verdicts.h"
#include "miner/histories.h"

#include <string.h>

enum { MAX_OTHER_LANGUAGES = 100 /* that are counted one by one */ };

enum column {
    SUBMISSION_ID,
    USER_ID,
    DATE,
    LANGUAGE,
    STATUS,
    N_REQUIRED,
    PROBLEM_ID = N_REQUIRED,
    ORIGINAL_LANGUAGE,
    N_COLUMNS
};

static const char *const column_names[N_COLUMNS] = {
    [SUBMISSION_ID] = "submission_id",
    [USER_ID] = "user_id",
    [DATE] = "date",
    [LANGUAGE] = "language",
    [STATUS] = "status",
    [PROBLEM_ID] = "problem_id",
    [ORIGINAL_LANGUAGE] = "original_language",
};

struct reading {
    struct unit_content *out;
    const struct unit *problem;
    unsigned language_set;
    const char *file; /* for messages */
    bool has_header;
    bool is_usable; /* all required columns exist */
    size_t n_columns;
    int columns[N_COLUMNS]; /* -1 when absent */
    struct table ids;       /* of the submissions */
};

static void read_header(struct reading *reading, const struct csv_row *row)
{
    reading->has_header = true;
    reading->is_usable = true;
    reading->n_columns = row->n_fields;
    for (int i = 0; i < N_COLUMNS; i++) {
        reading->columns[i] = csv_column(row, column_names[i]);
        if (reading->columns[i] < 0 && i < N_REQUIRED && reading->is_usable) {
            reading->is_usable = false;
            input_errors_add(&reading->out->errors, INPUT_METADATA_UNUSABLE, reading->file,
                             row->line, "no column '%s' in the header; the file is left out",
                             column_names[i]);
        }
    }
}

static const struct csv_field *field(const struct reading *reading, const struct csv_row *row,
                                     enum column column)
{
    return &row->fields[reading->columns[column]];
}

static char *copy(struct reading *reading, const struct csv_field *value)
{
    return arena_copy_text(&reading->out->arena, value->text, value->length);
}

/* Counts and reports a row that cannot be used, for a printf-style reason. Returns false. */
__attribute__((format(printf, 4, 5))) static bool leave_out(struct reading *reading,
                                                            const struct csv_row *row,
                                                            enum input_error_kind kind,
                                                            const char *format, ...)
{
    scoped(str) reason = {0};
    va_list args;
    va_start(args, format);
    str_print_list(&reason, format, args);
    va_end(args);
    reading->out->n_unusable++;
    input_errors_add(&reading->out->errors, kind, reading->file, row->line, "%s; row left out",
                     str_text(&reason));
    return false;
}

/* Checks the values of a row in a language that is read, and sets the date. */
static bool check(struct reading *reading, const struct csv_row *row, int64_t *date)
{
    struct date_time time;
    const struct csv_field *id = field(reading, row, SUBMISSION_ID);
    const char *text = field(reading, row, DATE)->text, *own = unit_in_source(reading->problem);
    const char *problem =
        reading->columns[PROBLEM_ID] < 0 ? own : field(reading, row, PROBLEM_ID)->text;
    if (!beneath_is_safe_name(id->text, id->length))
        return leave_out(reading, row, INPUT_ROW_ID_UNSAFE,
                         "submission id '%s' cannot be a file name", id->text);
    if (strcmp(problem, own) != 0)
        return leave_out(reading, row, INPUT_ROW_VALUE, "problem id '%s' in the file of %s",
                         problem, own);
    if (field(reading, row, USER_ID)->length == 0)
        return leave_out(reading, row, INPUT_ROW_VALUE, "no user id");
    if (date_parse_seconds(&time, text) != 0 || time.nanoseconds)
        return leave_out(reading, row, INPUT_ROW_VALUE,
                         "date '%s' is not a Unix timestamp between 1970 and 9999", text);
    *date = time.seconds;
    return table_add(&reading->ids, id->text) != TABLE_NONE ||
           leave_out(reading, row, INPUT_ROW_DUPLICATE,
                     "an earlier row has the same submission id");
}

static void count_other(struct unit_content *out, const char *name)
{
    size_t i = 0;
    out->n_other_languages++;
    while (i < out->others.n && strcmp(out->others.items[i].name, name) != 0)
        i++;
    if (i == out->others.n && i < MAX_OTHER_LANGUAGES)
        array_push(&out->others, (struct other_language){arena_text(&out->arena, name), 0});
    if (i < out->others.n)
        out->others.items[i].n++;
}

static void read_submission(struct reading *reading, const struct csv_row *row)
{
    int64_t date = 0;
    const struct language *language;
    if (!row->n_fields) {
        leave_out(reading, row, INPUT_ROW_MALFORMED,
                  "a quote is not closed, or not followed by a comma");
    } else if (row->n_fields != reading->n_columns) {
        leave_out(reading, row, INPUT_ROW_MALFORMED, "%s where the header has %zu",
                  counted((int64_t)row->n_fields, "field", "fields").text, reading->n_columns);
    } else if (row->is_binary) {
        leave_out(reading, row, INPUT_ROW_MALFORMED,
                  "the row contains a zero byte or is not UTF-8");
    } else if (!(language = language_of_codenet(reading->language_set,
                                                field(reading, row, LANGUAGE)->text))) {
        count_other(reading->out, field(reading, row, LANGUAGE)->text);
    } else if (check(reading, row, &date)) {
        struct version submission = {
            .id = copy(reading, field(reading, row, SUBMISSION_ID)),
            .user = copy(reading, field(reading, row, USER_ID)),
            .language = language,
            .verdict = copy(reading, field(reading, row, STATUS)),
            .original_language = reading->columns[ORIGINAL_LANGUAGE] < 0
                                     ? ""
                                     : copy(reading, field(reading, row, ORIGINAL_LANGUAGE)),
            .date = date,
            .line = row->line,
        };
        submission.class = verdict_class_of(submission.verdict);
        array_push(&reading->out->versions, submission);
    }
}

static void read_row(void *context, const struct csv_row *row)
{
    struct reading *reading = context;
    if (!reading->has_header) {
        read_header(reading, row);
        return;
    }
    reading->out->n_rows++;
    if (reading->is_usable)
        read_submission(reading, row);
    else
        reading->out->n_unusable++;
}

void submissions_read(struct unit_content *out, const struct folder *metadata,
                      const struct unit *problem, unsigned language_set)
{
    scoped(str) content = {0};
    scoped_memory char *name = mem_print("%s.csv", unit_in_source(problem));
    struct err reason;
    struct reading reading = {
        .out = out,
        .problem = problem,
        .language_set = language_set,
        .file = arena_print(&out->arena, "metadata/%s.csv", unit_in_source(problem)),
    };
    if (folder_read(&content, metadata, name, MAX_METADATA_BYTES, &reason) != BENEATH_OK) {
        input_errors_add(&out->errors, INPUT_METADATA_UNUSABLE, reading.file, 0, "%s",
                         reason.message);
    } else {
        sha256_hex(str_text(&content), content.length, out->fingerprint);
        csv_read(str_text(&content), content.length, read_row, &reading);
        if (!reading.has_header)
            input_errors_add(&out->errors, INPUT_METADATA_UNUSABLE, reading.file, 0,
                             "the file is empty; it has no header");
        table_release(&reading.ids);
    }
    histories_sort(out->versions.items, out->versions.n);
}
