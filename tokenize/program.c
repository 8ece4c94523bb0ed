/* One pass over the flat tree collects the tokens. A skipped or joined node is one token, and so is
 * a node of a container's kind without parts (a plain string). A container gives its text in runs
 * between its parts. Of all other nodes the leaves are taken. A second pass adds the layout, and
 * checks that only white space is left between the tokens. */
#include "tokenize/program.h"

#include "base/utf8.h"
#include "tokenize/blocks.h"
#include "tokenize/substitute.h"

#include <string.h>

/* CPython refuses deeper nested f-strings too (150). */
enum { MAX_CONTAINER_DEPTH = 150 };

struct walk {
    struct program *program;
    const struct syntax_parser *parser;
    int depth; /* containers around the current node */
};

static bool fail_at(struct program *program, uint32_t byte, const char *error)
{
    program->error_byte = byte;
    program->error = error;
    return false;
}

static void push(struct walk *walk, enum token_class class, uint32_t start, uint32_t end,
                 uint32_t node)
{
    if (start < end)
        array_push(&walk->program->tokens, (struct token){.start_byte = start,
                                                          .end_byte = end,
                                                          .node = node,
                                                          .class = (uint8_t) class});
}

/* Pushes a run of text. Some grammars exclude the line ends after a text, but count the CR of a
 * CRLF as text. The run is then cut where it would end if all line ends were LF. */
static void push_text(struct walk *walk, uint32_t start, uint32_t end, uint32_t node)
{
    const struct program *program = walk->program;
    const char *source = program->source;
    if (end > start && end < program->length && source[end - 1] == '\r' && source[end] == '\n')
        while (end > start && (source[end - 1] == '\r' || source[end - 1] == '\n'))
            end--;
    push(walk, TOKEN_TEXT, start, end, node);
}

/* Returns the container rule that applies to a node; NULL for none (a plain string). */
static const struct text_container *container_rule(const struct program *program, uint32_t index)
{
    const struct syntax_tree *tree = &program->tree;
    const struct node *node = &tree->nodes.items[index];
    for (const struct text_container *rule = tree->language->tokens.containers; rule->kind;
         rule++) {
        if (!syntax_node_is(tree, index, rule->kind))
            continue;
        if (!rule->first_child_letters)
            return rule;
        if (node->next == index + 1)
            return NULL;
        const struct node *child = &tree->nodes.items[index + 1];
        for (uint32_t i = child->start_byte; i < child->end_byte; i++)
            if (strchr(rule->first_child_letters, program->source[i]))
                return rule;
        return NULL;
    }
    return NULL;
}

static bool is_part(const struct syntax_tree *tree, uint32_t index,
                    const struct text_container *rule)
{
    for (size_t i = 0; i < sizeof rule->parts / sizeof *rule->parts && rule->parts[i]; i++)
        if (syntax_node_is(tree, index, rule->parts[i]))
            return true;
    return false;
}

static bool walk_nodes(struct walk *walk, uint32_t first, uint32_t end);

static bool walk_container(struct walk *walk, uint32_t index, const struct text_container *rule)
{
    const struct syntax_tree *tree = &walk->program->tree;
    const struct node *node = &tree->nodes.items[index];
    if (walk->depth == MAX_CONTAINER_DEPTH)
        return fail_at(walk->program, node->start_byte, "strings nested too deeply");
    uint32_t text_start = node->start_byte;
    walk->depth++;
    for (uint32_t child = index + 1; child < node->next; child = tree->nodes.items[child].next) {
        if (!is_part(tree, child, rule))
            continue;
        push_text(walk, text_start, tree->nodes.items[child].start_byte, index);
        if (!walk_nodes(walk, child, tree->nodes.items[child].next))
            return false;
        text_start = tree->nodes.items[child].end_byte;
    }
    push_text(walk, text_start, node->end_byte, index);
    walk->depth--;
    return true;
}

static bool walk_nodes(struct walk *walk, uint32_t first, uint32_t end)
{
    const struct node *nodes = walk->program->tree.nodes.items;
    for (uint32_t i = first; i < end;) {
        const struct node *node = &nodes[i];
        enum node_class class = syntax_kind_class(walk->parser, node->kind);
        const struct text_container *rule =
            class == NODE_CONTAINER ? container_rule(walk->program, i) : NULL;
        if (class == NODE_ORDINARY && node->next > i + 1) {
            i++;
            continue;
        }
        if (rule) {
            if (!walk_container(walk, i, rule))
                return false;
        } else {
            size_t n_before = walk->program->tokens.n;
            push(walk, class == NODE_SKIPPED ? TOKEN_SKIPPED : TOKEN_CODE, node->start_byte,
                 node->end_byte, i);
            if (class == NODE_JOINED && walk->program->tokens.n > n_before)
                walk->program->tokens.items[n_before].is_joined = true;
        }
        i = node->next;
    }
    return true;
}

/* ---- Layout ---- */

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

/* Checks the bytes from `start` to `end`. Fails if they are not white space. Sets `line_start` to
 * the byte after the last line end, if there is one. The grammar has nodes for most line
 * continuations, which are skipped tokens, but not for one before a string. */
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
            return fail_at(program, i, "a non-blank character between tokens");
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

