/* `tokfix mine --dry-run`: looks at a dataset, and says what mining it would give.
 *
 * The units are mined as in a run, in an order that the dice choose, until the time is over. So the
 * numbers are those of a run if there is time for all of it, and else those of a sample. */
#include "base/chance.h"
#include "base/clock.h"
#include "base/date.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "base/terminal.h"
#include "commands/command_list.h"
#include "commands/progress.h"
#include "commands/source_kinds.h"
#include "miner/unit_miner.h"

#include <inttypes.h>

enum {
    MAX_READ_SECONDS = 4,
    MAX_MINED_SECONDS = 3,
    MAX_NAMED = 8,  /* verdicts of a class */
    MAX_NOTED = 10, /* errors of the dataset as a whole */
    MIN_LABEL_COLUMNS = 14,
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
    struct arena arena;
    struct input_errors examples; /* the first of each kind */
};

static void survey_release(struct survey *survey)
{
    table_release(&survey->verdicts);
    table_release(&survey->users);
    table_release(&survey->other_names);
    array_release(&survey->others);
    array_release(&survey->n_of_verdict);
    array_release(&survey->examples.list);
    arena_release(&survey->arena);
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

static void add_errors(struct survey *survey, const struct input_errors *errors)
{
    survey->examples.arena = &survey->arena;
    for (size_t i = 0; i < errors->list.n; i++) {
        const struct input_error *error = &errors->list.items[i];
        if (!survey->examples.kinds[error->kind].n)
            input_errors_add(&survey->examples, error->kind, error->file, error->line, "%s",
                             error->detail);
    }
    for (int kind = 0; kind < N_INPUT_ERRORS; kind++)
        survey->n_of_error[kind] += errors->kinds[kind].n;
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
    add_errors(survey, &content->errors);
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

static void add_verdicts(struct source_view *view, struct survey *survey)
{
    array_sort(&survey->n_of_verdict, compare_verdicts);
    for (enum verdict_class class = VERDICT_ACCEPTED; class <= VERDICT_UNDECIDED; class ++) {
        scoped(str) line = {0};
        add_class(&line, survey, class);
        if (line.length)
            source_view_add(view, "verdicts", "%s", line.text);
    }
}

static int compare_others(const void *a, const void *b)
{
    const struct other_language *x = a, *y = b;
    int order = COMPARE(y->n, x->n);
    return order ? order : strcmp(x->name, y->name);
}

/* Says which languages are left out, the most frequent first. */
static void add_others(struct source_view *view, struct survey *survey)
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
    source_view_add(view, "languages", "%s", line.text);
}

static void add_languages(struct source_view *view, struct survey *survey)
{
    scoped(str) line = {0};
    for (int i = 0; languages[i]; i++) {
        const struct survey_language *it = &survey->languages[i];
        if (it->n_versions)
            str_print(&line, "%s%s %zu (%s, %s)", line.length ? "; " : "", languages[i]->name,
                      it->n_versions, counted((int64_t)it->n_pairs, "pair", "pairs").text,
                      counted((int64_t)it->n_fixes, "fix", "fixes").text);
    }
    source_view_add(view, "languages", "%s", line.length ? line.text : "none that is to be mined");
    add_others(view, survey);
}

static void add_rows(struct source_view *view, const struct survey *survey,
                     const struct pair_source *source)
{
    scoped(str) line = {0};
    source_view_add(view, source_kind_unit(source->kind, 2), "%zu%s", source->n_units,
                    survey->n_units == source->n_units ? "" : " in all");
    if (survey->n_units < source->n_units)
        source_view_add(view, "sample",
                        "%zu of them: the numbers that follow are those of this sample",
                        survey->n_units);
    str_set(&line, "%zu", survey->n_rows);
    for (int kind = 0; kind < N_INPUT_ERRORS; kind++)
        if (survey->n_of_error[kind])
            str_print(&line, ", %zu %s", survey->n_of_error[kind],
                      input_error_name((enum input_error_kind)kind));
    source_view_add(view, source->kind->has_files ? "commits" : "rows", "%s", line.text);
    if (survey->first_date) {
        char first[DATE_TEXT_SIZE], last[DATE_TEXT_SIZE];
        date_text(first, survey->first_date);
        date_text(last, survey->last_date);
        source_view_add(view, "dates", "%s to %s", first, last);
    }
    if (survey->users.keys.n)
        source_view_add(view, "users", "%zu", survey->users.keys.n);
}

/* Returns the number with two digits that are not zero. */
static double rounded(double number)
{
    char digits[32];
    snprintf(digits, sizeof digits, "%.1e", number);
    return strtod(digits, NULL);
}

/* Returns the number of pairs. */
static size_t add_pairs(struct source_view *view, const struct survey *survey,
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
        str_print(&line, "; in all about %.0f pairs with %.0f fixes",
                  rounded((double)n_pairs * factor), rounded((double)n_fixes * factor));
    }
    if (!source->kind->has_files)
        source_view_add(view, "histories", "%zu", survey->n_histories);
    source_view_add(view, "pairs", "%s", line.text);
    return n_pairs;
}

/* The columns of labels and of the texts beside them. */
struct layout {
    size_t label, text;
};

static struct layout layout_of(const struct source_view *view)
{
    size_t columns = terminal_columns(stdout, MAX_COLUMNS), label = MIN_LABEL_COLUMNS;
    for (size_t i = 0; i < view->lines.n; i++)
        if (strlen(view->lines.items[i].label) + 3 > label)
            label = strlen(view->lines.items[i].label) + 3;
    return (struct layout){label, columns > 2 * label ? columns - label : label};
}

