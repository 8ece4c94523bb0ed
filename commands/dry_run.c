/* The units are mined as in a run, in an order that the dice choose, until the time is over. So the
 * numbers are those of a run if there is time for all of it, and else those of a sample. */
#include "commands/dry_run.h"

#include "base/clock.h"
#include "base/date.h"
#include "base/dice.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "base/terminal.h"
#include "commands/progress.h"
#include "sources/sources.h"

#include <inttypes.h>

enum {
    MAX_READ_SECONDS = 4,
    MAX_MINED_SECONDS = 3,
    MAX_NAMED = 8,  /* verdicts of a class */
    MAX_NOTED = 10, /* errors of the dataset as a whole */
    LABEL_COLUMNS = 14,
    MAX_COLUMNS = 100,
};

/* What was found in the units that were mined. */
struct survey {
    size_t n_units; /* that were mined */
    uint64_t n_bytes, n_bytes_of_all;
    size_t n_rows, n_other_languages, n_unusable, n_histories;
    struct survey_language {
        size_t n_versions, n_pairs, n_fixes;
    } languages[MAX_LANGUAGES];
    size_t n_of_class[VERDICT_UNDECIDED + 1];
    struct table other_names;
    ARRAY(struct other_language) others; /* by the numbers of `other_names` */
    struct table verdicts, users;
    ARRAY(struct survey_verdict {
        enum verdict_class class;
        const char *text; /* in the table */
        size_t n;
    })
    n_of_verdict; /* by the numbers of `verdicts` */
    int64_t first_date, last_date;
    size_t n_of_error[N_INPUT_ERRORS];
};

static void survey_release(struct survey *survey)
{
    table_release(&survey->verdicts);
    table_release(&survey->users);
    table_release(&survey->other_names);
    array_release(&survey->others);
    array_release(&survey->n_of_verdict);
}
SCOPED_VALUE(survey, survey_release)

static void add_version(struct survey *survey, const struct version *version)
{
    const char *verdict = version->verdict ? version->verdict : "";
    if (*version->user) /* of pairs, it may be unknown */
        table_number(&survey->users, version->user);
    if (version->date < survey->first_date || !survey->first_date)
        survey->first_date = version->date;
    if (version->date > survey->last_date)
        survey->last_date = version->date;
    survey->n_of_class[version->class]++;
    if (version->class == VERDICT_NONE)
        return;
    size_t number = (size_t)table_number(&survey->verdicts, verdict);
    if (number == survey->n_of_verdict.n)
        array_push(&survey->n_of_verdict,
                   (struct survey_verdict){version->class, survey->verdicts.keys.items[number], 0});
    survey->n_of_verdict.items[number].n++;
}

static void add_other(struct survey *survey, const struct other_language *other)
{
    size_t number = (size_t)table_number(&survey->other_names, other->name);
    if (number == survey->others.n)
        array_push(&survey->others,
                   (struct other_language){survey->other_names.keys.items[number], 0});
    survey->others.items[number].n += other->n;
}

static void add_unit(struct survey *survey, const struct unit_result *result)
{
    const struct unit_content *content = result->content;
    survey->n_units++;
    survey->n_bytes += result->unit->n_bytes;
    survey->n_rows += content->n_rows;
    survey->n_other_languages += content->n_other_languages;
    survey->n_unusable += content->n_unusable;
    for (size_t i = 0; i < content->versions.n; i++)
        add_version(survey, &content->versions.items[i]);
    for (size_t i = 0; i < content->others.n; i++)
        add_other(survey, &content->others.items[i]);
    for (size_t i = 0; i < result->languages.n; i++) {
        const struct language_result *it = &result->languages.items[i];
        struct survey_language *language = &survey->languages[language_number(it->language)];
        language->n_versions += it->n_versions;
        language->n_pairs += it->n_pairs;
        language->n_fixes += it->n_fixes;
        survey->n_histories += it->n_histories;
    }
    for (int kind = 0; kind < N_INPUT_ERRORS; kind++)
        survey->n_of_error[kind] += content->errors.kinds[kind].n;
}

