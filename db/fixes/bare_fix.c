/* Places are at tokens, which stay. A line is that of a token on it. */
#include "db/fixes/bare_fix.h"

#include <string.h>

/* Writes a program without its comments. Returns whether the tokens are the same. */
static bool strip(struct bare_fix *bare, struct str *out, const char *code, size_t length,
                  const struct lexical *lexical)
{
    const struct program *before = &bare->before, *after = &bare->after;
    str_clear(out);
    if (!program_tokenize(&bare->before, lexical, code, length) ||
        !comments_find(&bare->comments, lexical, code, length))
        return false;
    comments_plan(&bare->comments, lexical->language, code, length);
    comments_write_rest(out, &bare->comments, code, length);
    if (!program_tokenize(&bare->after, lexical, str_text(out), out->length) ||
        before->tokens.n != after->tokens.n)
        return false;
    for (size_t i = 0; i < before->tokens.n; i++)
        if (!program_tokens_equal(before, i, after, i))
            return false;
    return true;
}

static void move(const struct bare_fix *bare, int64_t *byte)
{
    *byte = (int64_t)comments_rest_byte(&bare->comments, (size_t)*byte);
}

static void find_line(const struct str *code, int64_t byte, int64_t *line, int64_t *column)
{
    struct position at = text_position(str_text(code), code->length, (size_t)byte);
    *line = at.line;
    *column = at.column;
}

/* Sets a line of the program to where its first token is now, or its last one. A line without
 * tokens is where the next token is. */
static void move_line(const struct bare_fix *bare, int64_t *line, bool is_last)
{
    const struct program *before = &bare->before, *after = &bare->after;
    size_t byte;
    if (*line == 0 || !before->tokens.n ||
        !text_find_place(&byte, before->source, before->length, *line, 0))
        return;
    if (is_last)
        byte = code_line_end(before->source, before->length, byte);
    size_t next = program_token_from(before, byte), last = after->tokens.n - 1;
    const struct token *token = &after->tokens.items[next < last ? next : last];
    if (is_last && next > 0)
        token = &after->tokens.items[next - 1];
    byte = is_last ? token->end_byte : token->start_byte;
    *line = text_position(after->source, after->length, byte).line;
}

static void move_buggy(struct bare_fix *bare)
{
    struct fix *fix = &bare->fix;
    int64_t *const bytes[] = {&fix->start_byte, &fix->end_byte, &fix->token_end_byte, &fix->place,
                              &fix->place_end};
    for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++)
        move(bare, bytes[i]);
    move_line(bare, &fix->function_line, false);
    move_line(bare, &fix->function_end_line, true);
    move_line(bare, &fix->provenance.function_line, false);
    move_line(bare, &fix->provenance.function_end_line, true);
    fix->buggy_code = str_text(&bare->buggy);
    fix->buggy_length = bare->buggy.length;
    if (!fix->is_clean)
        find_line(&bare->buggy, fix->start_byte, &fix->line, &fix->column);
}

static void move_fixed(struct bare_fix *bare)
{
    struct fix *fix = &bare->fix;
    move(bare, &fix->fixed_start_byte);
    move(bare, &fix->fixed_end_byte);
    fix->fixed_code = str_text(&bare->fixed);
    fix->fixed_length = bare->fixed.length;
    if (!fix->is_clean)
        find_line(&bare->fixed, fix->fixed_start_byte, &fix->fixed_line, &fix->fixed_column);
}

const char *bare_fix_make(struct bare_fix *bare, const struct fix *fix,
                          const struct lexical *lexical)
{
    static const char *const reason = "without comments, they would not have the same tokens";
    bare->fix = *fix;
    bare->fix.verdict_in_comment = 0;
    if (!strip(bare, &bare->buggy, fix->buggy_code, fix->buggy_length, lexical))
        return reason;
    move_buggy(bare);
    if (!strip(bare, &bare->fixed, fix->fixed_code, fix->fixed_length, lexical))
        return reason;
    move_fixed(bare);
    return NULL;
}

void bare_fix_release(struct bare_fix *bare)
{
    str_release(&bare->buggy);
    str_release(&bare->fixed);
    comments_release(&bare->comments);
    program_release(&bare->before);
    program_release(&bare->after);
}
