/* See lexical.h. */
#include "tokenize/lexical.h"

#include <stdlib.h>
#include <string.h>

static void classify(struct lexical *lexical, const char *bytes, enum byte_class class)
{
    for (; *bytes; bytes++)
        lexical->classes[(unsigned char)*bytes] = (unsigned char)class;
}

struct lexical *lexical_new(const struct language *language)
{
    struct lexical *lexical = mem_alloc(1, sizeof *lexical);
    lexical->language = language;
    classify(lexical, "_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", BYTE_WORD);
    memset(lexical->classes + 0x80, BYTE_WORD, 0x80);
    classify(lexical, "0123456789", BYTE_DIGIT);
    classify(lexical, language->scan.signs, BYTE_SIGN);
    classify(lexical, " \t\f", BYTE_BLANK);
    classify(lexical, "\r\n", BYTE_LINE_END);
    for (const struct comment_form *form = language->scan.comments; form && form->open; form++)
        lexical->classes[(unsigned char)form->open[0]] = BYTE_COMMENT;
    classify(lexical, (char[]){language->tokens.continuation, '\0'}, BYTE_CONTINUATION);
    for (const char *const *it = language->scan.blanks; it && *it; it++)
        lexical->classes[(unsigned char)**it] = BYTE_UNCLEAR;
    for (const struct string_form *form = language->scan.strings; form->quote; form++)
        lexical->classes[(unsigned char)form->quote[0]] = BYTE_QUOTE;
    for (int first = 0; first < 256; first++) {
        lexical->first_compound[first] = (uint32_t)lexical->compounds.n;
        for (const char *const *it = language->scan.compounds; *it; it++)
            if ((unsigned char)**it == first)
                array_push(&lexical->compounds, (struct compound){*it, strlen(*it)});
    }
    for (int byte = 0; byte < 256; byte++)
        lexical->is_plain[byte] =
            lexical->classes[byte] == BYTE_WORD || lexical->classes[byte] == BYTE_DIGIT ||
            lexical->classes[byte] == BYTE_SIGN || lexical->classes[byte] == BYTE_BLANK;
    lexical->first_compound[256] = (uint32_t)lexical->compounds.n;
    for (const char *const *it = language->tokens.joined_kinds; it && *it; it++)
        lexical->starts_joined[(unsigned char)**it] = true;
    for (const char *digit = "0123456789abcdefABCDEF"; *digit; digit++)
        lexical->is_number_part[(unsigned char)*digit] = true;
    if (language->scan.numbers.separator)
        lexical->is_number_part[(unsigned char)language->scan.numbers.separator] = true;
    return lexical;
}

void lexical_free(struct lexical *lexical)
{
    array_release(&lexical->compounds);
    free(lexical);
}
