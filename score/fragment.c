/* Common prefix and common suffix, as of programs (tokenize/difference.c). */
#include "score/fragment.h"

#include <string.h>

/* A text without the blanks around it, and without the character at its end that would continue it
 * in a line that is not there. */
static struct token_text trim(struct token_text text)
{
    static const char blanks[] = " \t\r\n\f\\";
    while (text.length && strchr(blanks, text.bytes[text.length - 1]))
        text.length--;
    for (; text.length && strchr(blanks, *text.bytes); text.length--)
        text.bytes++;
    return text;
}

bool lexemes_scan(struct lexemes *out, const struct lexical *lexical, struct token_text text)
{
    enum lexer_result result = LEXER_UNCLEAR;
    struct lexeme lexeme;
    if (!lexical || text.length > UINT32_MAX)
        return false;
    struct lexer lexer = {{lexical, text.bytes, (uint32_t)text.length}, 0};
    while ((result = lexer_next(&lexer, &lexeme)) == LEXER_LEXEME)
        array_push(&out->list, lexeme);
    return result == LEXER_END;
}

/* The lexemes of a text. */
struct scanned {
    struct token_text text;
    struct lexemes lexemes;
};

/* What is written there; nothing behind the last. */
static struct token_text written(const struct scanned *scanned, size_t number)
{
    if (number >= scanned->lexemes.list.n)
        return (struct token_text){"", 0};
    const struct lexeme *lexeme = &scanned->lexemes.list.items[number];
    return (struct token_text){scanned->text.bytes + lexeme->start_byte,
                               lexeme->end_byte - lexeme->start_byte};
}

static bool is_same(const struct scanned *a, size_t in_a, const struct scanned *b, size_t in_b)
{
    const struct lexeme *one = &a->lexemes.list.items[in_a], *other = &b->lexemes.list.items[in_b];
    return token_text_equal(one->is_joined ? one->text : written(a, in_a),
                            other->is_joined ? other->text : written(b, in_b));
}

static enum difference compare(struct fragment_edit *edit, const struct language *language,
                               const struct scanned *a, const struct scanned *b)
{
    size_t n_a = a->lexemes.list.n, n_b = b->lexemes.list.n, limit = n_a < n_b ? n_a : n_b;
    size_t prefix = 0, suffix = 0;
    while (prefix < limit && is_same(a, prefix, b, prefix))
        prefix++;
    while (suffix < limit - prefix && is_same(a, n_a - 1 - suffix, b, n_b - 1 - suffix))
        suffix++;
    size_t n_old = n_a - prefix - suffix, n_new = n_b - prefix - suffix;
    if (n_old + n_new == 0)
        return DIFFERENCE_NONE;
    *edit = (struct fragment_edit){EDIT_REPLACE, written(a, prefix), written(b, prefix)};
    if (n_old == 1 && n_new == 1)
        return DIFFERENCE_SINGLE;
    edit->kind = n_old ? EDIT_DELETE : EDIT_INSERT;
    bool is_insertable = n_old + n_new == 1 && token_text_is_one_of(n_old ? edit->old : edit->new,
                                                                    language->tokens.insertable);
    return is_insertable ? DIFFERENCE_SINGLE : DIFFERENCE_MULTI;
}

bool fragment_difference(enum difference *out, struct fragment_edit *edit,
                         const struct language *language, const struct lexical *lexical,
                         struct token_text buggy, struct token_text fixed)
{
    struct scanned a = {.text = trim(buggy)}, b = {.text = trim(fixed)};
    if (token_text_equal(a.text, b.text)) {
        *out = DIFFERENCE_NONE;
        return true;
    }
    bool is_certain =
        lexemes_scan(&a.lexemes, lexical, a.text) && lexemes_scan(&b.lexemes, lexical, b.text);
    if (is_certain)
        *out = compare(edit, language, &a, &b);
    array_release(&a.lexemes.list);
    array_release(&b.lexemes.list);
    return is_certain;
}
