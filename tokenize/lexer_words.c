/* Words, numbers and signs. */
#include "tokenize/lexing.h"

#include "base/str.h"

/* Returns whether a joined token of the language begins with these words. */
static bool begins_joined(const struct lexer *lexer, const char *words, size_t length)
{
    const struct lexical_list *list = &lexer->lexical->joined;
    for (uint16_t i = list->first[(unsigned char)*words];
         i < list->first[(unsigned char)*words + 1]; i++) {
        struct token_text text = list->texts.items[i];
        if (text.length > length && text.bytes[length] == ' ' &&
            memcmp(text.bytes, words, length) == 0)
            return true;
    }
    return false;
}

/* Joins the words after the one from the current place to `end` to it, as many as the longest
 * joined token of the language has. Sets `end` to its end. Returns its index + 1; 0 if there is
 * none. */
static uint8_t join(struct lexer *lexer, uint32_t *end)
{
    enum { MAX_JOINED = 64 };
    const char *const *joined = lexer->lexical->language->tokens.joined;
    char words[MAX_JOINED];
    uint8_t found = 0;
    uint32_t length = *end - lexer->place.at, word_end = *end;
    if (length >= MAX_JOINED)
        return 0;
    memcpy(words, lexer->text + lexer->place.at, length);
    while (begins_joined(lexer, words, length)) {
        uint32_t line_start = 0, at = lexing_skip_gap(lexer, word_end, &line_start);
        bool ends_line = lexer->lexical->has_layout ? !lexer->place.n_brackets
                                                    : lexer->place.directive != DIRECTIVE_NONE;
        lexer->seen = at + LOOK_AHEAD;
        if ((line_start && ends_line) || at == lexer->length || class_at(lexer, at) != BYTE_WORD)
            break;
        word_end = lexing_word_end(lexer, at);
        lexer->seen = word_end + LOOK_AHEAD;
        if (length + 1 + word_end - at > MAX_JOINED)
            break;
        words[length] = ' ';
        memcpy(words + length + 1, lexer->text + at, word_end - at);
        length += 1 + word_end - at;
        for (uint8_t i = 0; joined[i]; i++)
            if (token_text_is((struct token_text){words, length}, joined[i])) {
                found = (uint8_t)(i + 1);
                *end = word_end;
            }
    }
    return found;
}

/* Returns whether the text from the current place to `end` is another spelling of an operator, as
 * its index + 1; 0 if it is not. */
static uint8_t find_spelling(const struct lexer *lexer, uint32_t end)
{
    const struct language *language = lexer->lexical->language;
    const struct spelling *spellings = language->tokens.spellings;
    const char *text = lexer->text + lexer->place.at;
    size_t length = end - lexer->place.at;
    if (!has_trait_at(lexer, lexer->place.at, TRAIT_SPELLED))
        return 0;
    bool may_be_name =
        class_at(lexer, lexer->place.at) == BYTE_WORD && language->tokens.spellings_header;
    for (uint8_t i = 0; spellings[i].text; i++)
        if (*spellings[i].text == *text && (!may_be_name || lexer->place.has_spellings) &&
            lexing_sign_at(language, text, length, spellings[i].text) == length)
            return (uint8_t)(i + 1);
    return 0;
}

/* Takes an operator. */
static enum lexer_result take_sign(struct lexer *lexer, struct token *token, uint32_t end)
{
    uint8_t spelling = find_spelling(lexer, end);
    take(lexer, token, TOKEN_SIGN, end);
    token->spelling = spelling;
    return LEXER_TOKEN;
}

/* Takes a character that starts no token. */
static enum lexer_result take_stray(struct lexer *lexer, struct token *token)
{
    uint32_t at = lexer->place.at, code, n = lexing_letter(lexer, at, LETTER_ANY);
    if (!is_lenient(lexer))
        return fail(lexer, LEXICAL_CHARACTER, at);
    if (!n)
        n = (uint32_t)utf8_decode(lexer->text + at, lexer->length - at, &code);
    return take(lexer, token, TOKEN_SIGN, at + (n ? n : 1));
}

