#include "export/example.h"

#include "languages/language.h"

#include <inttypes.h>
#include <string.h>

static void set(struct example *example, enum placeholder placeholder, const char *text)
{
    str_clear(&example->values[placeholder]);
    str_add_text(&example->values[placeholder], text);
}

static void set_int(struct example *example, enum placeholder placeholder, int64_t number)
{
    str_clear(&example->values[placeholder]);
    str_print(&example->values[placeholder], "%" PRId64, number);
}

/* The name of the shown part. */
static const char *granularity_of(const struct example *example)
{
    const struct excerpt *excerpt = &example->excerpt;
    if (excerpt->granularity == GRANULARITY_FUNCTION && !excerpt->is_function)
        return "code";
    return granularity_name(excerpt->granularity);
}

static void set_values(struct example *example)
{
    const struct fix *row = example->row;
    const struct export_view *view = example->view;
    const struct language *language = language_find(row->language);
    str_clear(&example->values[PLACEHOLDER_CODE]);
    excerpt_add_shown(&example->values[PLACEHOLDER_CODE], &example->excerpt, view->has_marks);
    set(example, PLACEHOLDER_GRANULARITY, granularity_of(example));
    set(example, PLACEHOLDER_LANGUAGE, language ? language->codenet_name : row->language);
    set(example, PLACEHOLDER_ORIGINAL_LANGUAGE, row->original_language);
    set(example, PLACEHOLDER_DIALECT, row->dialect);
    set(example, PLACEHOLDER_STATUS, row->buggy_status);
    set(example, PLACEHOLDER_PROBLEM_ID, row->problem_id);
    set(example, PLACEHOLDER_ID, row->id);
    set_int(example, PLACEHOLDER_LINE, example->excerpt.line);
    set_int(example, PLACEHOLDER_COLUMN, example->excerpt.column);
    set(example, PLACEHOLDER_BEFORE, row->before);
    set(example, PLACEHOLDER_CATEGORY, row->category);
    set(example, PLACEHOLDER_PATTERN, row->pattern);
}

static bool holds(const struct str *text, const char *mark)
{
    return strstr(str_text(text), mark) != NULL;
}

const char *example_make(struct example *example, const struct fix *row,
                         const struct export_view *view, const struct lexical *lexical)
{
    struct excerpt *excerpt = &example->excerpt;
    example->row = row;
    example->view = view;
    if (!excerpt_cut(excerpt, row, view->granularity, view->n_context, lexical))
        return "the program cannot be cut into tokens";
    set_values(example);
    str_clear(&example->answer);
    if (row->is_clean && view->task->clean_answer)
        str_add_text(&example->answer, view->task->clean_answer);
    else
        view->task->answer(&example->answer, row, excerpt);
    if (view->has_marks) {
        const struct str *const texts[] = {&excerpt->above, &excerpt->buggy, &excerpt->below};
        for (int i = 0; i < 3; i++)
            if (holds(texts[i], excerpt_start_mark) || holds(texts[i], excerpt_end_mark))
                return "the program contains <START> or <END>";
    }
    return NULL;
}

void example_release(struct example *example)
{
    excerpt_release(&example->excerpt);
    for (int i = 0; i < N_PLACEHOLDERS; i++)
        str_release(&example->values[i]);
    str_release(&example->answer);
}

void example_add_prompt(struct str *out, const struct example *example)
{
    prompt_add(out, example->view->template, example->values);
}

void example_add_answer(struct str *out, const struct example *example)
{
    str_add(out, str_text(&example->answer), example->answer.length);
}

void example_add_buggy(struct str *out, const struct example *example)
{
    str_add(out, str_text(&example->excerpt.buggy), example->excerpt.buggy.length);
}