/* Appends a text in lines that are broken at blanks. */
static void add_wrapped(struct str *out, const char *text, const struct layout *layout)
{
    while (utf8_columns(text, strlen(text)) > layout->text) {
        size_t end = 0;
        for (const char *blank = strchr(text, ' ');
             blank && utf8_columns(text, (size_t)(blank - text)) <= layout->text;
             blank = strchr(blank + 1, ' '))
            end = (size_t)(blank - text);
        if (!end)
            break;
        str_print(out, "%.*s\n%*s", (int)end, text, (int)layout->label, "");
        text += end + 1;
    }
    str_print(out, "%s\n", text);
}

static void add_notes(struct source_view *view, const struct input_errors *errors)
{
    size_t n = errors->list.n;
    for (size_t i = 0; i < n && i < MAX_NOTED; i++) {
        const struct input_error *error = &errors->list.items[i];
        scoped_memory char *line = error->line ? mem_print(":%zu", error->line) : NULL;
        source_view_add(view, "notes", "%s%s: %s", error->file, line ? line : "", error->detail);
    }
    if (n > MAX_NOTED)
        source_view_add(view, "notes", "and %zu more", n - MAX_NOTED);
}

/* What is wrong with the dataset as a whole, and with a row or file of each kind of error. */
static int add_all_notes(struct source_view *view, const struct survey *survey,
                         struct pair_source *source, struct err *err)
{
    struct source_end end;
    if (source->finish(source->context, NULL, NULL, &end, err) != 0)
        return ERR;
    add_notes(view, end.errors);
    add_notes(view, &survey->examples);
    return 0;
}

/* Returns the first line with the label of this one. */
static size_t first_of(const struct source_view *view, size_t line)
{
    size_t first = 0;
    while (strcmp(view->lines.items[first].label, view->lines.items[line].label) != 0)
        first++;
    return first;
}

/* Calls `take` for each line, with those of a label one after the other. */
static void each_line(const struct source_view *view, void *context,
                      void (*take)(void *context, const char *label, const char *text))
{
    for (size_t i = 0; i < view->lines.n; i++)
        for (size_t k = i; first_of(view, i) == i && k < view->lines.n; k++) {
            const struct view_line *line = &view->lines.items[k];
            if (first_of(view, k) == i)
                take(context, k == i ? line->label : "", line->text);
        }
}

struct told {
    const struct command *command;
    struct str line;
};

static void end_line(struct told *told)
{
    if (told->line.length)
        tell(told->command, "%s", told->line.text);
    str_clear(&told->line);
}

static void tell_line(void *context, const char *label, const char *text)
{
    struct told *told = context;
    if (*label)
        end_line(told);
    str_print(&told->line, *label ? "%s: " : "%s", *label ? label : "; ");
    terminal_add_safe(&told->line, text, strlen(text), 0);
}

void dry_run_tell(const struct command *command, const struct source_view *view)
{
    struct told told = {.command = command};
    each_line(view, &told, tell_line);
    end_line(&told);
    str_release(&told.line);
}

static void print_line(void *context, const char *label, const char *text)
{
    scoped(str) out = {0}, safe = {0};
    const struct layout *layout = context;
    terminal_add_safe(&safe, text, strlen(text), 0);
    str_print(&out, "  %-*s", (int)layout->label - 2, label);
    add_wrapped(&out, str_text(&safe), layout);
    fputs(str_text(&out), stdout);
}

struct object {
    struct json *whole, *list; /* of the current label */
};

/* A label has a list of texts. */
static void set_line(void *context, const char *label, const char *text)
{
    struct object *object = context;
    if (*label)
        json_set(object->whole, label, object->list = json_array());
    json_push_text(object->list, text);
}

static void print(const struct dry_run *run, const struct source_view *view)
{
    struct layout layout = layout_of(view);
    if (run->is_json) {
        scoped(json) *whole = json_object();
        each_line(view, &(struct object){.whole = whole}, set_line);
        json_write_pretty(whole, stdout);
        return;
    }
    scoped(str) path = {0};
    terminal_add_safe(&path, run->request->path, strlen(run->request->path), 0);
    printf("%s: %s\n", str_text(&path), run->kind->words);
    each_line(view, &layout, print_line);
}

int dry_run(const struct dry_run *run, struct err *err)
{
    scoped(survey) survey = {0};
    scoped(source_view) view = {0};
    scoped(progress) progress = {0};
    scoped(pair_source) source = {0};
    run->request->view = &view;
    run->request->max_seconds = MAX_READ_SECONDS;
    run->request->meter = progress_meter(&progress);
    progress_start(&progress, "reading", "rows", 0);
    int status = source_open(&source, run->kind, run->request, err);
    progress_clear(&progress);
    if (status != 0) {
        if (view.lines.n) /* it is what it is taken for */
            print(run, &view);
        return ERR;
    }
    take_units(&survey, &source, run->options, &progress);
    if (interrupt_signal())
        return err_set(err, "stopped");
    add_rows(&view, &survey, &source);
    if (source.kind->has_verdicts)
        add_verdicts(&view, &survey);
    add_languages(&view, &survey);
    size_t n_pairs = add_pairs(&view, &survey, &source);
    if (add_all_notes(&view, &survey, &source, err) != 0)
        return ERR;
    print(run, &view);
    if (!n_pairs && survey.n_units == source.n_units)
        return err_set(err, "nothing can be mined: %s", source.kind->no_pairs);
    if (!run->is_json)
        printf("Next: the same command without --dry-run\n");
    return 0;
}
