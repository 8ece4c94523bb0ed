/* A status or language is reported once, with the number of its rows. */
#include "sources/rows/row_collection.h"

#include "languages/language.h"
#include "miner/verdicts.h"

#include <inttypes.h>
#include <string.h>

enum {
    MAX_NOTED = 1000, /* statuses, or languages, that are counted one by one */
    MAX_NAMED = 10,   /* languages in the message of a file without usable rows */
};

static void note(struct noted_texts *noted, const char *text, const char *file, size_t line)
{
    int64_t number = table_find(&noted->texts, text);
    if (number == TABLE_NONE && noted->list.n == MAX_NOTED) {
        noted->has_rest = true;
        return;
    }
    if (number == TABLE_NONE) {
        number = table_add(&noted->texts, text);
        array_push(&noted->list, (struct noted_text){.file = file, .line = line});
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
    notes->error_file = file;
    notes->error_line = record.head.line;
    notes->error_detail = arena_text(&notes->arena, record.texts[RECORD_DETAIL]);
}

void row_notes_take_values(struct row_notes *notes, const char *file, const struct read_row *row,
                           const char *bytes)
{
    bool is_other = row->kind == ROW_KIND_OTHER_LANGUAGE;
    notes->n_not_chosen += is_other && !row->language;
    notes->n_submissions += row->kind == ROW_KIND_SUBMISSION;
    notes->n_accepted += row->is_accepted;
    if (is_other && row->language)
        note(&notes->languages, bytes + row->language, file, row->line);
    if (row->kind == ROW_KIND_SUBMISSION && row->status)
        note(&notes->statuses, bytes + row->status, file, row->line);
}

/* Says what to do if no row has all fields. */
static void add_advice(struct str *out, const struct row_notes *notes)
{
    if (!notes->n_incomplete)
        return;
    str_add_text(out, "; if a column has another name, name it with --columns FIELD=COLUMN");
    if (notes->names.length)
        str_print(out, "; the columns of the first row are: %s", str_text(&notes->names));
}

/* A status is reported once, with the number of its rows. */
static void report_statuses(const struct row_notes *notes, struct input_errors *errors,
                            const char *dataset, bool is_codeforces)
{
    for (size_t i = 0; i < notes->statuses.list.n; i++) {
        const struct noted_text *status = &notes->statuses.list.items[i];
        const char *text = notes->statuses.texts.keys.items[i];
        bool is_known = verdict_class_in_codeforces(text) != VERDICT_NONE;
        if (is_known && !is_codeforces)
            continue;
        input_errors_add(errors, INPUT_STATUS_UNKNOWN, status->file, status->line,
                         "status '%.80s' of %s %s", text,
                         counted((int64_t)status->n_rows, "row", "rows").text,
                         is_known ? "counts as undecided, as in Codeforces, because other statuses "
                                    "are Codeforces' names; if the programs failed, write 'Failed'"
                                  : "is unknown and counts as undecided; if it means Accepted, "
                                    "name it with --accepted");
    }
    if (notes->statuses.has_rest)
        input_errors_add(errors, INPUT_STATUS_UNKNOWN, dataset, 0,
                         "there are more than %d unknown statuses; is the column right? choose it "
                         "with --columns status=COLUMN",
                         MAX_NOTED);
    if (notes->n_submissions && !notes->n_accepted)
        input_errors_add(errors, INPUT_STATUS_UNKNOWN, dataset, 0,
                         "none of the %s is Accepted; name the statuses that are with --accepted",
                         counted((int64_t)notes->n_submissions, "submission", "submissions").text);
}

/* Appends what to write for a language that is known under another name. */
static void add_language_advice(struct str *out)
{
    str_add_text(out, "; if it is a language of tokfix, write its name in that column: ");
    for (int i = 0; languages[i]; i++)
        str_print(out, "%s%s", !i ? "" : languages[i + 1] ? ", " : " or ", languages[i]->name);
}

/* A language that is not known is reported once, too. */
static void report_languages(const struct row_notes *notes, struct input_errors *errors,
                             const char *dataset)
{
    scoped(str) advice = {0};
    add_language_advice(&advice);
    for (size_t i = 0; i < notes->languages.list.n; i++) {
        const struct noted_text *language = &notes->languages.list.items[i];
        input_errors_add(errors, INPUT_LANGUAGE_UNKNOWN, language->file, language->line,
                         "language '%.80s' of %s is unknown, so %s left out%s",
                         notes->languages.texts.keys.items[i],
                         counted((int64_t)language->n_rows, "row", "rows").text,
                         plural((double)language->n_rows, "it is", "they are"), str_text(&advice));
    }
    if (notes->languages.has_rest)
        input_errors_add(errors, INPUT_LANGUAGE_UNKNOWN, dataset, 0,
                         "there are more than %d unknown languages; is the column right? choose it "
                         "with --columns language=COLUMN",
                         MAX_NOTED);
}

void row_notes_report(const struct row_notes *notes, struct input_errors *errors,
                      const char *dataset, bool is_codeforces)
{
    report_statuses(notes, errors, dataset, is_codeforces);
    report_languages(notes, errors, dataset);
}

/* Appends the languages of the rows that are not read because of them. */
static void add_languages(struct str *out, const struct row_notes *notes)
{
    const struct noted_texts *noted = &notes->languages;
    for (size_t i = 0; i < noted->list.n && i < MAX_NAMED; i++)
        str_print(out, "%s'%.80s' (%s)",
                  i ? ", " : "; unknown languages: ", noted->texts.keys.items[i],
                  counted((int64_t)noted->list.items[i].n_rows, "row", "rows").text);
    if (noted->list.n > MAX_NAMED)
        str_add_text(out, ", ...");
    if (noted->list.n)
        add_language_advice(out);
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
    if (notes->error_detail)
        str_print(&reasons, "; the first error is in %s%sline %zu: %s",
                  is_named ? notes->error_file : "", is_named ? ", " : "", notes->error_line,
                  notes->error_detail);
    add_advice(&reasons, notes);
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
    str_release(&notes->names);
    arena_release(&notes->arena);
}
