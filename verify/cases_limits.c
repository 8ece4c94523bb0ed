#include "verify/cases_limits.h"

#include "base/beneath.h"
#include "base/delimited.h"
#include "verify/decimal.h"
#include "verify/problem_tests.h"

#include <string.h>

struct reading {
    struct cases_limits *limits;
    struct cases_notes *notes;
    const char *file;
    bool has_header;
    int id, seconds, milliseconds, match; /* columns; -1: missing */
};

static void read_header(struct reading *reading, const struct delimited_row *row)
{
    reading->has_header = true;
    reading->id = delimited_column(row, "problem_id");
    if (reading->id < 0)
        reading->id = delimited_column(row, "id");
    reading->seconds = delimited_column(row, "seconds");
    reading->milliseconds = delimited_column(row, "time_limit");
    reading->match = delimited_column(row, "match");
    if (reading->id < 0)
        cases_notes_add(reading->notes, reading->file, row->line,
                        "no column 'problem_id' or 'id'; the table is not used");
}

/* Returns a field, or "". */
static const char *field(const struct delimited_row *row, int column)
{
    return column >= 0 && (size_t)column < row->n_fields ? row->fields[column].text : "";
}

static double seconds_of(const struct reading *reading, const struct delimited_row *row)
{
    bool has_seconds = reading->seconds >= 0;
    const char *text = field(row, has_seconds ? reading->seconds : reading->milliseconds);
    struct decimal limit;
    if (!*text)
        return 0;
    if (decimal_read(&limit, text, strlen(text)) &&
        is_time_limit(has_seconds ? limit.value : limit.value / 1000))
        return has_seconds ? limit.value : limit.value / 1000;
    cases_notes_add(reading->notes, reading->file, row->line,
                    "the time limit '%s' is not a number from %g to %d seconds", text,
                    MIN_LIMIT_SECONDS, (int)MAX_LIMIT_SECONDS);
    return 0;
}

static struct tolerance tolerance_of(const struct reading *reading, const struct delimited_row *row)
{
    struct tolerance tolerance = TOLERANCE_USUAL;
    const char *text = field(row, reading->match);
    if (*text && !tolerance_read(&tolerance, text))
        cases_notes_add(reading->notes, reading->file, row->line, TOLERANCE_UNKNOWN, text);
    return tolerance;
}

static void take_row(void *context, const struct delimited_row *row)
{
    struct reading *reading = context;
    if (!reading->has_header) {
        read_header(reading, row);
        return;
    }
    if (reading->id < 0)
        return;
    const char *id = field(row, reading->id);
    if (row->is_binary || !beneath_is_safe_name(id, strlen(id)))
        cases_notes_add(reading->notes, reading->file, row->line,
                        "the row is not text, or has no usable problem id");
    else if (table_add(&reading->limits->ids, id) == TABLE_NONE)
        cases_notes_add(reading->notes, reading->file, row->line,
                        "there is already a row of problem '%s'; this one is not used", id);
    else
        array_push(&reading->limits->list,
                   (struct test_limit){seconds_of(reading, row), tolerance_of(reading, row)});
}

void cases_limits_read(struct cases_limits *limits, const struct str *content, const char *file,
                       struct cases_notes *notes)
{
    struct reading reading = {.limits = limits, .notes = notes, .file = file};
    delimited_read(str_text(content), content->length, take_row, &reading);
}

const struct test_limit *cases_limits_find(const struct cases_limits *limits,
                                           const char *problem_id)
{
    int64_t number = table_find(&limits->ids, problem_id);
    return number == TABLE_NONE ? NULL : &limits->list.items[number];
}

void cases_limits_release(struct cases_limits *limits)
{
    table_release(&limits->ids);
    array_release(&limits->list);
}
