/* Common prefix and common suffix, as of programs (tokenize/difference.c). */
#include "score/fragment.h"

#include <string.h>

struct lexemes {
    ARRAY(struct token_text) list; /* as they are compared */
    ARRAY(struct token_text) bytes;
};

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

static bool scan(struct lexemes *out, const struct lexical *lexical, struct token_text text)
{
    enum lexer_result result = LEXER_UNCLEAR;
    struct lexeme lexeme;
    if (!lexical || text.length > UINT32_MAX)
        return false;
    struct lexer lexer = {{lexical, text.bytes, (uint32_t)text.length}, 0};
    while ((result = lexer_next(&lexer, &lexeme)) == LEXER_LEXEME) {
        struct token_text bytes = {text.bytes + lexeme.start_byte,
                                   lexeme.end_byte - lexeme.start_byte};
        array_push(&out->bytes, bytes);
        array_push(&out->list, lexeme.is_joined ? lexeme.text : bytes);
    }
    return result == LEXER_END;
}

static void release(struct lexemes *lexemes)
{
    array_release(&lexemes->list);
    array_release(&lexemes->bytes);
}

static struct token_text at(const struct lexemes *lexemes, size_t number)
{
    return number < lexemes->bytes.n ? lexemes->bytes.items[number] : (struct token_text){"", 0};
}

static enum difference compare(struct fragment_edit *edit, const struct language *language,
                               const struct lexemes *a, const struct lexemes *b)
{
    size_t limit = a->list.n < b->list.n ? a->list.n : b->list.n, prefix = 0, suffix = 0;
    while (prefix < limit && token_text_equal(a->list.items[prefix], b->list.items[prefix]))
        prefix++;
    while (suffix < limit - prefix && token_text_equal(a->list.items[a->list.n - 1 - suffix],
                                                       b->list.items[b->list.n - 1 - suffix]))
        suffix++;
    size_t n_old = a->list.n - prefix - suffix, n_new = b->list.n - prefix - suffix;
    if (n_old + n_new == 0)
        return DIFFERENCE_NONE;
    *edit = (struct fragment_edit){EDIT_REPLACE, at(a, prefix), at(b, prefix)};
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
    struct lexemes a = {0}, b = {0};
    buggy = trim(buggy);
    fixed = trim(fixed);
    if (token_text_equal(buggy, fixed)) {
        *out = DIFFERENCE_NONE;
        return true;
    }
    bool is_certain = scan(&a, lexical, buggy) && scan(&b, lexical, fixed);
    if (is_certain)
        *out = compare(edit, language, &a, &b);
    release(&a);
    release(&b);
    return is_certain;
}
