/* Lines and columns are those of the shown code, not of the program, because the model sees only
 * the shown code. The prompts are the files in prompts/, which the build embeds. */
#include "export/question.h"

#include "export/example.h"

#include <inttypes.h>
#include <string.h>

static const char repair_prompt[] = {
#include "export/prompts/repair.txt.inc"
};
static const char repair_line_prompt[] = {
#include "export/prompts/repair-line.txt.inc"
};
static const char verdict_prompt[] = {
#include "export/prompts/repair-with-verdict.txt.inc"
};
static const char verdict_line_prompt[] = {
#include "export/prompts/repair-with-verdict-line.txt.inc"
};
static const char locate_prompt[] = {
#include "export/prompts/locate.txt.inc"
};
static const char locate_repair_prompt[] = {
#include "export/prompts/locate-repair.txt.inc"
};
static const char classify_prompt[] = {
#include "export/prompts/classify.txt.inc"
};
static const char explain_prompt[] = {
#include "export/prompts/explain.txt.inc"
};

/* Appends a token in backticks, as in Markdown: with more backticks, or blanks, if it contains
 * backticks. */
static void add_quoted(struct str *out, const char *token, size_t length)
{
    size_t longest = 0, run = 0;
    for (size_t i = 0; i < length; i++) {
        run = token[i] == '`' ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    bool is_edged = length && (token[0] == '`' || token[length - 1] == '`');
    for (size_t i = 0; i <= longest; i++)
        str_add_text(out, "`");
    str_add_text(out, is_edged ? " " : "");
    str_add(out, token, length);
    str_add_text(out, is_edged ? " " : "");
    for (size_t i = 0; i <= longest; i++)
        str_add_text(out, "`");
}

/* Appends the token at the place. For an insertion this is the token before which `not` belongs. */
static void add_token(struct str *out, const struct fix *row, const struct excerpt *excerpt)
{
    size_t start = excerpt->start, end = excerpt->token_end;
    if (*row->before)
        add_quoted(out, row->before, strlen(row->before));
    else
        add_quoted(out, str_text(&excerpt->buggy) + start, end > start ? end - start : 0);
}

static void add_place(struct str *out, const struct excerpt *excerpt)
{
    str_print(out, "line %" PRId64 ", column %" PRId64, excerpt->line, excerpt->column);
}

/* "`<` should be `<=`" */
static void add_change(struct str *out, const struct fix *row, const struct excerpt *excerpt)
{
    bool is_insert = strcmp(row->edit, "insert") == 0;
    const char *first = is_insert ? row->after : row->before;
    add_quoted(out, first, strlen(first));
    if (is_insert) {
        str_add_text(out, " is missing before ");
        add_token(out, row, excerpt);
    } else if (strcmp(row->edit, "delete") == 0) {
        str_add_text(out, " should not be there");
    } else {
        str_add_text(out, " should be ");
        add_quoted(out, row->after, strlen(row->after));
    }
}

static void answer_repair(struct str *out, const struct fix *row, const struct excerpt *excerpt)
{
    (void)row;
    str_add(out, str_text(&excerpt->fixed), excerpt->fixed.length);
}

static void answer_locate(struct str *out, const struct fix *row, const struct excerpt *excerpt)
{
    add_place(out, excerpt);
    str_add_text(out, ": ");
    add_token(out, row, excerpt);
}

static void answer_locate_repair(struct str *out, const struct fix *row,
                                 const struct excerpt *excerpt)
{
    add_place(out, excerpt);
    str_add_text(out, ": ");
    add_change(out, row, excerpt);
}

static void answer_explain(struct str *out, const struct fix *row, const struct excerpt *excerpt)
{
    str_print(out, "line %" PRId64 ": ", excerpt->line);
    add_change(out, row, excerpt);
}

static void answer_classify(struct str *out, const struct fix *row, const struct excerpt *excerpt)
{
    (void)excerpt;
    str_add_text(out, row->category);
}

static const struct question repair = {
    .name = "repair",
    .summary = "buggy code -> fixed code",
    .prompt = repair_prompt,
    .line_prompt = repair_line_prompt,
    .is_repair = true,
    .answer = answer_repair,
};
static const struct question locate = {
    .name = "locate",
    .summary = "code -> place of the bug",
    .prompt = locate_prompt,
    .asks_for_place = true,
    .answer = answer_locate,
    .clean_answer = "no bug",
};
static const struct question locate_repair = {
    .name = "locate-repair",
    .summary = "code -> place of the bug, and its repair",
    .prompt = locate_repair_prompt,
    .asks_for_place = true,
    .answer = answer_locate_repair,
    .clean_answer = "no bug",
};
static const struct question classify = {
    .name = "classify",
    .summary = "code -> category of the bug",
    .prompt = classify_prompt,
    .answer = answer_classify,
    .clean_answer = "no_bug",
};
static const struct question explain = {
    .name = "explain",
    .summary = "code -> a sentence that names line, token and repair",
    .prompt = explain_prompt,
    .answer = answer_explain,
    .clean_answer = "no bug",
};
static const struct question repair_with_verdict = {
    .name = "repair-with-verdict",
    .summary = "the same as repair, with the judge's verdict and the problem in the prompt",
    .prompt = verdict_prompt,
    .line_prompt = verdict_line_prompt,
    .shows_verdict = true,
    .is_repair = true,
    .answer = answer_repair,
};

const struct question *const questions[] = {
    &repair, &locate, &locate_repair, &classify, &explain, &repair_with_verdict, NULL};

const struct question *question_find(const char *name)
{
    for (const struct question *const *question = questions; *question; question++)
        if (strcmp((*question)->name, name) == 0)
            return *question;
    return NULL;
}

void question_add_prompt(struct str *out, const struct question *question, bool is_about_line,
                         const struct prompt_value *values)
{
    const char *text =
        is_about_line && question->line_prompt ? question->line_prompt : question->prompt;
    for (const char *at; (at = strpbrk(text, "{\\")); text = at) {
        str_add(out, text, (size_t)(at - text));
        if (*at == '\\') {
            at += 2;
            continue;
        }
        size_t length = strcspn(++at, "}");
        for (const struct prompt_value *value = values; value->name; value++)
            if (strlen(value->name) == length && memcmp(value->name, at, length) == 0)
                str_add_text(out, value->value);
        at += length + 1;
    }
    str_add_text(out, text);
}
