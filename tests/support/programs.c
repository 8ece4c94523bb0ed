#include "tests/support/programs.h"

#include "tests/support/test.h"

bool tokenize_text(struct program *program, const char *text)
{
    return tokenize_bytes(program, text, strlen(text));
}

void tokenize_valid(struct program *program, const char *text)
{
    if (!tokenize_text(program, text))
        fail_msg("does not parse: %s", text);
}

struct program tokenized(const char *text)
{
    struct program program;
    tokenize_valid(&program, text);
    return program;
}

struct syntax_parser *shared_parser(void)
{
    static struct syntax_parser *parser;
    if (!parser)
        parser = syntax_parser_new(&language_python);
    return parser;
}

const struct lexical *shared_lexical(void)
{
    return syntax_parser_lexical(shared_parser());
}

bool cut_bytes(struct program *program, const char *bytes, size_t length)
{
    *program = (struct program){0};
    return program_tokenize(program, shared_lexical(), bytes, length);
}

bool tokenize_bytes(struct program *program, const char *bytes, size_t length)
{
    return cut_bytes(program, bytes, length) && program_parse(program, shared_parser());
}

/* Returns the length of an escaped line end; blanks may be before the line end. */
static size_t splice_at(const struct program *program, size_t at)
{
    size_t end = at + 1;
    const char *text = program->source;
    if (!program->language->tokens.has_splices || text[at] != '\\')
        return 0;
    while (end < program->length && strchr(" \t\f", text[end]))
        end++;
    if (end >= program->length || !strchr("\r\n", text[end]))
        return 0;
    end += text[end] == '\r' && end + 1 < program->length && text[end + 1] == '\n';
    return end + 1 - at;
}

/* The same for C, C++ and Java, where a line can end between any two characters. */
static size_t after_gap_of_c(const struct program *program, size_t at)
{
    const char *text = program->source;
    char comment = 0; /* the second character of its opening */
    for (size_t n, n_splice; at < program->length; at += n) {
        if ((n = splice_at(program, at)) > 0)
            continue;
        size_t next = at + 1;
        while (next < program->length && (n_splice = splice_at(program, next)) > 0)
            next += n_splice;
        char c = text[at], second = next < program->length ? text[next] : 0;
        n = 1;
        if (comment == '/' && (c == '\n' || c == '\r')) {
            comment = 0;
        } else if (comment == '*' && c == '*' && second == '/') {
            comment = 0;
            n = next + 1 - at;
        } else if (!comment && c == '/' && (second == '/' || second == '*')) {
            comment = second;
            n = next + 1 - at;
        } else if (!comment && (!c || !strchr(" \t\f\v\r\n", c))) {
            return at;
        }
    }
    return at;
}

/* The end of white space, comments and line continuations that start at `at`. */
static size_t after_gap(const struct program *program, size_t at)
{
    const char *text = program->source;
    if (program->language != &language_python)
        return after_gap_of_c(program, at);
    while (at < program->length) {
        char c = text[at], next = at + 1 < program->length ? text[at + 1] : 'x';
        if (c == '#')
            while (at < program->length && text[at] != '\n' && text[at] != '\r')
                at++;
        else if (c == '\\' && (next == '\n' || next == '\r'))
            at += 2;
        else if (c && strchr(" \t\f\r\n", c))
            at++;
        else
            break;
    }
    return at;
}

/* Whether the token can only be directly after another: text in a string, and what follows it. */
static bool is_in_text(const struct program *program, size_t index)
{
    if (program->language != &language_python)
        return false;
    const struct token *token = &program->tokens.items[index], *before = token - 1;
    bool is_end = token->kind == TOKEN_QUOTE && strchr("'\"", program->source[token->start_byte]);
    bool is_after_text =
        index > 0 &&
        (before->kind == TOKEN_TEXT ||
         (before->kind == TOKEN_QUOTE && !strchr("'\"", program->source[before->start_byte])));
    return token->kind == TOKEN_TEXT || is_end || is_after_text;
}

/* Whether the token contains neither white space nor comments nor line continuations. */
static bool is_compact(const struct program *program, const struct token *token)
{
    const char *blanks = program->language == &language_python ? " \t\f\r\n#\\" : " \t\f\v\r\n";
    if (token->kind == TOKEN_STRING || token->kind == TOKEN_TEXT || token->joined)
        return true;
    if (memchr(program->source + token->start_byte, '\\', token->end_byte - token->start_byte))
        return program->language->tokens.has_splices;
    for (uint32_t i = token->start_byte; i < token->end_byte; i++)
        if (strchr(blanks, program->source[i]))
            return false;
    return true;
}

/* The byte after a group that is not compiled, and the gap after it, if one starts at `at`. */
static size_t after_dead_group(const struct program *program, size_t at)
{
    for (size_t i = 0; i < program->hidden.n; i++)
        if (program->hidden.items[i].start == at)
            return after_gap(program, program->hidden.items[i].end);
    return at;
}

