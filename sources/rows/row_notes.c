/* A status or language is reported once, with the number of its rows. */
#include "sources/rows/row_collection.h"

#include "base/verdicts.h"
#include "languages/language.h"

#include <inttypes.h>
#include <string.h>

enum {
    MAX_NOTED = 1000, /* statuses, or languages, that are counted one by one */
    MAX_NAMED = 10,   /* languages in the message of a file without usable rows */
};

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
    if (number == TABLE_NONE && noted->list.n == MAX_NOTED) {
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
    notes->n_incomplete += row->error == INPUT_ROW_FIELD_MISSING;
    if (notes->error_detail || (row->kind != ROW_KIND_STRAY && row->kind != ROW_KIND_REJECT))
        return;
    row_record_read(&record, bytes + row->record);
    struct noted_text first = first_of(notes, file, row);
    notes->error_file = first.file;
    notes->error_line = first.line;
    notes->error_detail = arena_text(&notes->arena, record.texts[RECORD_DETAIL]);
}

/* Takes note of a status that is a number. They are not listed, because there may be many. */
static void note_number(struct row_notes *notes, double number, const char *text, const char *file,
                        const struct read_row *row)
{
    struct noted_numbers *numbers = &notes->numbers;
    bool is_highest = !numbers->text || number > numbers->highest;
    if (!numbers->text) {
        numbers->first = first_of(notes, file, row);
        numbers->text = arena_text(&notes->arena, text);
    }
    if (is_highest) {
        numbers->highest = number;
        numbers->highest_text = arena_text(&notes->arena, text);
        numbers->n_highest = 0;
    }
    numbers->n_rows++;
    numbers->n_highest += number == numbers->highest;
    numbers->n_full += number == 100;
}

void row_notes_take_values(struct row_notes *notes, const char *file, const struct read_row *row,
                           const char *bytes)
{
    bool is_other = row->kind == ROW_KIND_OTHER_LANGUAGE;
    notes->n_not_chosen += row->is_not_chosen;
    notes->n_submissions += row->kind == ROW_KIND_SUBMISSION;
    notes->n_accepted += row->is_accepted;
    if (is_other)
        note(notes, row->is_not_chosen ? &notes->not_chosen : &notes->languages,
             bytes + row->language, file, row);
    if (row->kind != ROW_KIND_SUBMISSION || !row->status)
        return;
    const char *status = bytes + row->status;
    double number = verdict_number(status);
    if (number >= 0)
        note_number(notes, number, status, file, row);
    else
        note(notes, &notes->statuses, status, file, row);
}

/* Says what to do if no row has all fields. */
static void add_advice(struct str *out, const struct row_notes *notes)
{
    if (!notes->n_incomplete)
        return;
    str_add_text(out, "; if a column has another name, name it with --columns FIELD=COLUMN");
}

/* Returns the number of rows in which the status of a list is Accepted, because of the others. */
static uint64_t count_accepted(const struct row_notes *notes)
{
    uint64_t n = notes->n_accepted;
    const struct noted_texts *noted = &notes->statuses;
    for (size_t i = 0; i < noted->list.n; i++)
        if (row_class_of(notes->options, noted->texts.keys.items[i], notes->traits) ==
            VERDICT_ACCEPTED)
            n += noted->list.items[i].n_rows;
    if (row_class_of(notes->options, "100", notes->traits) == VERDICT_ACCEPTED)
        n += notes->numbers.n_full;
    return n;
}

static void add_unknown(struct input_errors *errors, const struct noted_text *where,
                        const char *status, uint64_t n_rows, const char *why)
{
    scoped(str) word = {0};
    shell_add_word(&word, status);
    input_errors_add(errors, INPUT_STATUS_UNKNOWN, where->file, where->line,
                     "status '%.80s' of %s %s: add --failing %.80s, or name it with the "
                     "others that are Accepted in --accepted",
                     status, counted((int64_t)n_rows, "row", "rows").text, why, str_text(&word));
}

