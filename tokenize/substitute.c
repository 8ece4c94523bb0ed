/* The texts may differ only inside one token of the similar program. The node of this token gives
 * its kind there. The light scan gives its kind in the new source. Only the simplest forms are
 * accepted: ASCII words that are not symbols of the grammar, decimal digits, and strings on one
 * line without escapes and braces. */
#include "tokenize/substitute.h"

#include "tokenize/lexer.h"
#include "tokenize/text_edit.h"

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
    if (token_text_is_one_of((struct token_text){bytes, length}, language->scan.constant_words))
        return false;
    return !is_digit(bytes[0]) && !syntax_is_keyword(language, bytes, length);
}

/* Returns whether the text is digits, with one dot between them for a float. */
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

/* Returns the number of bytes before the text of a string: its prefix and its quote. */
static size_t opening_length(const struct language *language, const char *bytes, size_t length)
{
    size_t n = 0;
    while (n < length && is_word(bytes[n]))
        n++;
    for (const struct string_form *form = language->scan.strings; form->quote; form++) {
        size_t n_quote = strlen(form->quote);
        if (n + 2 * n_quote < length && memcmp(bytes + n, form->quote, n_quote) == 0)
            return n + n_quote;
    }
    return 0;
}

/* Returns whether a text is a string that is not empty, and whose content cannot contain a separate
 * symbol of a grammar. */
static bool is_plain_string(const struct language *language, const char *bytes, size_t length)
{
    size_t n_opening = opening_length(language, bytes, length), n_prefix = 0;
    while (n_prefix < n_opening && is_word(bytes[n_prefix]))
        n_prefix++;
    for (size_t i = n_opening; n_opening && i < length - (n_opening - n_prefix); i++)
        if (bytes[i] == language->scan.escape || bytes[i] == '{' || bytes[i] == '}' ||
            (unsigned char)bytes[i] < ' ')
            return false;
    return n_opening && bytes[n_opening] != bytes[n_opening - 1]; /* otherwise it may be empty */
}

static bool is_plain(const struct syntax_tree *tree, uint32_t node, const char *bytes,
                     size_t length)
{
    if (syntax_node_is(tree, node, tree->language->roles.identifier_kind))
        return is_plain_name(tree->language, bytes, length);
    enum literal_kind literal = syntax_literal(tree->language, tree->nodes.items[node].kind);
    if (literal == LITERAL_INTEGER || literal == LITERAL_FLOAT)
        return is_plain_number(bytes, length, literal == LITERAL_FLOAT);
    return literal == LITERAL_STRING && is_plain_string(tree->language, bytes, length);
}

/* Returns whether a node is inside a string with interpolations, where other rules apply. */
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

/* Returns the code token that contains the bytes from `start` to `end`; NULL if none does. */
static const struct token *find_token(const struct program *program, uint32_t start, uint32_t end)
{
    size_t at;
    bisect(at, program->tokens.n, program->tokens.items[at].end_byte < end);
    for (; at < program->tokens.n && program->tokens.items[at].start_byte <= start; at++) {
        const struct token *token = &program->tokens.items[at];
        if (token->class == TOKEN_CODE && !token->is_joined && token->end_byte >= end)
            return token;
    }
    return NULL;
}

/* Returns whether the light scan finds exactly this lexeme in the new source. */
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

/* Moves a place after the token along with the token's end. */
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

/* Narrows an edit of a whole string to the text between its quotes. Quotes are separate nodes.
 * Returns false if the quotes or prefixes differ. */
static bool narrow_to_text(struct text_edit *edit, const struct language *language,
                           const char *similar_source, const char *source)
{
    const char *old_string = similar_source + edit->start, *new_string = source + edit->start;
    size_t old_length = edit->old_end - edit->start, new_length = edit->new_end - edit->start;
    size_t n_opening = opening_length(language, old_string, old_length), n_prefix = 0;
    if (n_opening == 0 || opening_length(language, new_string, new_length) != n_opening ||
        memcmp(old_string, new_string, n_opening) != 0)
        return false;
    while (is_word(old_string[n_prefix]))
        n_prefix++;
    edit->start += (uint32_t)n_opening;
    edit->old_end -= (uint32_t)(n_opening - n_prefix);
    edit->new_end -= (uint32_t)(n_opening - n_prefix);
    return true;
}

bool program_substitute(struct program *program, struct syntax_parser *parser, const char *source,
                        uint32_t length, const struct program *similar)
{
    const struct syntax_tree *tree = &similar->tree;
    struct text_edit edit = text_edit_between(similar->source, similar->length, source, length);
    const struct token *token = find_token(similar, edit.start, edit.old_end);
    if (!token || token->start_byte == token->end_byte)
        return false;
    edit.new_end += token->end_byte - edit.old_end;
    edit.old_end = token->end_byte;
    edit.start = token->start_byte;
    if (edit.new_end <= edit.start ||
        !is_plain(tree, token->node, similar->source + edit.start, edit.old_end - edit.start) ||
        !is_plain(tree, token->node, source + edit.start, edit.new_end - edit.start) ||
        is_in_container(tree, parser, token->node) ||
        !is_lexeme(syntax_parser_lexical(parser), source, length, edit.start, edit.new_end))
        return false;
    if (syntax_literal(tree->language, tree->nodes.items[token->node].kind) == LITERAL_STRING &&
        !narrow_to_text(&edit, tree->language, similar->source, source))
        return false;
    program->source = source;
    program->length = length;
    program->tree.language = tree->language;
    program->tree.has_error = false;
    program->tree.error_byte = 0;
    copy_moved(program, similar, &edit);
    return true;
}