/* Mines units until all are mined or the time is over. */
static void take_units(struct survey *survey, const struct pair_source *source,
                       const struct mine_options *options, struct progress *progress)
{
    scoped(unit_miner) *miner = unit_miner_new(options);
    scoped_array ARRAY(size_t) order = {0};
    struct dice dice = {1};
    double end = clock_seconds() + MAX_MINED_SECONDS;
    for (size_t i = 0; i < source->n_units; i++) {
        array_push(&order, i);
        survey->n_bytes_of_all += source->units[i].n_bytes;
    }
    progress_start(progress, "looking", source_kind_unit(source->kind, 2), source->n_units);
    for (size_t n = order.n; n && clock_seconds() < end && !interrupt_signal(); n--) {
        size_t chosen = dice_below(&dice, n);
        struct unit_result result = {.unit = &source->units[order.items[chosen]]};
        order.items[chosen] = order.items[n - 1];
        unit_miner_run(miner, source, &result);
        add_unit(survey, &result);
        unit_result_release(&result);
        progress_update(progress, survey->n_units, survey->n_units);
    }
    progress_clear(progress);
}

/* ---- Lines ---- */

/* Lines "LABEL\tTEXT\n", as in source_request.view. */
static void add_line(struct str *out, const char *label, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void add_line(struct str *out, const char *label, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    str_print(out, "%s\t", label);
    str_print_list(out, format, args);
    str_add_text(out, "\n");
    va_end(args);
}

static int compare_verdicts(const void *a, const void *b)
{
    const struct survey_verdict *x = a, *y = b;
    int order = COMPARE(y->n, x->n);
    return order ? order : strcmp(x->text, y->text);
}

/* The verdicts of a class, the most frequent first. */
static void add_class(struct str *out, const struct survey *survey, enum verdict_class class)
{
    static const char *const words[] = {"", "Accepted", "failing", "undecided"};
    size_t n_named = 0;
    if (!survey->n_of_class[class])
        return;
    str_set(out, "%zu %s:", survey->n_of_class[class], words[class]);
    for (size_t i = 0; i < survey->n_of_verdict.n; i++) {
        const struct survey_verdict *verdict = &survey->n_of_verdict.items[i];
        if (verdict->class != class || ++n_named > MAX_NAMED)
            continue;
        str_print(out, "%s %.60s (%zu)", n_named == 1 ? "" : ",",
                  *verdict->text ? verdict->text : "no status", verdict->n);
    }
    if (n_named > MAX_NAMED)
        str_print(out, ", and %zu more", n_named - MAX_NAMED);
}

static void add_verdicts(struct str *out, struct survey *survey)
{
    array_sort(&survey->n_of_verdict, compare_verdicts);
    for (enum verdict_class class = VERDICT_ACCEPTED; class <= VERDICT_UNDECIDED; class ++) {
        scoped(str) line = {0};
        add_class(&line, survey, class);
        if (line.length)
            add_line(out, "verdicts", "%s", line.text);
    }
}

static int compare_others(const void *a, const void *b)
{
    const struct other_language *x = a, *y = b;
    int order = COMPARE(y->n, x->n);
    return order ? order : strcmp(x->name, y->name);
}

/* Says which languages are left out, the most frequent first. */
static void add_others(struct str *out, struct survey *survey)
{
    scoped(str) line = {0};
    if (!survey->n_other_languages)
        return;
    array_sort(&survey->others, compare_others);
    str_set(&line, "left out: %s",
            counted((int64_t)survey->n_other_languages, "row in another language",
                    "rows in other languages")
                .text);
    for (size_t i = 0; i < survey->others.n && i < MAX_NAMED; i++)
        str_print(&line, "%s%.40s (%zu)", i ? ", " : ": ", survey->others.items[i].name,
                  survey->others.items[i].n);
    if (survey->others.n > MAX_NAMED)
        str_print(&line, ", and %zu more", survey->others.n - MAX_NAMED);
    add_line(out, "languages", "%s", line.text);
}

static void add_languages(struct str *out, struct survey *survey)
{
    scoped(str) line = {0};
    for (int i = 0; languages[i]; i++) {
        const struct survey_language *it = &survey->languages[i];
        if (it->n_versions)
            str_print(&line, "%s%s %zu (%s, %s)", line.length ? "; " : "", languages[i]->name,
                      it->n_versions, counted((int64_t)it->n_pairs, "pair", "pairs").text,
                      counted((int64_t)it->n_fixes, "fix", "fixes").text);
    }
    add_line(out, "languages", "%s", line.length ? line.text : "none that is to be mined");
    add_others(out, survey);
}

static void add_rows(struct str *out, const struct survey *survey, const struct pair_source *source)
{
    scoped(str) line = {0};
    if (source->is_part)
        add_line(out, "read",
                 "only the first part, because more would take longer: the numbers "
                 "are those of this part");
    add_line(out, source_kind_unit(source->kind, 2), "%zu%s", source->n_units,
             survey->n_units == source->n_units ? "" : " in all");
    if (survey->n_units < source->n_units)
        add_line(out, "sample", "%zu of them: the numbers that follow are those of this sample",
                 survey->n_units);
    str_set(&line, "%zu", survey->n_rows);
    for (int kind = 0; kind < N_INPUT_ERRORS; kind++)
        if (survey->n_of_error[kind])
            str_print(&line, ", %zu %s", survey->n_of_error[kind],
                      input_error_name((enum input_error_kind)kind));
    add_line(out, source->kind->has_files ? "commits" : "rows", "%s", line.text);
    if (survey->first_date) {
        char first[DATE_TEXT_SIZE], last[DATE_TEXT_SIZE];
        date_text(first, survey->first_date);
        date_text(last, survey->last_date);
        add_line(out, "dates", "%s to %s", first, last);
    }
    if (survey->users.keys.n)
        add_line(out, "users", "%zu", survey->users.keys.n);
}

static void add_pairs(struct str *out, const struct survey *survey,
                      const struct pair_source *source)
{
    scoped(str) line = {0};
    size_t n_pairs = 0, n_fixes = 0;
    for (int i = 0; languages[i]; i++) {
        n_pairs += survey->languages[i].n_pairs;
        n_fixes += survey->languages[i].n_fixes;
    }
    str_set(&line, "%zu, with %s", n_pairs,
            counted((int64_t)n_fixes, "single-token fix", "single-token fixes").text);
    if (survey->n_units < source->n_units && survey->n_bytes) {
        double factor = (double)survey->n_bytes_of_all / (double)survey->n_bytes;
        str_print(&line, "; in all about %.2g pairs with %.2g fixes", (double)n_pairs * factor,
                  (double)n_fixes * factor);
    }
    if (!source->kind->has_files)
        add_line(out, "histories", "%zu", survey->n_histories);
    add_line(out, "pairs", "%s", line.text);
}

/* Appends a text in lines of at most `columns` columns, which are broken at blanks. */
static void add_wrapped(struct str *out, const char *text, size_t columns)
{
    while (utf8_columns(text, strlen(text)) > columns) {
        size_t end = 0;
        for (const char *blank = strchr(text, ' ');
             blank && utf8_columns(text, (size_t)(blank - text)) <= columns;
             blank = strchr(blank + 1, ' '))
            end = (size_t)(blank - text);
        if (!end)
            break;
        str_print(out, "%.*s\n%*s", (int)end, text, LABEL_COLUMNS, "");
        text += end + 1;
    }
    str_print(out, "%s\n", text);
}

/* What is wrong with the dataset as a whole, and what to do. */
static int add_notes(struct str *out, struct pair_source *source, struct err *err)
{
    struct source_end end;
    if (source->finish(source->context, NULL, NULL, &end, err) != 0)
        return ERR;
    size_t n = end.errors->list.n;
    for (size_t i = 0; i < n && i < MAX_NOTED; i++) {
        const struct input_error *error = &end.errors->list.items[i];
        scoped_memory char *line = error->line ? mem_print(":%zu", error->line) : NULL;
        add_line(out, "notes", "%s%s: %s", error->file, line ? line : "", error->detail);
    }
    if (n > MAX_NOTED)
        add_line(out, "notes", "and %zu more", n - MAX_NOTED);
    return 0;
}

/* Prints the lines, with equal labels once. */
static void print_lines(const struct str *lines)
{
    scoped(str) out = {0};
    size_t columns = terminal_columns(stdout, MAX_COLUMNS);
    const char *label = "";
    size_t label_length = 0;
    for (const char *at = str_text(lines), *end; *at; at = end + 1) {
        const char *tab = strchr(at, '\t');
        end = strchr(tab, '\n');
        size_t length = (size_t)(tab - at);
        bool is_same = length == label_length && strncmp(at, label, length) == 0;
        scoped(str) text = {0};
        terminal_add_safe(&text, tab + 1, (size_t)(end - tab - 1), 0);
        str_print(&out, "  %-*.*s", LABEL_COLUMNS - 2, is_same ? 0 : (int)length, at);
        add_wrapped(&out, str_text(&text),
                    columns > 2 * LABEL_COLUMNS ? columns - LABEL_COLUMNS : LABEL_COLUMNS);
        label = at;
        label_length = length;
    }
    fputs(str_text(&out), stdout);
}

/* Prints an object with a list of texts for each label. */
static void print_json(const struct str *lines)
{
    scoped(json) *all = json_object();
    struct json *list = NULL;
    scoped(str) label = {0};
    for (const char *at = str_text(lines), *end; *at; at = end + 1) {
        const char *tab = strchr(at, '\t');
        end = strchr(tab, '\n');
        scoped_memory char *text = mem_copy_text(tab + 1, (size_t)(end - tab - 1));
        if (strncmp(str_text(&label), at, (size_t)(tab - at)) != 0 ||
            label.length != (size_t)(tab - at)) {
            str_set(&label, "%.*s", (int)(tab - at), at);
            json_set(all, label.text, list = json_array());
        }
        json_push_text(list, text);
    }
    json_write_pretty(all, stdout);
}

static void print(const struct dry_run *run, const struct str *lines)
{
    if (run->is_json) {
        print_json(lines);
        return;
    }
    printf("%s: %s\n", run->request->path, run->kind->words);
    print_lines(lines);
}

int dry_run(const struct dry_run *run, struct err *err)
{
    scoped(survey) survey = {0};
    scoped(str) lines = {0};
    scoped(progress) progress = {0};
    scoped(pair_source) source = {0};
    run->request->view = &lines;
    run->request->max_seconds = MAX_READ_SECONDS;
    run->request->meter = progress_meter(&progress);
    progress_start(&progress, "reading", "rows", 0);
    int status = source_open(&source, run->kind, run->request, err);
    progress_clear(&progress);
    if (status != 0) {
        print(run, &lines);
        return ERR;
    }
    take_units(&survey, &source, run->options, &progress);
    if (interrupt_signal())
        return err_set(err, "stopped");
    add_rows(&lines, &survey, &source);
    if (source.kind->has_verdicts)
        add_verdicts(&lines, &survey);
    add_languages(&lines, &survey);
    add_pairs(&lines, &survey, &source);
    if (add_notes(&lines, &source, err) != 0)
        return ERR;
    print(run, &lines);
    if (!run->is_json)
        printf("Next: %s\n", run->again);
    return 0;
}