/* Reports a status that is unknown, or that is undecided in the list of one judge. */
static void report_status(const struct row_notes *notes, struct input_errors *errors, size_t number)
{
    const struct noted_text *noted = &notes->statuses.list.items[number];
    const char *status = notes->statuses.texts.keys.items[number];
    enum verdict_class class = row_class_of(notes->options, status, notes->traits);
    if (class == VERDICT_NONE)
        add_unknown(errors, noted, status, noted->n_rows, "is unknown and counts as undecided");
    else if (class == VERDICT_UNDECIDED &&
             verdict_class_of_judge(status, VERDICT_TRAIT_CODEFORCES) == VERDICT_UNDECIDED)
        add_unknown(errors, noted, status, noted->n_rows,
                    "counts as undecided, as in Codeforces, because other statuses are Codeforces' "
                    "names");
    else if (class == VERDICT_UNDECIDED)
        add_unknown(errors, noted, status, noted->n_rows,
                    "counts as undecided, because other statuses are ejudge's, where it means "
                    "accepted for testing");
}

/* Numbers are reported together, if they are not scores, or if 100 is not the highest. */
static void report_numbers(const struct row_notes *notes, struct input_errors *errors)
{
    const struct noted_numbers *numbers = &notes->numbers;
    bool are_scores = row_class_of(notes->options, numbers->text, notes->traits) != VERDICT_NONE ||
                      numbers->highest > 100;
    if (notes->options->accepted.n)
        input_errors_add(errors, INPUT_STATUS_UNKNOWN, numbers->first.file, numbers->first.line,
                         "the statuses of %s are other numbers than those of --accepted and "
                         "--failing, such as '%.40s', and count as undecided",
                         counted((int64_t)numbers->n_rows, "row", "rows").text, numbers->text);
    else if (notes->traits & ~(unsigned)VERDICT_TRAIT_NUMBER)
        input_errors_add(errors, INPUT_STATUS_UNKNOWN, numbers->first.file, numbers->first.line,
                         "the statuses of %s are numbers, such as '%.40s', and count as undecided: "
                         "they are not scores beside words; name the numbers with --accepted and "
                         "--failing",
                         counted((int64_t)numbers->n_rows, "row", "rows").text, numbers->text);
    else if (are_scores && (numbers->highest > 100 || !numbers->n_full))
        input_errors_add(errors, INPUT_STATUS_UNKNOWN, numbers->first.file, numbers->first.line,
                         "the statuses are numbers, and 100 would be Accepted; the highest is "
                         "%.40s, of %s: if it is the full score, add --accepted %.40s; if they are "
                         "codes, name that of Accepted (of HUSTOJ: --accepted 4)",
                         numbers->highest_text,
                         counted((int64_t)numbers->n_highest, "row", "rows").text,
                         numbers->highest_text);
}

static void report_statuses(const struct row_notes *notes, struct input_errors *errors,
                            const char *dataset)
{
    for (size_t i = 0; i < notes->statuses.list.n; i++)
        report_status(notes, errors, i);
    if (notes->numbers.text)
        report_numbers(notes, errors);
    if (notes->statuses.has_rest)
        input_errors_add(errors, INPUT_STATUS_UNKNOWN, dataset, 0,
                         "there are more than %d unknown statuses; is the column right? choose it "
                         "with --columns status=COLUMN",
                         MAX_NOTED);
    if (notes->n_submissions && !count_accepted(notes))
        input_errors_add(errors, INPUT_STATUS_UNKNOWN, dataset, 0,
                         "no submission is Accepted; name the statuses that are with --accepted");
}

/* Appends what to do about a language that is known under another name. */
static void add_language_advice(struct str *out, const char *example)
{
    scoped(str) pair = {0}, word = {0};
    str_print(&pair, "%.80s=%s", example, languages[0]->name);
    shell_add_word(&word, pair.text);
    str_print(out, "; add --map-language %s if it is ", str_text(&word));
    for (int i = 0; languages[i]; i++)
        str_print(out, "%s%s", !i ? "" : languages[i + 1] ? ", " : " or ", languages[i]->name);
}

