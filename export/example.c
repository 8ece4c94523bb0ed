/* First the excerpt of the fix is cut. From it follow what is shown, with marks, and the answer to
 * the question. */
#include "export/example.h"

#include "tokenize/code_lines.h"
#include "tokenize/difference.h"
#include "tokenize/languages/language.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char context_heading[] = {
#include "export/prompts/context.txt.inc"
};

/* ---- Excerpts ---- */

/* What encloses the place. A text that contains one of them cannot be marked. */
static const char start_mark[] = "<START>", end_mark[] = "<END>";

static const char *const names[] = {"program", "function", "line"};

const char *granularity_name(int granularity)
{
    return granularity <= GRANULARITY_LINE ? names[granularity] : NULL;
}

enum granularity granularity_for(enum granularity granularity, const struct fix *row)
{
    if (granularity != GRANULARITY_OWN)
        return granularity;
    return fix_is_of_git(row) ? GRANULARITY_FUNCTION : GRANULARITY_PROGRAM;
}

static int64_t context_for(int64_t n_context, enum granularity granularity, const struct fix *row)
{
    if (n_context != CONTEXT_OWN)
        return n_context;
    if (granularity == GRANULARITY_LINE)
        return CONTEXT_OF_LINE;
    return fix_is_of_git(row) ? CONTEXT_OF_FUNCTION : 0;
}

static void copy(struct str *out, const char *bytes, size_t start, size_t end)
{
    str_clear(out);
    str_add(out, bytes + start, end - start);
}

/* Fills in the fixed part: the buggy part with the edit applied. */
static void apply(struct excerpt *excerpt, const struct fix *row)
{
    size_t length = strlen(row->after);
    str_clear(&excerpt->fixed);
    edit_apply(&excerpt->fixed, str_text(&excerpt->buggy), excerpt->buggy.length, excerpt->start,
               excerpt->end, row->after, length);
    excerpt->fixed_start = excerpt->start;
    if (length && str_text(&excerpt->fixed)[excerpt->fixed_start] != row->after[0])
        excerpt->fixed_start++; /* after the space that separates two words */
    excerpt->fixed_end = excerpt->fixed_start + length;
}

/* Returns where code ends without the blank lines and line ends after it, at `start` at the
 * earliest. */
static size_t end_of_code(const char *code, size_t start, size_t end)
{
    while (end > start && strchr(" \t\r\n\f", code[end - 1]))
        end--;
    return end;
}

static void take_part(struct excerpt *excerpt, const struct fix *row, struct byte_range part)
{
    if (excerpt->granularity != GRANULARITY_LINE) /* a string may go on after a line */
        part.end = end_of_code(row->buggy_code, (size_t)row->place_end, part.end);
    copy(&excerpt->buggy, row->buggy_code, part.start, part.end);
    excerpt->part_start = part.start;
    if (row->is_clean) {
        excerpt->start = excerpt->end = excerpt->token_end = 0;
        excerpt->fixed_start = excerpt->fixed_end = 0;
        copy(&excerpt->fixed, row->buggy_code, part.start, part.end);
        return;
    }
    excerpt->start = (size_t)row->start_byte - part.start;
    excerpt->end = (size_t)row->end_byte - part.start;
    excerpt->token_end = (size_t)row->token_end_byte - part.start;
    apply(excerpt, row);
}

static bool cut_function(struct excerpt *excerpt, const struct fix *row, int64_t n_context,
                         const struct lexical *lexical)
{
    size_t place = (size_t)row->place;
    excerpt->is_function = false;
    if (!program_tokenize(&excerpt->program, lexical, row->buggy_code, row->buggy_length))
        return false;
    parts_find(&excerpt->parts, &excerpt->program);
    struct program_part part = parts_enclosing(&excerpt->parts, &excerpt->program, place);
    if (place < part.bytes.start || (size_t)row->place_end > part.bytes.end)
        return false;
    excerpt->is_function = part.kind == PART_FUNCTION;
    copy(&excerpt->above, "", 0, 0);
    copy(&excerpt->below, "", 0, 0);
    take_part(excerpt, row, part.bytes);
    if (n_context)
        part_add_context(&excerpt->context, &excerpt->program, part.bytes, (size_t)n_context);
    return true;
}