enum lexer_result lexing_word(struct lexer *lexer, struct token *token)
{
    const unsigned char *traits = lexer->lexical->traits;
    uint32_t start = lexer->place.at;
    unsigned char first = (unsigned char)lexer->text[start];
    uint32_t end = lexing_word_end(lexer, start);
    if (end == start)
        return take_stray(lexer, token);
    if ((traits[first] & TRAIT_PREFIX) && end < lexer->length &&
        class_at(lexer, end) == BYTE_QUOTE) {
        const struct string_prefix *prefix = string_prefix_find(
            lexer->lexical->language, (struct token_text){lexer->text + start, end - start});
        if (prefix)
            return lexing_string(lexer, token, end, prefix);
    }
    if (find_spelling(lexer, end))
        return take_sign(lexer, token, end);
    uint8_t joined = traits[first] & TRAIT_JOINS ? join(lexer, &end) : 0;
    take(lexer, token, TOKEN_WORD, end);
    token->joined = joined;
    return LEXER_TOKEN;
}

enum { DECIMAL = 'd' }; /* beside the letters of the other bases */

static bool is_digit_of(char base, char c)
{
    return hex_digit(c) < (base == 'x' ? 16u : base == 'b' ? 2u : base == 'o' ? 8u : 10u);
}

/* Returns the end of a run of digits, each after optional separators. */
static uint32_t end_of_digits(struct lexer *lexer, uint32_t at, char base)
{
    const struct number_form *form = &lexer->lexical->language->tokens.numbers;
    for (;;) {
        uint32_t digit = at;
        while (form->separator && byte_at(lexer, digit) == form->separator && digit == at)
            digit++;
        if (lexer->seen < digit + LOOK_AHEAD)
            lexer->seen = digit + LOOK_AHEAD;
        if (!is_digit_of(base, byte_at(lexer, digit)))
            return at;
        at = digit + 1;
    }
}

/* Returns whether the byte at `at` is one of these characters. */
static bool is_one_of(const struct lexer *lexer, uint32_t at, const char *characters)
{
    char c = byte_at(lexer, at);
    return c && strchr(characters, c);
}

/* Returns whether the digits from the current place on are a number: after a 0 come only zeros, or
 * octal digits. */
static bool is_decimal(const struct lexer *lexer, uint32_t end)
{
    uint32_t start = lexer->place.at;
    bool only_zeros = true, only_octal = true;
    for (uint32_t i = start; i < end; i++) {
        char c = lexer->text[i];
        only_octal = only_octal && is_digit_of('o', c);
        only_zeros = only_zeros && (c == '0' || !is_digit(c));
    }
    return lexer->text[start] != '0' || only_zeros || only_octal;
}

/* Takes a number that ends at `end`, unless it runs into a word. */
static enum lexer_result take_number(struct lexer *lexer, struct token *token, uint32_t end)
{
    const char *const *word = lexer->lexical->language->tokens.numbers.followers;
    if (has_trait_at(lexer, end, TRAIT_PART_OF_WORD)) {
        while (word && *word && !has_text_at(lexer, end, *word, strlen(*word)))
            word++;
        if (word && !*word)
            return fail(lexer, LEXICAL_NUMBER, lexer->place.at);
    }
    return take(lexer, token, TOKEN_NUMBER, end);
}

/* Returns the length of what continues a preprocessing number at `at`, after the byte `previous`; 0
 * if nothing does. */
static uint32_t continues_number(const struct lexer *lexer, uint32_t at, char previous)
{
    char c = byte_at(lexer, at);
    bool is_hexadecimal = (byte_at(lexer, lexer->place.at + 1) | 0x20) == 'x';
    if (c == '+' || c == '-')
        return strchr(is_hexadecimal ? "pP" : "eE", previous) != NULL;
    if (c && c == lexer->lexical->language->tokens.numbers.separator)
        return has_trait_at(lexer, at + 1, TRAIT_PART_OF_WORD);
    return c == '.' ? 1 : lexing_letter(lexer, at, LETTER_ANY);
}

static uint32_t end_of_preprocessing_number(const struct lexer *lexer, uint32_t at)
{
    for (uint32_t end = at + 1, n;; end = at + n) {
        at = after_splices(lexer, end);
        n = continues_number(lexer, at, lexer->text[end - 1]);
        if (!n)
            return end;
    }
}

