/* The algorithm of Python's tokenizer (Language Reference 2.1.5, 2.1.8; Lib/tokenize.py): a line
 * end outside brackets ends a logical line; the column of the next token is compared with those of
 * the open blocks. Lines with nothing but white space and comments do not count. */
#include "tokenize/layout.h"

#include "tokenize/blocks.h"

#include <string.h>

typedef ARRAY(struct token) token_array;

struct layout {
    struct program *program;
    token_array tokens; /* the result */
    struct blocks blocks;
    uint32_t n_brackets; /* open brackets */
};

static bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

static bool fail_at(struct program *program, uint32_t byte, const char *error)
{
    program->error_byte = byte;
    program->error = error;
    return false;
}

/* Checks the bytes from `start` to `end`. Fails if they are not white space; sets `line_start` to
 * the byte after the last line end, if there is one. The grammar has nodes for most line
 * continuations, which are skipped as tokens, but none before a string. */
static bool scan_gap(struct program *program, uint32_t start, uint32_t end, uint32_t *line_start)
{
    const char *source = program->source;
    char continuation = program->tree.language->tokens.continuation;
    for (uint32_t i = start; i < end; i++) {
        if (is_line_end(source[i])) {
            *line_start = i + 1;
        } else if (continuation && source[i] == continuation && i + 1 < end &&
                   is_line_end(source[i + 1])) {
            i += source[i + 1] == '\r' && i + 2 < end && source[i + 2] == '\n' ? 2 : 1;
        } else if (source[i] != ' ' && source[i] != '\t' && source[i] != '\f') {
            return fail_at(program, i, "a character that is no blank between tokens");
        }
    }
    return true;
}

static void push_layout(struct layout *layout, enum token_class class, uint32_t byte)
{
    array_push(&layout->tokens,
               (struct token){.start_byte = byte, .end_byte = byte, .class = (uint8_t) class});
}

static bool open_and_close_blocks(struct layout *layout, uint32_t column, uint32_t byte)
{
    int64_t n_changed;
    bool is_clean = blocks_start_line(&layout->blocks, column, &n_changed);
    for (int64_t i = 0; i < n_changed; i++)
        push_layout(layout, TOKEN_BLOCK_OPEN, byte);
    for (int64_t i = n_changed; i < 0; i++)
        push_layout(layout, TOKEN_BLOCK_CLOSE, byte);
    return is_clean;
}

static void count_brackets(struct layout *layout, const struct token *token)
{
    const struct language *language = layout->program->tree.language;
    char c = layout->program->source[token->start_byte];
    if (token->class != TOKEN_CODE || token->end_byte - token->start_byte != 1)
        return;
    if (strchr(language->tokens.opening, c))
        layout->n_brackets++;
    else if (strchr(language->tokens.closing, c) && layout->n_brackets)
        layout->n_brackets--;
}

/* Layout between the token before (NULL at the start) and a token whose line starts at
 * `line_start`; `is_new_line` tells whether a line end stands between them, or nothing at all. */
static bool start_token(struct layout *layout, const struct token *before, uint32_t line_start,
                        bool is_new_line, uint32_t byte)
{
    if (layout->n_brackets || !is_new_line)
        return true;
    uint32_t place = before ? before->end_byte : 0;
    if (before)
        push_layout(layout, TOKEN_LINE_END, place);
    return open_and_close_blocks(layout, blocks_column(layout->program->source, line_start, byte),
                                 place) ||
           fail_at(layout->program, byte, "an indentation that fits no open block");
}

static bool run(struct layout *layout)
{
    struct program *program = layout->program;
    bool has_layout = program->tree.language->tokens.layout_has_meaning;
    const struct token *before = NULL; /* last token that was kept */
    uint32_t covered = 0;              /* bytes looked at so far */
    uint32_t line_start = 0;
    bool is_new_line = true;
    for (size_t i = 0; i < program->tokens.n; i++) {
        const struct token *token = &program->tokens.items[i];
        uint32_t gap_line = UINT32_MAX;
        if (token->start_byte < covered)
            return fail_at(program, token->start_byte, "tokens that overlap");
        if (!scan_gap(program, covered, token->start_byte, &gap_line))
            return false;
        if (gap_line != UINT32_MAX) {
            line_start = gap_line;
            is_new_line = true;
        }
        covered = token->end_byte;
        if (token->class == TOKEN_SKIPPED)
            continue;
        if (has_layout && !start_token(layout, before, line_start, is_new_line, token->start_byte))
            return false;
        array_push(&layout->tokens, *token);
        count_brackets(layout, token);
        before = token;
        is_new_line = false;
    }
    uint32_t ignored;
    if (!scan_gap(program, covered, program->length, &ignored))
        return false;
    if (has_layout && before) {
        push_layout(layout, TOKEN_LINE_END, before->end_byte);
        open_and_close_blocks(layout, 0, before->end_byte);
    }
    return true;
}

bool layout_apply(struct program *program)
{
    struct layout layout = {.program = program};
    bool is_clean = run(&layout);
    blocks_release(&layout.blocks);
    array_release(&program->tokens);
    program->tokens.items = layout.tokens.items;
    program->tokens.n = layout.tokens.n;
    program->tokens.capacity = layout.tokens.capacity;
    return is_clean;
}
