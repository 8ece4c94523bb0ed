/* See exporting.h. */
#include "miner/exporting.h"

#include "base/date.h"
#include "base/file.h"
#include "base/pipeline.h"
#include "classify/classify.h"
#include "miner/guarding.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_CONTEXT = 3, MAX_CONTEXT = 1000 };

void exporting_init(struct exporting *exporting)
{
    *exporting = (struct exporting){
        .choice = export_choice_default(),
        .options = {.n_threads = pipeline_cpu_count(),
                    .view = {.task = export_tasks[0], .n_context = DEFAULT_CONTEXT}},
    };
}

void exporting_release(struct exporting *exporting)
{
    for (size_t i = 0; i < exporting->lists.n; i++)
        free(exporting->lists.items[i]);
    array_release(&exporting->lists);
    export_choice_release(&exporting->choice);
    template_release(&exporting->template);
}

static void add_names(struct exporting *exporting, struct export_names *names, const char *list)
{
    char *copy = mem_copy_text(list, strlen(list));
    array_push(&exporting->lists, copy);
    for (char *rest = copy, *name; (name = strsep(&rest, ","));)
        array_push(&names->list, name);
}

/* Names of a kind, by number; NULL at the end. */
typedef const char *(*names_of)(int number);

static const char *pattern_at(int number)
{
    return number < N_PATTERNS ? sstub_pattern_name((enum sstub_pattern)number) : NULL;
}

static const char *role_at(int number)
{
    if (number + 1 < N_ROLES)
        return identifier_role_name((enum identifier_role)(number + 1));
    return number + 1 == N_ROLES ? "none" : NULL;
}

static const char *dialect_at(int number)
{
    static const char *const dialects[] = {"2", "3", "both", "none", NULL};
    return dialects[number];
}

static const char *kind_at(int number)
{
    static const char *const kinds[] = {"exact", "renamed", "near", "patch", NULL};
    return kinds[number];
}

static const char *keep_at(int number)
{
    static const char *const marks[] = {"duplicates", "conflicts", "excluded", NULL};
    return marks[number];
}

static const char *fim_style_at(int number)
{
    static const char *const styles[] = {"neutral", "starcoder", "qwen", NULL};
    return styles[number];
}

static const char *split_at(int number)
{
    return split_names[number];
}

static const char *format_at(int number)
{
    return export_formats[number] ? export_formats[number]->name : NULL;
}

static const char *task_at(int number)
{
    return export_tasks[number] ? export_tasks[number]->name : NULL;
}

static const char *granularity_at(int number)
{
    return number <= GRANULARITY_LINE ? granularity_name((enum granularity)number) : NULL;
}

/* The number of a name; -1, with a message as command_usage gives it, when there is no such. */
static int find(const struct command *command, const char *option, const char *name, names_of names)
{
    struct str known = {0};
    int number = 0;
    for (; names(number); number++) {
        if (strcmp(names(number), name) == 0) {
            str_release(&known);
            return number;
        }
        str_print(&known, "%s%s", number ? ", " : "", names(number));
    }
    command_usage(command, "%s does not know '%s'; there are: %s", option, name, str_text(&known));
    str_release(&known);
    return -1;
}

/* A list of such names. */
static int set_names(const struct command *command, struct exporting *exporting, const char *option,
                     struct export_names *list, names_of names)
{
    size_t first = list->list.n;
    add_names(exporting, list, optarg);
    for (size_t i = first; names && i < list->list.n; i++)
        if (find(command, option, list->list.items[i], names) < 0)
            return EXIT_USAGE;
    return EXIT_OK;
}

static int set_number(const struct command *command, const char *option, int64_t min, int64_t max,
                      int64_t *number)
{
    if (command_number(optarg, min, max, number) == 0)
        return EXIT_OK;
    if (max < INT64_MAX)
        return command_usage(command,
                             "%s takes a whole number from %" PRId64 " to %" PRId64 ", not '%s'",
                             option, min, max, optarg);
    return command_usage(command, "%s takes a whole number from %" PRId64 " on, not '%s'", option,
                         min, optarg);
}

static int set_date(const struct command *command, const char *option, int64_t *seconds)
{
    if (date_parse(seconds, optarg) == 0)
        return EXIT_OK;
    return command_usage(command, "%s takes a date such as 2020-01-31, or Unix seconds, not '%s'",
                         option, optarg);
}

static int set_negatives(const struct command *command, double *share)
{
    char *end;
    errno = 0;
    *share = strtod(optarg, &end);
    bool is_number = end != optarg && !*end && !errno && !optarg[strspn(optarg, "0123456789.")];
    if (is_number && *share >= 0 && *share <= 1)
        return EXIT_OK;
    return command_usage(command, "--negatives takes a number from 0 to 1, not '%s'", optarg);
}

