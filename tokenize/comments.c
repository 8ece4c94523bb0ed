/* The lexer says where comments are. It may pass one more than once, because it looks ahead; only
 * the first time counts. */
#include "tokenize/comments.h"

#include "base/verdicts.h"

bool comments_find(struct comments *comments, const struct lexical *lexical, const char *source,
                   size_t length)
{
    struct lexer lexer;
    struct token token;
    enum lexer_result result;
    array_clear(&comments->list);
    if (length > LEXER_MAX_BYTES)
        return false;
    lexer_start(&lexer, lexical, source, (uint32_t)length);
    lexer.comments = &comments->list;
    while ((result = lexer_next(&lexer, &token)) == LEXER_TOKEN)
        continue;
    return result == LEXER_END;
}

/* Whether a line starts at a byte, and is not continued from the line before it. */
static bool starts_line(const struct language *language, const char *source, size_t at)
{
    if (at == 0)
        return true;
    if (!ends_line(source[at - 1]))
        return false;
    at -= at > 1 && source[at - 1] == '\n' && source[at - 2] == '\r' ? 2 : 1;
    at = language->tokens.has_splices ? code_before_blanks(source, at) : at;
    return at == 0 || source[at - 1] != language->tokens.continuation;
}

/* Returns the cut for comments with only blanks between them. */
static struct comment_cut cut_of(const struct language *language, const char *source, size_t length,
                                 struct byte_range run)
{
    size_t before = code_before_blanks(source, run.start),
           after = code_after_blanks(source, length, run.end);
    bool is_first = starts_line(language, source, before);
    bool is_last = after == length || ends_line(source[after]);
    uint32_t n_left = 0;
    if (is_last) {
        run.start = before;
        run.end = is_first ? code_next_line(source, length, after) : after;
        n_left = after == length && !is_first && ends_line(source[before - 1]);
    } else if (is_first || before < run.start) {
        run.end = after;
    } else {
        n_left = after == run.end;
    }
    return (struct comment_cut){(uint32_t)run.start, (uint32_t)run.end, n_left};
}

/* Whether a comment stays. `line` is that of byte `counted`, and is advanced. */
static bool is_kept(const struct language *language, const char *source, size_t length,
                    const struct byte_range *comment, struct position *line, size_t *counted)
{
    if (!language->tokens.keeps_comment)
        return false;
    text_position_advance(line, source, length, *counted, comment->start);
    *counted = comment->start;
    return language->tokens.keeps_comment(source + comment->start, comment->end - comment->start,
                                          line->line);
}

/* Whether a comment between two bytes, which are not in a token, contains the word of a verdict. */
static bool gap_names_verdict(const struct program *program, size_t at, size_t end)
{
    for (size_t n; at < end; at += n) {
        const char *text = program->source + at;
        n = is_code_blank(*text) || ends_line(*text)
                ? 0
                : lexer_comment(program->language, text, end - at);
        if (n > end - at)
            return false;
        if (n && verdict_is_in_comment(text, n))
            return true;
        n += !n;
    }
    return false;
}

bool comments_name_verdict(const struct program *program)
{
    size_t end = 0;
    for (size_t i = 0; i < program->tokens.n; i++) {
        const struct token *token = &program->tokens.items[i];
        if (gap_names_verdict(program, end, token->start_byte))
            return true;
        end = token->end_byte > end ? token->end_byte : end;
    }
    return gap_names_verdict(program, end, program->length);
}

void comments_plan(struct comments *comments, const struct language *language, const char *source,
                   size_t length)
{
    const struct byte_range *list = comments->list.items;
    struct position line = {.line = 1};
    size_t counted = 0, n = comments->list.n;
    array_clear(&comments->cuts);
    for (size_t i = 0; i < n; i++) {
        struct byte_range run = list[i];
        if (is_kept(language, source, length, &run, &line, &counted))
            continue;
        while (i + 1 < n && code_after_blanks(source, length, run.end) == list[i + 1].start)
            run.end = list[++i].end;
        array_push(&comments->cuts, cut_of(language, source, length, run));
    }
}

void comments_write_rest(struct str *out, const struct comments *comments, const char *source,
                         size_t length)
{
    size_t from = 0;
    for (size_t i = 0; i < comments->cuts.n; i++) {
        const struct comment_cut *cut = &comments->cuts.items[i];
        str_add(out, source + from, cut->start - from);
        str_add(out, " ", cut->n_left);
        from = cut->end;
    }
    str_add(out, source + from, length - from);
}

size_t comments_rest_byte(const struct comments *comments, size_t byte)
{
    size_t rest = byte;
    for (size_t i = 0; i < comments->cuts.n && comments->cuts.items[i].start < byte; i++) {
        const struct comment_cut *cut = &comments->cuts.items[i];
        rest -= byte < cut->end ? byte - cut->start : cut->end - cut->start - cut->n_left;
    }
    return rest;
}

void comments_release(struct comments *comments)
{
    array_release(&comments->list);
    array_release(&comments->cuts);
}