static void cut_lines(struct excerpt *excerpt, const struct fix *row, int64_t n_context)
{
    const char *code = row->buggy_code;
    size_t length = row->buggy_length;
    struct byte_range lines = code_lines(code, length, (size_t)row->place, (size_t)row->place_end);
    struct byte_range around = code_lines_around(code, length, (size_t)row->place,
                                                 (size_t)row->place_end, (size_t)n_context);
    copy(&excerpt->above, code, around.start, lines.start);
    copy(&excerpt->below, code, lines.end, end_of_code(code, lines.end, around.end));
    take_part(excerpt, row, lines);
}

/* Finds line and column of the place in the shown code. Each line above has a line end. */
static void find_place(struct excerpt *excerpt)
{
    struct position at = {.line = 1};
    text_position_advance(&at, str_text(&excerpt->above), excerpt->above.length, 0,
                          excerpt->above.length);
    text_position_advance(&at, str_text(&excerpt->buggy), excerpt->buggy.length, 0, excerpt->start);
    excerpt->line = at.line;
    excerpt->column = at.column;
}

/* Cuts an excerpt; `lexical` is needed for functions only. Returns false if the cut needs tokens
 * and the program has none, although the programs of a database should. */
static bool cut(struct excerpt *excerpt, const struct fix *row, enum granularity granularity,
                int64_t n_context, const struct lexical *lexical)
{
    granularity = excerpt->granularity = granularity_for(granularity, row);
    n_context = context_for(n_context, granularity, row);
    str_clear(&excerpt->context);
    if (granularity == GRANULARITY_FUNCTION && !cut_function(excerpt, row, n_context, lexical))
        return false;
    if (granularity == GRANULARITY_LINE)
        cut_lines(excerpt, row, n_context);
    if (granularity == GRANULARITY_PROGRAM) {
        copy(&excerpt->above, "", 0, 0);
        copy(&excerpt->below, "", 0, 0);
        take_part(excerpt, row, (struct byte_range){0, row->buggy_length});
    }
    find_place(excerpt);
    return true;
}

static void add(struct str *out, const struct str *text)
{
    str_add(out, str_text(text), text->length);
}

/* Appends the shown code: context, buggy part, context. For an insertion the marks enclose the
 * token before which the missing token belongs. */
static void add_shown(struct str *out, const struct excerpt *excerpt, bool marks)
{
    const char *buggy = str_text(&excerpt->buggy);
    size_t end = excerpt->end > excerpt->start ? excerpt->end : excerpt->token_end;
    add(out, &excerpt->above);
    if (marks) {
        str_add(out, buggy, excerpt->start);
        str_add_text(out, start_mark);
        str_add(out, buggy + excerpt->start, end - excerpt->start);
        str_add_text(out, end_mark);
        str_add(out, buggy + end, excerpt->buggy.length - end);
    } else {
        add(out, &excerpt->buggy);
    }
    add(out, &excerpt->below);
}

/* ---- Examples ---- */

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
                              text_position(row->buggy_code, row->buggy_length, start).line,
                              (int64_t)start};
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
    if (!cut(excerpt, row, view->granularity, view->n_context, lexical))
        return "the program cannot be cut into tokens";
    example->granularity = granularity_of(example);
    example->part = part_of(example);
    str_clear(&example->context);
    if (excerpt->context.length)
        str_print(&example->context, "%s%s\n", context_heading, str_text(&excerpt->context));
    str_clear(&example->shown);
    add_shown(&example->shown, excerpt, view->has_marks);
    str_clear(&example->answer);
    if (row->is_clean && view->question->clean_answer)
        str_add_text(&example->answer, view->question->clean_answer);
    else
        view->question->answer(&example->answer, row, excerpt);
    if (view->has_marks) {
        const struct str *const texts[] = {&excerpt->above, &excerpt->buggy, &excerpt->below,
                                           &excerpt->context};
        for (int i = 0; i < 4; i++)
            if (holds(texts[i], start_mark) || holds(texts[i], end_mark))
                return "the program contains <START> or <END>";
    }
    return NULL;
}

void example_release(struct example *example)
{
    struct excerpt *excerpt = &example->excerpt;
    str_release(&excerpt->above);
    str_release(&excerpt->buggy);
    str_release(&excerpt->fixed);
    str_release(&excerpt->below);
    str_release(&excerpt->context);
    program_release(&excerpt->program);
    parts_release(&excerpt->parts);
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
    question_add_prompt(out, example->view->question,
                        example->excerpt.granularity == GRANULARITY_LINE, values);
}

void example_add_answer(struct str *out, const struct example *example)
{
    add(out, &example->answer);
}

void example_add_buggy(struct str *out, const struct example *example)
{
    add(out, &example->excerpt.buggy);
}
