/* Rows are checked one by one. An error in a row is reported with its line, and reading continues
 * with the next row. Columns are found by their names in the header. */

#include "base/date.h"
#include "base/delimited.h"
#include "base/table.h"
#include "base/verdicts.h"
#include "sources/codenet/problem_list.h"
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

static void read_header(struct reading *reading, const struct delimited_row *row)
{
    reading->has_header = true;
    reading->is_usable = true;
    reading->n_columns = row->n_fields;
    for (int i = 0; i < N_COLUMNS; i++) {
        reading->columns[i] = delimited_column(row, column_names[i]);
        if (reading->columns[i] < 0 && i < N_REQUIRED && reading->is_usable) {
            reading->is_usable = false;
            input_errors_add(&reading->out->errors, INPUT_METADATA_UNUSABLE, reading->file,
                             row->line, "no column '%s' in the header; the file is left out",
                             column_names[i]);
        }
    }
}

static const struct delimited_field *field(const struct reading *reading,
                                           const struct delimited_row *row, enum column column)
{
    return &row->fields[reading->columns[column]];
}

static char *copy(struct reading *reading, const struct delimited_field *source)
{
    return arena_copy_text(&reading->out->arena, source->text, source->length);
}

/* Reports a bad value of the row and returns true, or sets the date and returns false. */
static bool has_bad_value(struct reading *reading, const struct delimited_row *row, int64_t *date)
{
    struct input_errors *errors = &reading->out->errors;
    struct date_time time;
    const struct delimited_field *id = field(reading, row, SUBMISSION_ID);
    const struct delimited_field *problem =
        reading->columns[PROBLEM_ID] < 0 ? NULL : field(reading, row, PROBLEM_ID);
    if (!beneath_is_safe_name(id->text, id->length)) {
        input_errors_add(errors, INPUT_ROW_ID_UNSAFE, reading->file, row->line,
                         "submission id '%s' cannot be a file name; row left out", id->text);
        return true;
    }
    if (problem && strcmp(problem->text, unit_in_source(reading->problem)) != 0) {
        input_errors_add(errors, INPUT_ROW_VALUE, reading->file, row->line,
                         "problem id '%s' in the file of %s; row left out", problem->text,
                         unit_in_source(reading->problem));
        return true;
    }
    if (field(reading, row, USER_ID)->length == 0) {
        input_errors_add(errors, INPUT_ROW_VALUE, reading->file, row->line,
                         "no user id; row left out");
        return true;
    }
    const char *text = field(reading, row, DATE)->text;
    if (date_parse_seconds(&time, text) != 0 || time.nanoseconds) {
        input_errors_add(errors, INPUT_ROW_VALUE, reading->file, row->line,
                         "date '%s' is not a Unix timestamp between 1970 and 9999; row left out",
                         text);
        return true;
    }
    *date = time.seconds;
    return false;
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

static void read_submission(struct reading *reading, const struct delimited_row *row)
{
    int64_t date;
    const struct language *language;
    if (row->n_fields != reading->n_columns) {
        reading->out->n_unusable++;
        input_errors_add(&reading->out->errors, INPUT_ROW_MALFORMED, reading->file, row->line,
                         "%s where the header has %zu; row left out",
                         counted((int64_t)row->n_fields, "field", "fields").text,
                         reading->n_columns);
    } else if (row->is_binary) {
        reading->out->n_unusable++;
        input_errors_add(&reading->out->errors, INPUT_ROW_MALFORMED, reading->file, row->line,
                         "the row contains a zero byte or is not UTF-8; row left out");
    } else if (!(language = language_of_codenet(reading->language_set,
                                                field(reading, row, LANGUAGE)->text))) {
        count_other(reading->out, field(reading, row, LANGUAGE)->text);
    } else if (has_bad_value(reading, row, &date)) {
        reading->out->n_unusable++;
    } else if (table_add(&reading->ids, field(reading, row, SUBMISSION_ID)->text) == TABLE_NONE) {
        reading->out->n_unusable++;
        input_errors_add(&reading->out->errors, INPUT_ROW_DUPLICATE, reading->file, row->line,
                         "an earlier row has the same submission id; row left out");
    } else {
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

static void read_row(void *context, const struct delimited_row *row)
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
        delimited_read(str_text(&content), content.length, read_row, &reading);
        if (!reading.has_header)
            input_errors_add(&out->errors, INPUT_METADATA_UNUSABLE, reading.file, 0,
                             "the file is empty; it has no header");
        table_release(&reading.ids);
    }
    histories_sort(out->versions.items, out->versions.n);
}
