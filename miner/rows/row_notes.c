/* A status or language is reported once, with the number of its rows. */
#include "miner/rows/row_collection.h"

#include "base/verdicts.h"

#include <string.h>

enum {
    MAX_NOTED = 1000, /* statuses, or languages, that are counted one by one */
    MAX_NAMED = 10,   /* languages in the message of a file without usable rows */
};

/* Statuses that are numbers are one, because there may be many. */
static const char numbers[] = "100";

/* The first row with a text. The name of a part is borrowed; a path of a layout is kept. */
static struct noted_text first_of(struct row_notes *notes, const char *file,
                                  const struct read_row *row)
{
    if (row->file)
        return (struct noted_text){.file = arena_text(&notes->arena, file)};
    return (struct noted_text){.file = file, .line = row->line};
}

static void note(struct row_notes *notes, struct noted_texts *noted, const char *text,
                 const char *file, const struct read_row *row)
{
    int64_t number = table_find(&noted->texts, text);
    if (number == TABLE_NONE && noted->list.n >= MAX_NOTED && text != numbers) {
        noted->has_rest = true;
        return;
    }
    if (number == TABLE_NONE) {
        number = table_add(&noted->texts, text);
        array_push(&noted->list, first_of(notes, file, row));
    }
    noted->list.items[number].n_rows++;
}

void row_notes_take(struct row_notes *notes, const char *file, const struct read_row *row,
                    const char *bytes)
{
    struct row_record record;
    notes->n_rows++;
    if (notes->error_detail || (row->kind != ROW_KIND_STRAY && row->kind != ROW_KIND_REJECT))
        return;
    row_record_read(&record, bytes + row->record);
    notes->error = first_of(notes, file, row);
    notes->error_detail = arena_text(&notes->arena, record.texts[RECORD_DETAIL]);
}

void row_notes_take_values(struct row_notes *notes, const char *file, const struct read_row *row,
                           const char *bytes)
{
    notes->n_not_chosen += row->is_not_chosen;
    notes->n_submissions += row->kind == ROW_KIND_SUBMISSION;
    notes->n_accepted += row->is_accepted;
    if (row->kind == ROW_KIND_OTHER_LANGUAGE && !row->is_not_chosen)
        note(notes, &notes->languages, bytes + row->language, file, row);
    if (row->kind != ROW_KIND_SUBMISSION || !row->status)
        return;
    const char *status = bytes + row->status;
    double number = verdict_number(status);
    note(notes, &notes->statuses, number < 0 ? status : numbers, file, row);
    notes->highest = number > notes->highest ? number : notes->highest;
    notes->n_full += number == 100;
}

/* Returns the number of rows in which the status of a list is Accepted, because of the others. */
static uint64_t count_accepted(const struct row_notes *notes)
{
    uint64_t n = notes->n_accepted;
    const struct noted_texts *noted = &notes->statuses;
    for (size_t i = 0; i < noted->list.n; i++) {
        const char *status = noted->texts.keys.items[i];
        if (row_class_of(notes->options, status, notes->traits) == VERDICT_ACCEPTED)
            n += strcmp(status, numbers) == 0 ? notes->n_full : noted->list.items[i].n_rows;
    }
    return n;
}

static void report_numbers(const struct row_notes *notes, struct input_errors *errors,
                           const struct noted_text *noted)
{
    if (notes->highest == 100 &&
        row_class_of(notes->options, numbers, notes->traits) == VERDICT_ACCEPTED)
        return;
    input_errors_add(errors, INPUT_STATUS_UNKNOWN, noted->file, noted->line,
                     "the statuses of %s are numbers, up to %.15g: 100 is Accepted and less is "
                     "failing if all statuses are numbers; else name the full score, or the "
                     "numbers of verdicts, with --accepted and --failing",
                     counted((int64_t)noted->n_rows, "row", "rows").text, notes->highest);
}

static void report_status(const struct row_notes *notes, struct input_errors *errors, size_t number)
{
    const struct noted_text *noted = &notes->statuses.list.items[number];
    const char *status = notes->statuses.texts.keys.items[number];
    enum verdict_class class = row_class_of(notes->options, status, notes->traits);
    scoped(str) word = {0};
    if (strcmp(status, numbers) == 0)
        report_numbers(notes, errors, noted);
    else if (class == VERDICT_NONE || class == VERDICT_UNDECIDED) {
        shell_add_word(&word, status);
        input_errors_add(
            errors, INPUT_STATUS_UNKNOWN, noted->file, noted->line,
            "status '%.80s' of %s %s: add --failing %.80s, or name it with the others that "
            "are Accepted in --accepted",
            status, counted((int64_t)noted->n_rows, "row", "rows").text,
            class == VERDICT_NONE ? "is unknown and counts as undecided"
                                  : "counts as undecided, as in the judge whose statuses "
                                    "other rows have",
            str_text(&word));
    }
}

