/* Blanks, comments and escaped line ends are skipped. Then comes a lexeme. Together with the next
 * one it may be of a joined kind. */
#include "tokenize/lexer.h"

#include <string.h>

/* Returns the length of the comment at a byte; 0 if there is none, SIZE_MAX if it is not closed. */
static size_t comment_at(const struct lexer *lexer, uint32_t at)
{
    const struct scan *scan = &lexer->scan;
    return lexeme_comment(scan->lexical->language, scan->text + at, scan->length - at);
}

/* Skips a continuation character and the line end that it escapes. Returns false if no line end
 * follows. */
static bool skip_continuation(struct lexer *lexer)
{
    char next = scan_char(&lexer->scan, lexer->at + 1);
    if (next != '\n' && next != '\r')
        return false;
    lexer->at += next == '\r' && scan_char(&lexer->scan, lexer->at + 2) == '\n' ? 3 : 2;
    return true;
}

/* Returns whether a lexeme is a string with a prefix that makes text in braces code. */
static bool has_format(const struct lexical *lexical, struct token_text text)
{
    const unsigned char *bytes = (const unsigned char *)text.bytes;
    if (lexical->classes[bytes[0]] != BYTE_WORD ||
        lexical->classes[bytes[text.length - 1]] != BYTE_QUOTE)
        return false;
    size_t n_prefix = 1;
    while (lexical->classes[bytes[n_prefix]] == BYTE_WORD)
        n_prefix++;
    return lexeme_is_format_prefix(lexical->language, text.bytes, n_prefix);
}

/* Finds the next lexeme and its end. Does not join the words of joined kinds. */
static enum lexer_result cut(struct lexer *lexer, struct lexeme *lexeme)
{
    size_t n_comment;
    lexeme->is_new_line = false;
    for (;;) {
        if (lexer->at >= lexer->scan.length)
            return LEXER_END;
        switch (scan_class(&lexer->scan, lexer->at)) {
        case BYTE_LINE_END:
            lexeme->is_new_line = true;
            lexeme->line_start = ++lexer->at;
            continue;
        case BYTE_BLANK:
            lexer->at++;
            continue;
        case BYTE_COMMENT:
            n_comment = comment_at(lexer, lexer->at);
            if (n_comment == SIZE_MAX)
                return LEXER_UNCLEAR;
            if (n_comment == 0)
                break; /* a sign */
            lexer->at += (uint32_t)n_comment;
            continue;
        case BYTE_CONTINUATION:
            if (!skip_continuation(lexer))
                return LEXER_UNCLEAR;
            continue;
        default:
            break;
        }
        break;
    }
    uint32_t end = lexeme_end(&lexer->scan, lexer->at);
    if (end == 0)
        return LEXER_UNCLEAR;
    lexeme->start_byte = lexer->at;
    lexeme->end_byte = lexer->at = end;
    lexeme->text = (struct token_text){lexer->scan.text + lexeme->start_byte,
                                       lexeme->end_byte - lexeme->start_byte};
    lexeme->is_joined = false;
    lexeme->is_divisible =
        scan_class(&lexer->scan, lexeme->start_byte) == BYTE_SIGN && lexeme->text.length > 1 &&
        token_text_is_one_of(lexeme->text, lexer->scan.lexical->language->scan.divisible);
    lexeme->has_code = has_format(lexer->scan.lexical, lexeme->text);
    return LEXER_LEXEME;
}

/* Joins `first` and the word after it if the language has a kind of both. */
static enum lexer_result join(struct lexer *lexer, struct lexeme *first)
{
    for (const char *const *it = lexer->scan.lexical->language->tokens.joined_kinds; *it; it++) {
        const char *space = strchr(*it, ' ');
        size_t n_first = space ? (size_t)(space - *it) : 0;
        if (!space || first->text.length != n_first || memcmp(first->text.bytes, *it, n_first) != 0)
            continue;
        struct lexer ahead = *lexer;
        struct lexeme second;
        enum lexer_result result = cut(&ahead, &second);
        if (result == LEXER_UNCLEAR)
            return LEXER_UNCLEAR;
        if (result == LEXER_LEXEME && second.text.length == strlen(space + 1) &&
            memcmp(second.text.bytes, space + 1, second.text.length) == 0) {
            lexer->at = ahead.at;
            first->end_byte = second.end_byte;
            first->text = (struct token_text){*it, strlen(*it)};
            first->is_joined = first->is_divisible = true;
            break;
        }
    }
    return LEXER_LEXEME;
}

enum lexer_result lexer_next(struct lexer *lexer, struct lexeme *lexeme)
{
    enum lexer_result result = cut(lexer, lexeme);
    if (result == LEXER_LEXEME &&
        lexer->scan.lexical->starts_joined[(unsigned char)lexeme->text.bytes[0]])
        return join(lexer, lexeme);
    return result;
}

static bool is_white_space(char c)
{
    return c == ' ' || c == '\t' || c == '\f' || c == '\r' || c == '\n';
}

static bool equal_without_white_space(struct token_text a, struct token_text b)
{
    size_t i = 0, j = 0;
    for (;;) {
        while (i < a.length && is_white_space(a.bytes[i]))
            i++;
        while (j < b.length && is_white_space(b.bytes[j]))
            j++;
        if (i == a.length || j == b.length)
            return i == a.length && j == b.length;
        if (a.bytes[i++] != b.bytes[j++])
            return false;
    }
}

bool lexemes_may_be_equal(const struct lexeme *a, const struct lexeme *b)
{
    return token_text_equal(a->text, b->text) ||
           (a->has_code && b->has_code && equal_without_white_space(a->text, b->text));
}

static bool is_word_at(const struct lexer *lexer, uint32_t at)
{
    return scan_class(&lexer->scan, at) == BYTE_WORD || scan_class(&lexer->scan, at) == BYTE_DIGIT;
}

enum lexer_result lexer_skip_lines(struct lexer *start, uint32_t end)
{
    struct lexer lexer = *start;
    for (;;) {
        while (lexer.at < end &&
               lexer.scan.lexical->is_plain[(unsigned char)lexer.scan.text[lexer.at]])
            lexer.at++;
        if (lexer.at >= end)
            return LEXER_LEXEME;
        uint32_t behind = lexer.at + 1, word = lexer.at;
        size_t n_comment;
        switch (scan_class(&lexer.scan, lexer.at)) {
        case BYTE_LINE_END:
            start->at = behind;
            break;
        case BYTE_COMMENT:
            if ((n_comment = comment_at(&lexer, lexer.at)) == SIZE_MAX)
                return LEXER_UNCLEAR;
            behind = n_comment ? lexer.at + (uint32_t)n_comment : behind;
            break;
        case BYTE_CONTINUATION:
            if (!skip_continuation(&lexer))
                return LEXER_UNCLEAR;
            behind = lexer.at;
            break;
        case BYTE_QUOTE:
            while (word && is_word_at(&lexer, word - 1))
                word--;
            behind = lexeme_end_of_string(&lexer.scan, lexer.at,
                                          lexeme_is_format_prefix(lexer.scan.lexical->language,
                                                                  lexer.scan.text + word,
                                                                  lexer.at - word));
            if (behind == 0)
                return LEXER_UNCLEAR;
            break;
        case BYTE_UNCLEAR: /* a string of another kind may start here */
            if ((behind = lexeme_end_of_compound(&lexer.scan, lexer.at)) == 0)
                return LEXER_UNCLEAR;
            break;
        default:
            break;
        }
        lexer.at = behind;
    }
}
