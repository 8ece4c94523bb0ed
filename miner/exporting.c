/* See exporting.h. */
#include "miner/exporting.h"

#include "base/file.h"
#include "base/pipeline.h"
#include "miner/exporting_filters.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_CONTEXT = 3, MAX_CONTEXT = 1000, MAX_TEMPLATE = 1 << 20 };

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

static const char *fim_style_at(int number)
{
    static const char *const styles[] = {"neutral", "starcoder", "qwen", NULL};
    return styles[number];
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

int exporting_set_format(const struct command *command, const struct export_format **format)
{
    int found = command_find(command, "--format", optarg, format_at);
    *format = found < 0 ? NULL : export_formats[found];
    return found < 0 ? EXIT_USAGE : EXIT_OK;
}

/* How rows look. */
static int set_view(const struct command *command, struct exporting *exporting, int code)
{
    struct export_view *view = &exporting->options.view;
    int found = 0;
    switch (code) {
    case EXPORTING_FORMAT:
        return exporting_set_format(command, &exporting->options.format);
    case EXPORTING_TASK:
        found = command_find(command, "--task", optarg, task_at);
        view->task = found < 0 ? NULL : export_tasks[found];
        break;
    case EXPORTING_GRANULARITY:
        found = command_find(command, "--granularity", optarg, granularity_at);
        view->granularity = (enum granularity)found;
        break;
    case EXPORTING_FIM_STYLE:
        found = command_find(command, "--fim-style", optarg, fim_style_at);
        exporting->fim_style = optarg;
        break;
    case EXPORTING_CONTEXT:
        exporting->has_context = true;
        return exporting_set_number(command, "--context", 0, MAX_CONTEXT, &view->n_context);
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

int exporting_set(const struct command *command, struct exporting *exporting, int code)
{
    int status = set_view(command, exporting, code);
    return status == EXPORTING_NOT ? exporting_set_filter(command, exporting, code) : status;
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
    if (status == 0 && text.length > MAX_TEMPLATE)
        status =
            err_set(err, "'%s' is larger than 1 MiB; is it a template?", exporting->template_path);
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
    if (exporting->has_context && exporting->options.view.granularity != GRANULARITY_LINE)
        return command_usage(command, "--context goes with --granularity line");
    if (exporting->template_path && !exporting->options.format->has_prompt)
        return command_usage(command, "%s has no prompts; leave --template away",
                             exporting->options.format->name);
    if (read_template(exporting, &err) != 0)
        return command_fail(command, &err);
    if (export_options_check(&exporting->options, exporting->choice.negatives, &err) != 0)
        return command_usage(command, "%s", err.message);
    return EXIT_OK;
}

void exporting_show_progress(struct exporting *exporting, const char *label, int n_jobs)
{
    progress_start(&exporting->progress, label, "rows", 0);
    exporting->options.n_threads = n_jobs;
    exporting->options.on_progress = progress_show;
    exporting->options.context = &exporting->progress;
}

void exporting_tell(const struct command *command, const struct export_selection *selection,
                    const struct export_counts *counts)
{
    static const struct {
        const char *what, *option;
    } marks[] = {{"duplicates", "duplicates"},
                 {"conflicting", "conflicts"},
                 {"marked as excluded", "excluded"}};
    const char *name = command->name;
    for (int mark = 0; mark < N_EXPORT_MARKS; mark++)
        if (selection->n_marked[mark])
            fprintf(stderr, "tokfix %s: %" PRId64 " fixes left out: %s (--keep %s takes them)\n",
                    name, selection->n_marked[mark], marks[mark].what, marks[mark].option);
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
        fprintf(stderr, "tokfix %s: no fix is left to be written\n", name);
}