static int set_kept(const struct command *command, unsigned *kept)
{
    char *copy = mem_copy_text(optarg, strlen(optarg));
    int mark = 0;
    for (char *rest = copy, *name; mark >= 0 && (name = strsep(&rest, ","));) {
        mark = find(command, "--keep", name, keep_at);
        *kept |= mark >= 0 ? 1u << mark : 0;
    }
    free(copy);
    return mark < 0 ? EXIT_USAGE : EXIT_OK;
}

static int set_language(const struct command *command, struct export_choice *choice)
{
    const struct language *language = command_language(command, optarg);
    choice->language = language ? language->name : NULL;
    return language ? EXIT_OK : EXIT_USAGE;
}

static int set_repair_in_program(const struct command *command, struct export_choice *choice)
{
    choice->repair_in_program = strcmp(optarg, "yes") == 0;
    if (choice->repair_in_program || strcmp(optarg, "no") == 0)
        return EXIT_OK;
    return command_usage(command, "--repair-in-program takes yes or no, not '%s'", optarg);
}

static int set_balance(const struct command *command, struct export_choice *choice)
{
    choice->balances_categories = strcmp(optarg, "category") == 0;
    if (choice->balances_categories)
        return EXIT_OK;
    return command_usage(command, "--balance takes category, not '%s'", optarg);
}

/* How rows look. */
static int set_view(const struct command *command, struct exporting *exporting, int code)
{
    struct export_view *view = &exporting->options.view;
    int found = 0;
    switch (code) {
    case EXPORTING_FORMAT:
        found = find(command, "--format", optarg, format_at);
        exporting->options.format = found < 0 ? NULL : export_formats[found];
        break;
    case EXPORTING_TASK:
        found = find(command, "--task", optarg, task_at);
        view->task = found < 0 ? NULL : export_tasks[found];
        break;
    case EXPORTING_GRANULARITY:
        found = find(command, "--granularity", optarg, granularity_at);
        view->granularity = (enum granularity)found;
        break;
    case EXPORTING_FIM_STYLE:
        found = find(command, "--fim-style", optarg, fim_style_at);
        exporting->fim_style = optarg;
        break;
    case EXPORTING_CONTEXT:
        return set_number(command, "--context", 0, MAX_CONTEXT, &view->n_context);
    case EXPORTING_MARK_LOCATION:
        view->has_marks = true;
        break;
    case EXPORTING_TEMPLATE:
        exporting->template_path = optarg;
        break;
    default:
        return EXPORTING_NOT;
    }
    return found < 0 ? EXIT_USAGE : EXIT_OK;
}

/* Which rows there are, beyond what a single fix tells. */
static int set_sampling(const struct command *command, struct export_choice *choice, int code)
{
    int found = 0;
    switch (code) {
    case EXPORTING_KEEP:
        return set_kept(command, &choice->kept);
    case EXPORTING_ONE_PER_CLUSTER:
        found = find(command, "--one-per-cluster", optarg, kind_at);
        choice->one_per_cluster = optarg;
        return found < 0 ? EXIT_USAGE : EXIT_OK;
    case EXPORTING_SAMPLE:
        return set_number(command, "--sample", 1, INT64_MAX, &choice->n_sample);
    case EXPORTING_BALANCE:
        return set_balance(command, choice);
    case EXPORTING_NEGATIVES:
        return set_negatives(command, &choice->negatives);
    case EXPORTING_SEED:
        choice->seed = optarg;
        return EXIT_OK;
    case EXPORTING_SHUFFLE:
        choice->shuffle_seed = optarg;
        return EXIT_OK;
    default:
        return EXPORTING_NOT;
    }
}

static int set_filter(const struct command *command, struct exporting *exporting, int code)
{
    struct export_choice *choice = &exporting->choice;
    switch (code) {
    case EXPORTING_CATEGORY:
        exporting->categories = optarg;
        return EXIT_OK;
    case EXPORTING_PATTERN:
        return set_names(command, exporting, "--pattern", &choice->patterns, pattern_at);
    case EXPORTING_ROLE:
        return set_names(command, exporting, "--role", &choice->roles, role_at);
    case EXPORTING_DIALECT:
        return set_names(command, exporting, "--dialect", &choice->dialects, dialect_at);
    case EXPORTING_STATUS:
        return set_names(command, exporting, "--status", &choice->statuses, NULL);
    case EXPORTING_ORIGINAL_LANGUAGE:
        return set_names(command, exporting, "--original-language", &choice->original_languages,
                         NULL);
    case EXPORTING_LANGUAGE:
        return set_language(command, choice);
    case EXPORTING_MIN_TOKENS:
        return set_number(command, "--min-tokens", 0, INT64_MAX, &choice->min_tokens);
    case EXPORTING_MAX_TOKENS:
        return set_number(command, "--max-tokens", 0, INT64_MAX, &choice->max_tokens);
    case EXPORTING_SINCE:
        return set_date(command, "--since", &choice->since);
    case EXPORTING_BEFORE:
        return set_date(command, "--before", &choice->before);
    case EXPORTING_REPAIR_IN_PROGRAM:
        return set_repair_in_program(command, choice);
    default:
        return EXPORTING_NOT;
    }
}

