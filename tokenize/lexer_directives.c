/* The first byte of a token and the table decide what the token is. In a line of the preprocessor,
 * the tokens also decide which groups of lines are certainly not compiled. */
#include "tokenize/lexing.h"

/* Gets the token at the current place. */
static enum lexer_result next_token(struct lexer *lexer, struct token *token)
{
    uint32_t at = lexer->place.at;
    switch (class_at(lexer, at)) {
    case BYTE_WORD:
        return lexing_word(lexer, token);
    case BYTE_DIGIT:
        return lexing_number(lexer, token);
    case BYTE_QUOTE:
        return lexing_string(lexer, token, at, NULL);
    case BYTE_CONTINUATION: /* it escapes no line end */
        return lexing_word(lexer, token);
    case BYTE_COMMENT: /* a sign, or a comment that is not closed */
        if (lexer_comment(lexer->lexical->language, lexer->text + at, lexer->length - at))
            return fail(lexer, LEXICAL_UNCLOSED, at);
        return lexing_sign(lexer, token);
    default:
        if (lexer->text[at] == '.' && is_digit(byte_at(lexer, at + 1)))
            return lexing_number(lexer, token);
        return lexing_sign(lexer, token);
    }
}

static const struct directive_rule *rule_of(const struct language *language, struct token_text name)
{
    const struct directive_rule *rule = language->tokens.directives;
    while (rule->name &&
           !token_texts_agree(language, name, (struct token_text){rule->name, strlen(rule->name)}))
        rule++;
    return rule;
}

enum directive_kind directive_kind_of(const struct language *language, struct token_text name)
{
    return rule_of(language, name)->kind;
}

/* Notes what the name of a directive means. */
static void read_name(struct lexer *lexer, const struct token *token)
{
    const struct language *language = lexer->lexical->language;
    const struct directive_rule *rule =
        rule_of(language, token_text_of(language, lexer->text, token));
    lexer->place.kind = (uint8_t)rule->kind;
    lexer->place.condition = CONDITION_UNKNOWN;
    lexer->place.directive = rule->kind == DIRECTIVE_INCLUDE ? DIRECTIVE_HEADER
                             : rule->has_condition           ? DIRECTIVE_CONDITION
                                                             : DIRECTIVE_REST;
}

/* Notes what the first token after the name of a directive means: the file that it includes. */
static void read_header(struct lexer *lexer, const struct token *token)
{
    const char *header = lexer->lexical->language->tokens.spellings_header;
    size_t n = token->end_byte - token->start_byte;
    if (header && n == strlen(header) + 2 &&
        has_text_at(lexer, token->start_byte + 1, header, n - 2))
        lexer->place.has_spellings = true;
}

/* Notes what a token of a condition means. Its value is known if it is only a number. */
static void read_condition(struct lexer *lexer, const struct token *token)
{
    struct lexer_place *place = &lexer->place;
    const struct language *language = lexer->lexical->language;
    struct token_text text = token_text_of(language, lexer->text, token);
    double value = 0;
    bool is_known = place->condition == CONDITION_UNKNOWN &&
                    (token_text_is(text, language->tokens.zero) ||
                     (token->kind == TOKEN_NUMBER &&
                      language->categories.number(&value, text.bytes, text.length)));
    place->directive = is_known ? DIRECTIVE_CONDITION : DIRECTIVE_REST;
    place->condition = !is_known    ? CONDITION_UNKNOWN
                       : value != 0 ? CONDITION_TRUE
                                    : CONDITION_FALSE;
}

void lexing_end_directive(struct lexer_place *place)
{
    enum directive_kind kind = place->kind;
    uint32_t n = place->n_groups + (kind == DIRECTIVE_IF);
    uint64_t group = n && n <= LEXER_KNOWN_GROUPS ? (uint64_t)1 << (n - 1) : 0;
    bool is_taken = kind == DIRECTIVE_ELSE || place->condition == CONDITION_TRUE;
    bool is_dead = (place->taken & group) || (!is_taken && place->condition == CONDITION_FALSE);
    place->directive = place->kind = place->condition = 0;
    if (kind == DIRECTIVE_ENDIF && n) {
        place->n_groups--;
        place->taken &= ~group;
    } else if (n && kind >= DIRECTIVE_IF && kind <= DIRECTIVE_ELSE) {
        place->n_groups = n;
        place->is_dead = is_dead;
        place->taken |= is_taken ? group : 0;
    }
}

/* Gets the next token of a directive. */
static enum lexer_result next_in_directive(struct lexer *lexer, struct token *token)
{
    struct lexer_place *place = &lexer->place;
    enum directive_part part = place->directive;
    uint32_t at = place->at, end = at;
    place->directive = DIRECTIVE_REST;
    if (part == DIRECTIVE_HEADER && lexer->text[at] == '<') {
        while (end < lexer->length && !ends_line(lexer->text[end]) && lexer->text[end] != '>')
            end++;
        lexer->seen = end + 1;
    }
    enum lexer_result result = byte_at(lexer, end) == '>' && end > at
                                   ? take(lexer, token, TOKEN_STRING, end + 1)
                                   : next_token(lexer, token);
    if (result != LEXER_TOKEN)
        return result;
    if (part == DIRECTIVE_NAME)
        read_name(lexer, token);
    else if (part == DIRECTIVE_HEADER)
        read_header(lexer, token);
    else if (part == DIRECTIVE_CONDITION)
        read_condition(lexer, token);
    return LEXER_TOKEN;
}

enum lexer_result lexing_token(struct lexer *lexer, struct token *token, bool starts_line)
{
    if (lexer->place.directive)
        return next_in_directive(lexer, token);
    const struct language *language = lexer->lexical->language;
    char sign = language->tokens.directive;
    enum lexer_result result = next_token(lexer, token);
    if (result == LEXER_TOKEN && starts_line && sign && token->kind == TOKEN_SIGN &&
        token_operator_of(language, lexer->text, token).bytes[0] == sign) {
        lexer->place.directive = DIRECTIVE_NAME;
        lexer->place.kind = DIRECTIVE_OTHER;
    }
    return result;
}

enum lexer_result lexing_dead_group(struct lexer *lexer)
{
    const struct language *language = lexer->lexical->language;
    struct lexer_place *place = &lexer->place, before = *place;
    struct token token;
    uint32_t start = place->at, n_groups = 0;
    for (;;) {
        uint32_t line_start = 0;
        uint32_t at = lexing_skip_gap(lexer, place->at, &line_start);
        bool is_name = place->directive && !line_start;
        place->directive = DIRECTIVE_NONE;
        if (line_start)
            before = *place;
        place->at = at;
        if (at == lexer->length)
            break;
        if (lexing_token(lexer, &token, line_start != 0) != LEXER_TOKEN)
            return LEXER_ERROR;
        enum directive_kind kind =
            is_name ? directive_kind_of(language, token_text_of(language, lexer->text, &token))
                    : DIRECTIVE_OTHER;
        bool ends = kind == DIRECTIVE_ELIF || kind == DIRECTIVE_ELSE || kind == DIRECTIVE_ENDIF;
        if (n_groups == 0 && ends) {
            *place = before;
            break;
        }
        n_groups += kind == DIRECTIVE_IF;
        n_groups -= kind == DIRECTIVE_ENDIF;
    }
    place->is_dead = false;
    if (place->at > start)
        lexer->hidden = (struct byte_range){start, place->at};
    return LEXER_TOKEN;
}
