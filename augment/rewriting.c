/* Two lists, of pieces and of tokens. They are searched from the start, because programs are short
 * and few places are looked up. */
#include "augment/rewriting.h"

#include "tokenize/difference.h"

#include <string.h>

void rewriting_begin(struct rewriting *rewriting, const struct program *program)
{
    rewriting->program = program;
    array_clear(&rewriting->pieces);
    array_clear(&rewriting->tokens);
    str_clear(&rewriting->texts);
    rewriting->last = 0;
}

void rewriting_release(struct rewriting *rewriting)
{
    array_release(&rewriting->pieces);
    array_release(&rewriting->tokens);
    str_release(&rewriting->texts);
}

/* Inserts a space if the next byte would otherwise become part of the token before it. */
static void keep_apart(struct rewriting *rewriting, char next)
{
    if (!rewriting->last || !characters_join(rewriting->last, next))
        return;
    uint32_t start = (uint32_t)rewriting->texts.length;
    str_add(&rewriting->texts, " ", 1);
    array_push(&rewriting->pieces, (struct rewritten_piece){false, start, start + 1});
}

void rewriting_keep(struct rewriting *rewriting, uint32_t start, uint32_t end)
{
    if (start >= end)
        return;
    const char *source = rewriting->program->source;
    size_t n = rewriting->pieces.n;
    struct rewritten_piece *before = n ? &rewriting->pieces.items[n - 1] : NULL;
    if (before && before->is_source && before->end == start) {
        before->end = end; /* as in the source: `1if` is two tokens */
    } else {
        keep_apart(rewriting, source[start]);
        array_push(&rewriting->pieces, (struct rewritten_piece){true, start, end});
    }
    rewriting->last = source[end - 1];
}

void rewriting_add(struct rewriting *rewriting, const char *text, size_t length)
{
    if (length == 0)
        return;
    keep_apart(rewriting, text[0]);
    uint32_t start = (uint32_t)rewriting->texts.length;
    str_add(&rewriting->texts, text, length);
    array_push(&rewriting->pieces,
               (struct rewritten_piece){false, start, (uint32_t)rewriting->texts.length});
    rewriting->last = text[length - 1];
}

void rewriting_keep_tokens(struct rewriting *rewriting, uint32_t first, uint32_t end)
{
    for (uint32_t token = first; token < end; token++)
        array_push(&rewriting->tokens, (struct rewritten_token){.old = token});
}

void rewriting_change_token(struct rewriting *rewriting, uint32_t token, const char *text,
                            size_t length)
{
    uint32_t start = (uint32_t)rewriting->texts.length;
    str_add(&rewriting->texts, text, length);
    array_push(&rewriting->tokens, (struct rewritten_token){token, start, (uint32_t)length});
}

void rewriting_add_token(struct rewriting *rewriting, const char *text)
{
    rewriting_change_token(rewriting, REWRITING_NONE, text, strlen(text));
}

void rewriting_write(const struct rewriting *rewriting, struct str *out)
{
    for (size_t i = 0; i < rewriting->pieces.n; i++) {
        const struct rewritten_piece *piece = &rewriting->pieces.items[i];
        const char *from = piece->is_source ? rewriting->program->source : rewriting->texts.text;
        str_add(out, from + piece->start, piece->end - piece->start);
    }
}

uint32_t rewriting_token(const struct rewriting *rewriting, uint32_t token)
{
    for (uint32_t i = 0; token != REWRITING_NONE && i < rewriting->tokens.n; i++)
        if (rewriting->tokens.items[i].old == token)
            return i;
    return REWRITING_NONE;
}

bool rewriting_holds(const struct rewriting *rewriting, const struct program *after)
{
    if (after->tokens.n != rewriting->tokens.n)
        return false;
    for (size_t i = 0; i < after->tokens.n; i++) {
        const struct rewritten_token *token = &rewriting->tokens.items[i];
        if (token->length == 0) {
            if (!program_tokens_equal(rewriting->program, token->old, after, i))
                return false;
            continue;
        }
        struct token_text text = {rewriting->texts.text + token->text, token->length};
        if (token_is_layout(&after->tokens.items[i]) ||
            !token_text_equal(text, program_token_text(after, i)))
            return false;
    }
    return true;
}
