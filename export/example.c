#include "export/example.h"

#include "tokenize/languages/language.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The name of the shown part. */
static const char *granularity_of(const struct example *example)
{
    const struct excerpt *excerpt = &example->excerpt;
    if (excerpt->granularity == GRANULARITY_FUNCTION && !excerpt->is_function)
        return "code";
    return granularity_name(excerpt->granularity);
}

static struct file_part part_of(const struct example *example)
{
    const struct fix *row = example->row;
    size_t start = example->excerpt.part_start;
    if (!fix_is_of_git(row))
        return (struct file_part){.granularity = ""};
    return (struct file_part){example->granularity,
                              source_position(row->buggy_code, row->buggy_length, start).line,
                              (int64_t)start};
}

static const char context_heading[] = {
#include "export/prompts/context.txt.inc"
};

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
    example->granularity = granularity_of(example);
    example->part = part_of(example);
    str_clear(&example->context);
    if (excerpt->context.length)
        str_print(&example->context, "%s%s\n", context_heading, str_text(&excerpt->context));
    str_clear(&example->shown);
    excerpt_add_shown(&example->shown, excerpt, view->has_marks);
    str_clear(&example->answer);
    if (row->is_clean && view->question->clean_answer)
        str_add_text(&example->answer, view->question->clean_answer);
    else
        view->question->answer(&example->answer, row, excerpt);
    if (view->has_marks) {
        const struct str *const texts[] = {&excerpt->above, &excerpt->buggy, &excerpt->below,
                                           &excerpt->context};
        for (int i = 0; i < 4; i++)
            if (holds(texts[i], excerpt_start_mark) || holds(texts[i], excerpt_end_mark))
                return "the program contains <START> or <END>";
    }
    return NULL;
}

void example_release(struct example *example)
{
    excerpt_release(&example->excerpt);
    str_release(&example->context);
    str_release(&example->shown);
    str_release(&example->answer);
}

const char *example_tokenize(const struct example *example, struct program *program)
{
    const struct syntax_parser *parser =
        syntax_parsers_get(example->parsers, language_find(example->row->language));
    if (program_tokenize(program, syntax_parser_lexical(parser), str_text(&example->shown),
                         example->shown.length))
        return NULL;
    return "the part of the file cannot be cut into tokens by itself";
}

void example_add_prompt(struct str *out, const struct example *example)
{
    const struct fix *row = example->row;
    const struct language *language = language_find(row->language);
    char line[24];
    snprintf(line, sizeof line, "%" PRId64, example->excerpt.line);
    const struct prompt_value values[] = {
        {"code", str_text(&example->shown)},
        {"context", str_text(&example->context)},
        {"granularity", example->granularity},
        {"language", language ? language->codenet_name : row->language},
        {"status", row->buggy_status},
        {"problem_id", row->problem_id},
        {"line", line},
        {0},
    };
    question_add_prompt(out, example->view->question, example->excerpt.granularity, values);
}

void example_add_answer(struct str *out, const struct example *example)
{
    str_add(out, str_text(&example->answer), example->answer.length);
}

void example_add_buggy(struct str *out, const struct example *example)
{
    str_add(out, str_text(&example->excerpt.buggy), example->excerpt.buggy.length);
}