/* Says that there are more texts than are counted. */
static void report_rest(const struct noted_texts *noted, struct input_errors *errors,
                        enum input_error_kind kind, const char *dataset, const char *field)
{
    if (noted->has_rest)
        input_errors_add(errors, kind, dataset, 0,
                         "more than %d are unknown; is the column right? choose it with "
                         "--columns %s=COLUMN",
                         MAX_NOTED, field);
}

static void report_statuses(const struct row_notes *notes, struct input_errors *errors,
                            const char *dataset)
{
    for (size_t i = 0; i < notes->statuses.list.n; i++)
        report_status(notes, errors, i);
    report_rest(&notes->statuses, errors, INPUT_STATUS_UNKNOWN, dataset, "status");
    if (notes->n_submissions && !count_accepted(notes))
        input_errors_add(errors, INPUT_STATUS_UNKNOWN, dataset, 0,
                         "no submission is Accepted; name the statuses that are with --accepted");
}

/* Appends what to do about a language that is known under another name. */
static void add_language_advice(struct str *out, const char *example)
{
    scoped(str) pair = {0};
    str_print(&pair, "%.80s=LANGUAGE", example);
    str_add_text(out, "; if it is one that tokfix mines, add --map-language ");
    shell_add_word(out, str_text(&pair));
}

void row_notes_report(const struct row_notes *notes, struct input_errors *errors,
                      const char *dataset, bool is_pairs)
{
    if (!is_pairs)
        report_statuses(notes, errors, dataset);
    for (size_t i = 0; i < notes->languages.list.n; i++) {
        const struct noted_text *noted = &notes->languages.list.items[i];
        const char *name = notes->languages.texts.keys.items[i];
        scoped(str) reason = {0};
        str_print(&reason, "language '%.80s' is unknown: %s left out", name,
                  counted((int64_t)noted->n_rows, "row is", "rows are").text);
        add_language_advice(&reason, name);
        input_errors_add(errors, INPUT_LANGUAGE_UNKNOWN, noted->file, noted->line, "%s",
                         reason.text);
    }
    report_rest(&notes->languages, errors, INPUT_LANGUAGE_UNKNOWN, dataset, "language");
}

/* Appends the languages of the rows that are not read because of them. */
static void add_languages(struct str *out, const struct row_notes *notes)
{
    const struct noted_texts *noted = &notes->languages;
    for (size_t i = 0; i < noted->list.n && i < MAX_NAMED; i++) {
        const char *name = noted->texts.keys.items[i];
        str_print(out, "%s'%.80s' (%s)", i ? ", " : "; languages that are not read: ", name,
                  counted((int64_t)noted->list.items[i].n_rows, "row", "rows").text);
    }
    if (noted->list.n > MAX_NAMED)
        str_add_text(out, ", ...");
    if (noted->list.n)
        add_language_advice(out, noted->texts.keys.items[0]);
    if (notes->n_not_chosen)
        str_print(
            out, "; %s that --language does not choose",
            counted((int64_t)notes->n_not_chosen, "row is in a language", "rows are in languages")
                .text);
}

int row_notes_fail(const struct row_notes *notes, const char *dataset, struct err *err)
{
    scoped(str) reasons = {0};
    if (notes->n_rows == 0)
        return err_set(err, "'%s' contains no rows", dataset);
    if (notes->error_detail) {
        str_print(&reasons, "; the first error is in %s", notes->error.file);
        if (notes->error.line)
            str_print(&reasons, ":%zu", notes->error.line);
        str_print(&reasons, ": %s", notes->error_detail);
    }
    add_languages(&reasons, notes);
    return err_set(err, "'%s' contains no usable row%s", dataset, str_text(&reasons));
}

static void release_noted(struct noted_texts *noted)
{
    table_release(&noted->texts);
    array_release(&noted->list);
}

void row_notes_release(struct row_notes *notes)
{
    release_noted(&notes->statuses);
    release_noted(&notes->languages);
    arena_release(&notes->arena);
}
