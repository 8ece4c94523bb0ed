/* The texts must differ inside one token of the similar program only. Its node tells what it is
 * there; what it is in the new source, the light scan tells, and only the plainest forms are taken:
 * ASCII words that the grammar has no symbol for, and decimal digits. */
#include "tokenize/substitute.h"

#include "tokenize/lexer.h"

#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_word(char c)
{
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c);
}

static bool is_plain_name(const struct language *language, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!is_word(bytes[i]))
            return false;
    for (const char *const *word = language->constant_words; word && *word; word++)
        if (strlen(*word) == length && memcmp(*word, bytes, length) == 0)
            return false;
    return !is_digit(bytes[0]) && !syntax_is_keyword(language, bytes, length);
}

/* Digits, with one dot between them for a float. */
static bool is_plain_number(const char *bytes, size_t length, bool has_dot)
{
    size_t n_dots = 0;
    for (size_t i = 0; i < length; i++) {
        n_dots += bytes[i] == '.';
        if (!is_digit(bytes[i]) && bytes[i] != '.')
            return false;
    }
    return n_dots == (has_dot ? 1 : 0) && is_digit(bytes[0]) && is_digit(bytes[length - 1]);
}

static bool is_plain(const struct program *similar, const struct token *token, const char *bytes,
                     size_t length)
{
    const struct syntax_tree *tree = &similar->tree;
    const struct language *language = tree->language;
    if (syntax_node_is(tree, token->node, language->identifier_kind))
        return is_plain_name(language, bytes, length);
    for (const struct literal_rule *rule = language->literals; rule->kind; rule++)
        if ((rule->literal == LITERAL_INTEGER || rule->literal == LITERAL_FLOAT) &&
            syntax_node_is(tree, token->node, rule->kind))
            return is_plain_number(bytes, length, rule->literal == LITERAL_FLOAT);
    return false;
}

/* Inside a string with interpolations other rules hold. */
static bool is_in_container(const struct syntax_tree *tree, const struct syntax_parser *parser,
                            uint32_t node)
{
    while (node) {
        node = tree->nodes.items[node].parent;
        if (syntax_kind_class(parser, tree->nodes.items[node].kind) == NODE_CONTAINER)
            return true;
    }
    return false;
}

/* The token of code that holds the bytes from `start` to `end`; NULL when none does. */
static const struct token *find_token(const struct program *program, uint32_t start, uint32_t end)
{
    size_t low = 0, high = program->tokens.n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (program->tokens.items[middle].end_byte < end)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < program->tokens.n && program->tokens.items[low].start_byte <= start; low++) {
        const struct token *token = &program->tokens.items[low];
        if (token->class == TOKEN_CODE && !token->is_joined && token->end_byte >= end)
            return token;
    }
    return NULL;
}

/* Whether the light scan finds exactly this lexeme in the new source. */
static bool is_lexeme(const struct lexical *lexical, const char *source, uint32_t length,
                      uint32_t start, uint32_t end)
{
    struct lexer lexer = {{lexical, source, length}, start};
    struct lexeme lexeme;
    bool touches_before = start > 0 && (is_word(source[start - 1]) || source[start - 1] == '.' ||
                                        (unsigned char)source[start - 1] >= 0x80);
    return lexer_next(&lexer, &lexeme) == LEXER_LEXEME && lexeme.start_byte == start &&
           lexeme.end_byte == end &&
           (!touches_before || (source[start - 1] == '.' && !is_digit(source[start])));
}

/* A place behind the token moves with its end. */
static uint32_t moved(uint32_t byte, const struct text_edit *edit)
{
    return byte <= edit->start ? byte : byte - edit->old_end + edit->new_end;
}

static void copy_moved(struct program *program, const struct program *similar,
                       const struct text_edit *edit)
{
    array_clear(&program->tree.nodes);
    array_clear(&program->tokens);
    for (size_t i = 0; i < similar->tree.nodes.n; i++) {
        struct node node = similar->tree.nodes.items[i];
        node.start_byte = moved(node.start_byte, edit);
        node.end_byte = moved(node.end_byte, edit);
        array_push(&program->tree.nodes, node);
    }
    for (size_t i = 0; i < similar->tokens.n; i++) {
        struct token token = similar->tokens.items[i];
        token.start_byte = moved(token.start_byte, edit);
        token.end_byte = moved(token.end_byte, edit);
        array_push(&program->tokens, token);
    }
}

bool program_substitute(struct program *program, struct syntax_parser *parser, const char *source,
                        uint32_t length, const struct program *similar)
{
    struct text_edit edit = text_edit_between(similar->source, similar->length, source, length);
    const struct token *token = find_token(similar, edit.start, edit.old_end);
    if (!token || token->start_byte == token->end_byte)
        return false;
    edit.new_end += token->end_byte - edit.old_end;
    edit.old_end = token->end_byte;
    edit.start = token->start_byte;
    if (edit.new_end <= edit.start ||
        !is_plain(similar, token, similar->source + edit.start, edit.old_end - edit.start) ||
        !is_plain(similar, token, source + edit.start, edit.new_end - edit.start) ||
        is_in_container(&similar->tree, parser, token->node) ||
        !is_lexeme(syntax_parser_lexical(parser), source, length, edit.start, edit.new_end))
        return false;
    program->source = source;
    program->length = length;
    copy_moved(program, similar, &edit);
    syntax_tree_substitute(&program->tree, source, &similar->tree, similar->source, &edit);
    return true;
}