/* Adds the layout between the previous token (NULL at the start) and the next one. The line of the
 * next token starts at `line_start`. `is_new_line`: there is a line end between the two, or no
 * previous token. */
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
           fail_at(layout->program, byte, "an indentation that matches no open block");
}

static bool lay_out(struct layout *layout)
{
    struct program *program = layout->program;
    bool has_layout = program->tree.language->tokens.layout_has_meaning;
    const struct token *before = NULL; /* last token that was kept */
    uint32_t covered = 0;              /* bytes checked so far */
    uint32_t line_start = 0;
    bool is_new_line = true;
    for (size_t i = 0; i < program->tokens.n; i++) {
        const struct token *token = &program->tokens.items[i];
        uint32_t gap_line = UINT32_MAX;
        if (token->start_byte < covered)
            return fail_at(program, token->start_byte, "overlapping tokens");
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

/* Removes the skipped tokens. If the language's layout has meaning, inserts its line ends and
 * blocks by the algorithm of Python's tokenizer (Language Reference 2.1.5, 2.1.8; Lib/tokenize.py):
 * a line end outside brackets ends a logical line, and the column of the next token is compared
 * with those of the open blocks. Lines with only white space and comments do not count. Returns
 * false if bytes between the tokens are not white space, or if a line has the indentation of no
 * open block. */
static bool apply_layout(struct program *program)
{
    struct layout layout = {.program = program};
    bool is_clean = lay_out(&layout);
    blocks_release(&layout.blocks);
    array_release(&program->tokens);
    program->tokens.items = layout.tokens.items;
    program->tokens.n = layout.tokens.n;
    program->tokens.capacity = layout.tokens.capacity;
    return is_clean;
}

enum tokenize_result program_tokenize(struct program *program, struct syntax_parser *parser,
                                      const char *source, size_t length,
                                      const struct program *similar)
{
    program->source = source;
    program->length = 0;
    program->error_byte = 0;
    program->error = "";
    array_clear(&program->tokens);
    if (length >= UINT32_MAX || syntax_is_too_large(parser, source, length))
        return TOKENIZE_TOO_MANY_SYMBOLS;
    /* Interpreters refuse a zero byte. The grammar takes it for the end of the source. */
    const char *zero = length ? memchr(source, '\0', length) : NULL;
    if (zero) {
        program->error_byte = (uint32_t)(zero - source);
        program->error = "a zero byte";
        return TOKENIZE_SYNTAX_ERROR;
    }
    if (similar && similar->tokens.n &&
        program_substitute(program, parser, source, (uint32_t)length, similar))
        return TOKENIZE_OK;
    program->length = (uint32_t)length;
    syntax_parse(parser, &program->tree, source, program->length);
    program->error_byte = program->tree.error_byte;
    struct walk walk = {.program = program, .parser = parser};
    bool is_clean = !program->tree.has_error &&
                    walk_nodes(&walk, 0, (uint32_t)program->tree.nodes.n) && apply_layout(program);
    if (!is_clean)
        array_clear(&program->tokens);
    return is_clean ? TOKENIZE_OK : TOKENIZE_SYNTAX_ERROR;
}

void program_release(struct program *program)
{
    array_release(&program->tokens);
    syntax_tree_release(&program->tree);
}

bool token_is_layout(const struct token *token)
{
    return token->class >= TOKEN_LINE_END;
}

struct token_text program_token_text(const struct program *program, size_t index)
{
    const struct token *token = &program->tokens.items[index];
    if (token->is_joined) {
        const char *name =
            syntax_kind_name(program->tree.language, program->tree.nodes.items[token->node].kind);
        return (struct token_text){name, strlen(name)};
    }
    return (struct token_text){program->source + token->start_byte,
                               token->end_byte - token->start_byte};
}

size_t program_token_from(const struct program *program, size_t byte)
{
    size_t at;
    bisect(at, program->tokens.n, program->tokens.items[at].start_byte < byte);
    return at;
}

bool program_tokens_equal(const struct program *a, size_t index_a, const struct program *b,
                          size_t index_b)
{
    const struct token *token_a = &a->tokens.items[index_a];
    const struct token *token_b = &b->tokens.items[index_b];
    if (token_a->class != token_b->class)
        return false;
    if (token_is_layout(token_a))
        return true;
    return token_text_equal(program_token_text(a, index_a), program_token_text(b, index_b));
}

void source_position_advance(struct position *position, const char *source, size_t length,
                             size_t from, size_t to)
{
    size_t counted = from;
    for (size_t i = from; i < to; i++) {
        bool is_crlf = source[i] == '\r' && i + 1 < length && source[i + 1] == '\n';
        if (source[i] == '\n' || (source[i] == '\r' && !is_crlf)) {
            position->line++;
            position->column = 0;
            counted = i + 1;
        }
    }
    position->column += (uint32_t)utf8_count(source + counted, to - counted);
}

struct position source_position(const char *source, size_t length, size_t byte)
{
    struct position position = {.line = 1};
    source_position_advance(&position, source, length, 0, byte);
    return position;
}