int exporting_set(const struct command *command, struct exporting *exporting, int code)
{
    int status = set_view(command, exporting, code);
    if (status == EXPORTING_NOT)
        status = set_sampling(command, &exporting->choice, code);
    if (status == EXPORTING_NOT)
        status = set_filter(command, exporting, code);
    return status;
}

int exporting_set_splits(const struct command *command, struct exporting *exporting)
{
    return set_names(command, exporting, "--split", &exporting->choice.splits, split_at);
}

/* The format that --format and --fim-style name together. */
static int complete_format(const struct command *command, struct exporting *exporting)
{
    const struct export_format **format = &exporting->options.format;
    if (!exporting->fim_style)
        return EXIT_OK;
    if (*format != &export_format_fim)
        return command_usage(command, "--fim-style goes with --format fim");
    if (strcmp(exporting->fim_style, "starcoder") == 0)
        *format = &export_format_fim_starcoder;
    if (strcmp(exporting->fim_style, "qwen") == 0)
        *format = &export_format_fim_qwen;
    return EXIT_OK;
}

static int read_template(struct exporting *exporting, struct err *err)
{
    const struct export_view *view = &exporting->options.view;
    const char *own = export_task_prompt(view->task, view->granularity);
    struct str text = {0};
    int status = 0;
    if (exporting->template_path)
        status = file_read(&text, exporting->template_path, err);
    else
        str_add_text(&text, own);
    if (status == 0)
        status = template_read(&exporting->template, str_text(&text), text.length,
                               exporting->template_path ? exporting->template_path : "prompt", err);
    str_release(&text);
    exporting->options.view.template = &exporting->template;
    return status;
}

int exporting_complete(const struct command *command, struct exporting *exporting)
{
    struct category_choice categories;
    struct err err;
    if (command_categories(command, exporting->categories, &categories) != EXIT_OK ||
        complete_format(command, exporting) != EXIT_OK)
        return EXIT_USAGE;
    for (size_t i = 0; i < categories.n; i++)
        array_push(&exporting->choice.categories.list, categories.names[i]);
    if (exporting->template_path && !exporting->options.format->has_prompt)
        return command_usage(command, "%s has no prompts; leave --template away",
                             exporting->options.format->name);
    if (read_template(exporting, &err) != 0)
        return command_fail(command, &err);
    if (export_options_check(&exporting->options, exporting->choice.negatives, &err) != 0)
        return command_usage(command, "%s", err.message);
    return EXIT_OK;
}

static void show(void *context, uint64_t done, uint64_t total)
{
    struct progress *progress = context;
    progress->total = total;
    progress_update(progress, done, done);
}

void exporting_show_progress(struct exporting *exporting, const char *label, int n_jobs)
{
    progress_start(&exporting->progress, label, "rows", 0);
    exporting->options.n_threads = n_jobs;
    exporting->options.on_progress = show;
    exporting->options.context = &exporting->progress;
}

void exporting_tell(const struct command *command, const struct exporting *exporting,
                    const struct export_selection *selection, const struct export_counts *counts)
{
    static const char *const marks[] = {"duplicates", "conflicting", "marked as excluded"};
    const char *name = command->name;
    for (int mark = 0; mark < N_EXPORT_MARKS; mark++)
        if (selection->n_marked[mark])
            fprintf(stderr, "tokfix %s: %" PRId64 " fixes left out: %s (--keep %s takes them)\n",
                    name, selection->n_marked[mark], marks[mark], keep_at(mark));
    if (!selection->has_dedup)
        fprintf(stderr,
                "tokfix %s: duplicates are not known, and are in it; tokfix dedup finds them\n",
                name);
    if (selection->n_clean < selection->n_clean_wanted)
        fprintf(stderr,
                "tokfix %s: %" PRId64 " correct programs: there are no %" PRId64
                " different ones\n",
                name, selection->n_clean, selection->n_clean_wanted);
    for (size_t i = 0; i < counts->left_out.n; i++)
        fprintf(stderr, "tokfix %s: %" PRId64 " rows left out: %s\n", name,
                counts->left_out.items[i].n, counts->left_out.items[i].reason);
    if (counts->n_written == 0)
        fprintf(stderr, "tokfix %s: no fix is left; %zu were chosen\n", name, selection->items.n);
    (void)exporting;
}