/* A language that is not read is reported once, too. */
static void report_languages(const struct row_notes *notes, struct input_errors *errors,
                             const char *dataset)
{
    for (size_t i = 0; i < notes->languages.list.n; i++) {
        const struct noted_text *noted = &notes->languages.list.items[i];
        const char *name = notes->languages.texts.keys.items[i];
        const char *foreign = language_name_of_foreign(name);
        scoped(str) reason = {0};
        if (foreign)
            str_print(&reason, "tokfix does not mine %s", foreign);
        else
            str_print(&reason, "language '%.80s' is unknown", name);
        str_print(&reason, ": %s left out",
                  counted((int64_t)noted->n_rows, "row is", "rows are").text);
        if (!foreign)
            add_language_advice(&reason, name);
        input_errors_add(errors, INPUT_LANGUAGE_UNKNOWN, noted->file, noted->line, "%s",
                         reason.text);
    }
    if (notes->languages.has_rest)
        input_errors_add(errors, INPUT_LANGUAGE_UNKNOWN, dataset, 0,
                         "there are more than %d unknown languages; is the column right? choose it "
                         "with --columns language=COLUMN",
                         MAX_NOTED);
}

void row_notes_report(const struct row_notes *notes, struct input_errors *errors,
                      const char *dataset, bool is_pairs)
{
    if (!is_pairs)
        report_statuses(notes, errors, dataset);
    report_languages(notes, errors, dataset);
}

/* Appends the languages of the rows that are not read because of them. */
static void add_languages(struct str *out, const struct row_notes *notes)
{
    const struct noted_texts *noted = &notes->languages;
    for (size_t i = 0; i < noted->list.n && i < MAX_NAMED; i++)
        str_print(out, "%s'%.80s' (%s)",
                  i ? ", " : "; languages that are not read: ", noted->texts.keys.items[i],
                  counted((int64_t)noted->list.items[i].n_rows, "row", "rows").text);
    if (noted->list.n > MAX_NAMED)
        str_add_text(out, ", ...");
    for (size_t i = 0; i < noted->list.n; i++)
        if (!language_name_of_foreign(noted->texts.keys.items[i])) {
            add_language_advice(out, noted->texts.keys.items[i]);
            break;
        }
    if (notes->n_not_chosen)
        str_print(
            out, "; %s that --language does not choose",
            counted((int64_t)notes->n_not_chosen, "row is in a language", "rows are in languages")
                .text);
}

int row_notes_fail(const struct row_notes *notes, const char *dataset, struct err *err)
{
    scoped(str) reasons = {0};
    bool is_named = notes->error_detail && strcmp(notes->error_file, dataset) != 0;
    if (notes->n_rows == 0)
        return err_set(err, "'%s' contains no rows", dataset);
    if (notes->error_detail && !notes->error_line)
        str_print(&reasons, "; the first error is in %s: %s", notes->error_file,
                  notes->error_detail);
    else if (notes->error_detail)
        str_print(&reasons, "; the first error is in %s%sline %zu: %s",
                  is_named ? notes->error_file : "", is_named ? ", " : "", notes->error_line,
                  notes->error_detail);
    add_advice(&reasons, notes);
    add_languages(&reasons, notes);
    return err_set(err, "'%s' contains no usable row%s", dataset, str_text(&reasons));
}

void row_notes_view_languages(const struct row_notes *notes, struct source_view *view)
{
    const struct noted_texts *noted = &notes->not_chosen;
    scoped(str) names = {0};
    for (size_t i = 0; i < noted->list.n && i < MAX_NAMED; i++)
        str_print(&names, "%s%.40s (%zu)", i ? ", " : "", noted->texts.keys.items[i],
                  noted->list.items[i].n_rows);
    if (names.length)
        source_view_add(view, "languages", "not chosen: %s%s", names.text,
                        noted->list.n > MAX_NAMED ? ", ..." : "");
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
    release_noted(&notes->not_chosen);
    arena_release(&notes->arena);
}