const char *wrong_cover(const struct program *program)
{
    size_t covered = 0;
    for (size_t i = 0; i < program->tokens.n; i++) {
        const struct token *token = &program->tokens.items[i];
        bool is_in_place = token_is_layout(token)
                               ? token->start_byte == covered && token->end_byte == covered
                               : token->start_byte < token->end_byte &&
                                     token->start_byte >= covered &&
                                     token->end_byte <= program->length;
        if (!is_in_place || token->kind > TOKEN_BLOCK_CLOSE)
            return printed("token %zu is out of place", i);
        if (token_is_layout(token))
            continue;
        size_t start = is_in_text(program, i) ? covered : after_gap(program, covered);
        if (start != token->start_byte)
            start = after_dead_group(program, covered);
        if (start != token->start_byte)
            return printed("byte %zu belongs to no token", start);
        if (!is_compact(program, token))
            return printed("token %zu has what does not count", i);
        covered = token->end_byte;
    }
    size_t end = after_gap(program, covered);
    bool is_continued = end + 1 == program->length &&
                        program->language->tokens.layout_has_meaning &&
                        program->source[end] == program->language->tokens.continuation;
    return end + is_continued == program->length ||
                   after_dead_group(program, covered) == program->length
               ? NULL
               : "bytes after the last token belong to none";
}

const char *wrong_node(const struct program *program)
{
    const struct node *nodes = program->tree.nodes.items;
    for (size_t i = 0; i < program->tokens.n; i++) {
        const struct token *token = &program->tokens.items[i];
        const struct node *node = &nodes[token->node];
        if (token_is_layout(token) && token->node != 0)
            return printed("the layout token %zu has a node", i);
        if (token_is_layout(token))
            continue;
        const char *bytes = program->source + token->start_byte;
        bool has_splice = program->language->tokens.has_splices && token->kind != TOKEN_STRING &&
                          memchr(bytes, '\\', token->end_byte - token->start_byte);
        uint32_t end = token->spelling || has_splice ? token->start_byte + 1 : token->end_byte;
        if (node->start_byte > token->start_byte || node->end_byte < end)
            return printed("token %zu is not in its node", i);
        for (uint32_t child = token->node + 1; child < node->next; child = nodes[child].next)
            if (nodes[child].start_byte <= token->start_byte && nodes[child].end_byte >= end)
                return printed("token %zu is in a smaller node", i);
    }
    return NULL;
}

/* Returns whether a statement goes over the line end at a byte; its clauses may be `apart`. */
static bool reads_on(const struct program *program, size_t byte, bool apart)
{
    static const char *const bodies[] = {"module", "block", NULL};
    static const char *const clauses[] = {"elif_clause", "else_clause", "except_clause",
                                          "finally_clause", NULL};
    const struct token *tokens = program->tokens.items;
    const struct node *nodes = program->tree.nodes.items;
    size_t next = program_token_from(program, byte), previous = next;
    while (next < program->tokens.n && token_is_layout(&tokens[next]))
        next++;
    while (previous > 0 && token_is_layout(&tokens[previous - 1]))
        previous--;
    if (next == program->tokens.n || previous == 0)
        return false;
    uint32_t line_end = tokens[previous - 1].end_byte, node = tokens[next].node;
    for (; nodes[node].start_byte >= line_end; node = nodes[node].parent)
        if (syntax_node_is(&program->tree, node, "block") ||
            (apart && syntax_node_is_one_of(&program->tree, node, clauses)))
            return false;
    return !syntax_node_is_one_of(&program->tree, node, bodies);
}

/* Returns whether a string that begins before a byte goes on after it. */
static bool has_open_string(const struct program *program, size_t byte)
{
    const struct node *nodes = program->tree.nodes.items;
    size_t last = program_token_from(program, byte);
    while (last > 0 && token_is_layout(&program->tokens.items[last - 1]))
        last--;
    for (uint32_t node = last ? program->tokens.items[last - 1].node : 0; node;
         node = nodes[node].parent)
        if (nodes[node].end_byte > byte &&
            syntax_literal(program->language, nodes[node].kind) == LITERAL_STRING)
            return true;
    return false;
}

bool part_is_misread(const struct program *program, const struct lone_part *part)
{
    size_t first = program_token_from(program, part->bytes.start);
    bool is_clause = part->before || part->after;
    bool has_name = is_clause && syntax_node_is(&program->tree, program->tokens.items[first].node,
                                                program->language->roles.identifier_kind);
    return has_name || has_open_string(program, part->bytes.end) ||
           reads_on(program, part->bytes.start, part->before) ||
           reads_on(program, part->bytes.end, true);
}

bool token_is(const struct program *program, size_t index, const char *text)
{
    if (token_is_layout(&program->tokens.items[index]))
        return false;
    struct token_text token = program_token_text(program, index);
    return token.length == strlen(text) && memcmp(token.bytes, text, token.length) == 0;
}

void pair_compare(struct program_pair *pair, const char *buggy, const char *fixed)
{
    *pair = (struct program_pair){0};
    tokenize_valid(&pair->buggy, buggy);
    tokenize_valid(&pair->fixed, fixed);
    pair->difference = program_difference(&pair->buggy, &pair->fixed, &pair->edit);
}

void pair_release(struct program_pair *pair)
{
    program_release(&pair->buggy);
    program_release(&pair->fixed);
}

struct str cut_off(const char **rest, const char *mark)
{
    struct str text = {0};
    const char *end = strstr(*rest, mark);
    size_t length = end ? (size_t)(end - *rest) : strlen(*rest);
    str_add(&text, *rest, length);
    *rest += length + (end ? strlen(mark) : 0);
    return text;
}
