/* What does not go together is refused before anything is written. */
#include "export/export.h"

#include "base/utf8.h"

#include <string.h>

#define BIT(placeholder) (1u << (placeholder))

/* Placeholders by which a correct program would show: it has no value for them, or another one. */
static const unsigned of_bugs = BIT(PLACEHOLDER_LINE) | BIT(PLACEHOLDER_COLUMN) |
                                BIT(PLACEHOLDER_BEFORE) | BIT(PLACEHOLDER_CATEGORY) |
                                BIT(PLACEHOLDER_PATTERN) | BIT(PLACEHOLDER_STATUS) |
                                BIT(PLACEHOLDER_ID);

static int check_format(const struct export_format *format, const struct export_view *view,
                        double negatives, struct err *err)
{
    if (!format->has_prompt && view->task != export_tasks[0])
        return err_set(err, "%s shows no prompt, and so no task but %s; leave --task away",
                       format->name, export_tasks[0]->name);
    if (format->tasks == FORMAT_REPAIRS && !view->task->is_repair)
        return err_set(err,
                       "%s has no way to say the task %s; choose --task repair or "
                       "repair-with-verdict",
                       format->name, view->task->name);
    if (format->is_whole && view->granularity != GRANULARITY_PROGRAM)
        return err_set(err, "%s has whole programs only; leave --granularity away", format->name);
    if (negatives > 0 && !format->has_negatives)
        return err_set(err,
                       "%s has no way to say that a program is correct; leave --negatives away",
                       format->name);
    if (view->has_marks && !format->has_marks)
        return err_set(err, "%s has no place for marks; leave --mark-location away", format->name);
    return 0;
}

static int check_extras(const struct export_format *format, const struct export_view *view,
                        struct err *err)
{
    if (view->has_ids && !format->features)
        return err_set(err,
                       "%s is lines of code, which have no place for ids; leave --with-ids away, "
                       "or choose another format",
                       format->name);
    if (view->has_ids && !format->takes_ids)
        return err_set(err, "every row of %s has an id; leave --with-ids away", format->name);
    if (!view->system)
        return 0;
    if (!format->takes_system)
        return err_set(err,
                       "%s has no place for a system prompt; leave --system away, or choose "
                       "messages or alpaca",
                       format->name);
    if (!*view->system || !utf8_is_valid(view->system, strlen(view->system)))
        return err_set(err, "--system takes a text in UTF-8, not '%s'", view->system);
    return 0;
}

static int check_template(const struct export_view *view, double negatives, struct err *err)
{
    enum placeholder which;
    unsigned shows = of_bugs;
    int line = prompt_line_of(view->template, view->task->asks_for, &which);
    if (line)
        return err_set(err, "line %d of the template: {%s} gives away what the task %s asks for",
                       line, placeholder_name(which), view->task->name);
    if (!prompt_line_of(view->template, BIT(PLACEHOLDER_CODE), &which))
        return err_set(err, "the template shows no program: {code} stands nowhere in it");
    if (view->granularity == GRANULARITY_LINE)
        shows &= ~BIT(PLACEHOLDER_LINE); /* of the line that is shown */
    line = negatives > 0 ? prompt_line_of(view->template, shows, &which) : 0;
    if (line)
        return err_set(err,
                       "line %d of the template: {%s} tells correct programs (--negatives) "
                       "from buggy ones",
                       line, placeholder_name(which));
    return 0;
}

int export_options_check(const struct export_options *options, double negatives, struct err *err)
{
    const struct export_view *view = &options->view;
    if (check_format(options->format, view, negatives, err) != 0 ||
        check_extras(options->format, view, err) != 0)
        return ERR;
    if (view->has_marks && view->task->asks_for_place)
        return err_set(err,
                       "a mark gives away what the task %s asks for; leave --mark-location "
                       "away",
                       view->task->name);
    if (view->has_marks && negatives > 0)
        return err_set(err, "a correct program has no mark, which gives it away; leave "
                            "--mark-location or --negatives away");
    return check_template(view, negatives, err);
}

void export_options_features(struct export_feature *features, const struct export_options *options)
{
    export_features(features, options->format, options->view.has_ids, options->view.system);
}