enum lexer_result lexing_number(struct lexer *lexer, struct token *token)
{
    const struct number_form *form = &lexer->lexical->language->tokens.numbers;
    uint32_t at = lexer->place.at;
    if (form->is_preprocessing)
        return take(lexer, token, TOKEN_NUMBER, end_of_preprocessing_number(lexer, at));
    if (byte_at(lexer, at) == '0' && is_one_of(lexer, at + 1, form->bases)) {
        uint32_t end = end_of_digits(lexer, at + 2, (char)(lexer->text[at + 1] | 0x20));
        if (end == at + 2)
            return fail(lexer, LEXICAL_NUMBER, at);
        return take_number(lexer, token, end + is_one_of(lexer, end, form->integer_suffixes));
    }
    bool is_integer = true;
    at = end_of_digits(lexer, at, DECIMAL);
    if (byte_at(lexer, at) == '.') {
        is_integer = false;
        at++;
        if (is_digit(byte_at(lexer, at)))
            at = end_of_digits(lexer, at, DECIMAL);
    }
    if ((byte_at(lexer, at) | 0x20) == 'e') {
        uint32_t digits = at + 1 + is_one_of(lexer, at + 1, "+-");
        if (is_digit(byte_at(lexer, digits))) {
            is_integer = false;
            at = end_of_digits(lexer, digits, DECIMAL);
        }
    }
    if (is_one_of(lexer, at, form->suffixes))
        return take_number(lexer, token, at + 1);
    if (is_integer && form->followers && !is_decimal(lexer, at))
        return fail(lexer, LEXICAL_NUMBER, lexer->place.at);
    return take_number(lexer, token,
                       at + (is_integer && is_one_of(lexer, at, form->integer_suffixes)));
}

/* Returns the length of the longest compound at the current place; 1 if there is none. */
static uint32_t sign_length(const struct lexer *lexer)
{
    const struct lexical_list *list = &lexer->lexical->compounds;
    const struct language *language = lexer->lexical->language;
    const char *split = language->tokens.split_compound;
    const char *text = lexer->text + lexer->place.at;
    uint32_t left = lexer->length - lexer->place.at;
    unsigned char first = (unsigned char)text[0];
    uint32_t n_split = split ? (uint32_t)lexing_sign_at(language, text, left, split) : 0;
    uint32_t after = after_splices(lexer, lexer->place.at + n_split);
    if (n_split && !is_one_of(lexer, after, language->tokens.split_unless))
        return 1;
    for (uint32_t i = list->first[first]; i < list->first[first + 1]; i++) {
        size_t n = lexing_sign_at(language, text, left, list->texts.items[i].bytes);
        if (n)
            return (uint32_t)n;
    }
    return 1;
}

enum lexer_result lexing_sign(struct lexer *lexer, struct token *token)
{
    uint32_t at = lexer->place.at, length = 1;
    char c = lexer->text[at];
    unsigned char traits = lexer->lexical->traits[(unsigned char)c];
    if (c == ':' && is_in_field(lexer)) {
        struct open_text text = *innermost_text(lexer);
        text.is_format = true;
        return lexing_open_text(lexer, text) ? take(lexer, token, TOKEN_SIGN, at + 1)
                                             : fail(lexer, LEXICAL_NESTING, text.start_byte);
    }
    if (traits & (TRAIT_OPENS | TRAIT_CLOSES))
        return lexing_bracket(lexer, token, traits & TRAIT_OPENS);
    if (traits & TRAIT_COMPOUND)
        length = sign_length(lexer);
    if (length == 1 && class_at(lexer, at) == BYTE_STRAY &&
        !(c == lexer->lexical->language->tokens.conversion && is_in_field(lexer)))
        return take_stray(lexer, token);
    return take_sign(lexer, token, at + length);
}

struct token_text token_text_of(const struct language *language, const char *source,
                                const struct token *token)
{
    if (token->joined) {
        const char *text = language->tokens.joined[token->joined - 1];
        return (struct token_text){text, strlen(text)};
    }
    return (struct token_text){source + token->start_byte, token->end_byte - token->start_byte};
}

struct token_text token_operator_of(const struct language *language, const char *source,
                                    const struct token *token)
{
    if (!token->spelling)
        return token_text_of(language, source, token);
    const char *text = language->tokens.spellings[token->spelling - 1].means;
    return (struct token_text){text, strlen(text)};
}
