/* One walk goes from the root down to the byte. The last function on the way is the innermost. */
#include "tokenize/enclosing.h"

#include <string.h>

/* Returns the child that contains a byte, or the node itself if no child does. */
static uint32_t child_at(const struct syntax_tree *tree, uint32_t index, size_t byte)
{
    const struct node *nodes = tree->nodes.items;
    for (uint32_t child = index + 1; child < nodes[index].next; child = nodes[child].next)
        if (nodes[child].start_byte <= byte && byte < nodes[child].end_byte)
            return child;
    return index;
}

static bool wraps_function(const struct syntax_tree *tree, uint32_t index)
{
    const struct node *nodes = tree->nodes.items;
    if (!syntax_node_is_one_of(tree, index, tree->language->parts.wrapper_kinds))
        return false;
    for (uint32_t child = index + 1; child < nodes[index].next; child = nodes[child].next)
        if (syntax_node_is_one_of(tree, child, tree->language->parts.function_kinds))
            return true;
    return false;
}

/* Returns the innermost function that contains a byte, or the root. */
static uint32_t function_at(const struct syntax_tree *tree, size_t byte)
{
    uint32_t function = 0;
    for (uint32_t at = 0, child; (child = child_at(tree, at, byte)) != at; at = child)
        if (wraps_function(tree, child) ||
            (syntax_node_is_one_of(tree, child, tree->language->parts.function_kinds) &&
             !wraps_function(tree, at)))
            function = child;
    return function;
}

/* Returns the end of a statement, without comments that the grammar puts at the end of its block.
 */
static size_t end_of_code(const struct syntax_tree *tree, uint32_t statement)
{
    const struct node *nodes = tree->nodes.items;
    for (uint32_t i = nodes[statement].next - 1; i > statement; i--)
        if (nodes[i].next == i + 1 &&
            !syntax_node_is_one_of(tree, i, tree->language->tokens.skipped_kinds))
            return nodes[i].end_byte;
    return nodes[statement].end_byte;
}

/* Returns the run of ordinary statements around the one that contains the byte, without comments at
 * its ends. */
static struct byte_range run_at(const struct syntax_tree *tree, size_t byte)
{
    const struct node *nodes = tree->nodes.items;
    const struct language *language = tree->language;
    struct byte_range run = {0, 0};
    bool is_empty = true;
    for (uint32_t child = 1; child < nodes[0].next; child = nodes[child].next) {
        bool is_definition = syntax_node_is_one_of(tree, child, language->parts.definition_kinds);
        bool holds_byte = nodes[child].start_byte <= byte && byte < nodes[child].end_byte;
        if (is_definition && holds_byte)
            return (struct byte_range){nodes[child].start_byte, nodes[child].end_byte};
        if (is_definition && !is_empty && run.end > byte)
            break;
        if (is_definition) {
            is_empty = true;
        } else if (!syntax_node_is_one_of(tree, child, language->tokens.skipped_kinds)) {
            run.start = is_empty ? nodes[child].start_byte : run.start;
            run.end = end_of_code(tree, child);
            is_empty = false;
        }
    }
    return run;
}

size_t enclosing_line_start(const char *source, size_t at)
{
    while (at > 0 && !ends_line(source[at - 1]))
        at--;
    return at;
}

size_t enclosing_line_end(const char *source, size_t length, size_t at)
{
    while (at < length && !ends_line(source[at]))
        at++;
    return at;
}

size_t enclosing_next_line(const char *source, size_t length, size_t at)
{
    if (at < length && source[at] == '\r' && at + 1 < length && source[at + 1] == '\n')
        return at + 2;
    return at < length ? at + 1 : length;
}

struct byte_range enclosing_lines(const char *source, size_t length, size_t start, size_t end)
{
    size_t last = end > start ? end - 1 : end;
    return (struct byte_range){enclosing_line_start(source, start),
                               enclosing_line_end(source, length, last)};
}

static bool are_blanks(const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!is_code_blank(bytes[i]))
            return false;
    return true;
}

/* Returns whether these bytes of a line are only blanks and comments. */
static bool says_nothing(const struct language *language, const char *bytes, size_t length)
{
    for (size_t i = 0, n; i < length; i += n) {
        n = is_code_blank(bytes[i]) ? 1 : lexeme_comment(language, bytes + i, length - i);
        if (n == 0 || n > length - i)
            return n != 0;
    }
    return true;
}

/* Extends a part to whole lines at both ends, unless the rest of these lines contains other code.
 */
static struct byte_range whole_lines(const struct language *language, const char *source,
                                     size_t length, struct byte_range part)
{
    size_t start = enclosing_line_start(source, part.start),
           end = enclosing_line_end(source, length, part.end);
    if (are_blanks(source + start, part.start - start))
        part.start = start;
    if (says_nothing(language, source + part.end, end - part.end))
        part.end = enclosing_next_line(source, length, end);
    return part;
}

bool enclosing_only_run(const struct lexical *lexical, const char *source, size_t length,
                        struct byte_range *part)
{
    struct lexer lexer = {{lexical, source, (uint32_t)length}, 0};
    struct lexeme lexeme;
    enum lexer_result result;
    bool is_empty = true;
    if (!lexical->language->parts.definition_words || length > UINT32_MAX)
        return false;
    while ((result = lexer_next(&lexer, &lexeme)) == LEXER_LEXEME) {
        if (token_text_is_one_of(lexeme.text, lexical->language->parts.definition_words))
            return false;
        part->start = is_empty ? lexeme.start_byte : part->start;
        part->end = lexeme.end_byte;
        is_empty = false;
    }
    if (result != LEXER_END || is_empty)
        return false;
    *part = whole_lines(lexical->language, source, length, *part);
    return true;
}

struct byte_range enclosing_part(const struct syntax_tree *tree, const char *source, size_t length,
                                 size_t byte, bool *is_function)
{
    *is_function = false;
    if (tree->nodes.n == 0)
        return (struct byte_range){0, length};
    const struct node *nodes = tree->nodes.items;
    uint32_t function = function_at(tree, byte);
    struct byte_range part =
        function ? (struct byte_range){nodes[function].start_byte, nodes[function].end_byte}
                 : run_at(tree, byte);
    if (part.start > byte || byte >= part.end) /* in no statement: a comment */
        return (struct byte_range){0, length};
    *is_function = function != 0;
    return whole_lines(tree->language, source, length, part);
}
