/* A byte value has one class and a set of traits. Lists of texts are ordered by first byte. */
#include "tokenize/lexical.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void classify(struct lexical *lexical, const char *bytes, enum byte_class class)
{
    for (; *bytes; bytes++)
        lexical->classes[(unsigned char)*bytes] = (unsigned char)class;
}

static void mark(struct lexical *lexical, const char *bytes, unsigned trait)
{
    for (; *bytes; bytes++)
        lexical->traits[(unsigned char)*bytes] |= (unsigned char)trait;
}

static void mark_first(struct lexical *lexical, char byte, unsigned trait)
{
    mark(lexical, (char[]){byte, '\0'}, trait);
}

static void fill(struct lexical_list *list, const char *const *texts)
{
    for (int first = 0; first < 256; first++) {
        list->first[first] = (uint16_t)list->texts.n;
        for (const char *const *it = texts; it && *it; it++)
            if ((unsigned char)**it == first)
                array_push(&list->texts, (struct token_text){*it, strlen(*it)});
    }
    list->first[256] = (uint16_t)list->texts.n;
}

struct lexical *lexical_new(const struct language *language)
{
    const struct token_rules *rules = &language->tokens;
    struct lexical *lexical = mem_alloc(1, sizeof *lexical);
    lexical->language = language;
    lexical->has_layout = rules->layout_has_meaning;
    classify(lexical, "_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", BYTE_WORD);
    memset(lexical->classes + 0x80, BYTE_WORD, 0x80);
    classify(lexical, "0123456789", BYTE_DIGIT);
    classify(lexical, rules->letters ? rules->letters : "", BYTE_WORD);
    classify(lexical, rules->signs, BYTE_SIGN);
    classify(lexical, " \t\f", BYTE_BLANK);
    classify(lexical, rules->blanks ? rules->blanks : "", BYTE_BLANK);
    classify(lexical, "\r\n", BYTE_LINE_END);
    for (const struct comment_form *form = rules->comments; form && form->open; form++)
        lexical->classes[(unsigned char)form->open[0]] = BYTE_COMMENT;
    classify(lexical, (char[]){rules->continuation, '\0'}, BYTE_CONTINUATION);
    for (const struct string_form *form = rules->strings; form->quote; form++)
        lexical->classes[(unsigned char)form->quote[0]] = BYTE_QUOTE;
    for (int byte = 0; byte < 256; byte++)
        if (lexical->classes[byte] == BYTE_WORD || lexical->classes[byte] == BYTE_DIGIT)
            lexical->traits[byte] = TRAIT_PART_OF_WORD;
    mark(lexical, rules->later_letters ? rules->later_letters : "", TRAIT_PART_OF_WORD);
    mark(lexical, rules->opening, TRAIT_OPENS);
    mark(lexical, rules->closing, TRAIT_CLOSES);
    for (size_t i = 0; rules->closing[i]; i++)
        lexical->partner[(unsigned char)rules->closing[i]] = rules->opening[i];
    for (const struct string_prefix *prefix = rules->prefixes; prefix && prefix->text; prefix++) {
        mark_first(lexical, (char)tolower((unsigned char)prefix->text[0]), TRAIT_PREFIX);
        mark_first(lexical, (char)toupper((unsigned char)prefix->text[0]), TRAIT_PREFIX);
    }
    for (const char *const *it = rules->joined; *it; it++)
        mark_first(lexical, **it, TRAIT_JOINS);
    for (const char *const *it = rules->compounds; *it; it++)
        mark_first(lexical, **it, TRAIT_COMPOUND);
    for (const struct spelling *it = rules->spellings; it && it->text; it++)
        mark_first(lexical, *it->text, TRAIT_SPELLED);
    fill(&lexical->compounds, rules->compounds);
    fill(&lexical->joined, rules->joined);
    fill(&lexical->keywords, rules->keywords);
    for (int byte = 0; byte < 0x80; byte++) {
        unsigned char class = lexical->classes[byte];
        bool is_plain = class == BYTE_WORD || class == BYTE_SIGN || class == BYTE_BLANK ||
                        (class == BYTE_DIGIT && rules->numbers.is_preprocessing);
        if (is_plain && !(lexical->traits[byte] & (TRAIT_OPENS | TRAIT_CLOSES)))
            lexical->traits[byte] |= TRAIT_PLAIN;
    }
    return lexical;
}

struct lexical *lexical_new_for_fragments(const struct language *language)
{
    struct lexical *lexical = lexical_new(language);
    lexical->has_layout = false;
    return lexical;
}

void lexical_free(struct lexical *lexical)
{
    if (!lexical)
        return;
    array_release(&lexical->compounds.texts);
    array_release(&lexical->joined.texts);
    array_release(&lexical->keywords.texts);
    free(lexical);
}

const struct lexical *lexicals_get(struct lexicals *lexicals, const struct language *language)
{
    struct lexical **lexical = &lexicals->of[language_number(language)];
    if (!*lexical)
        *lexical = lexical_new(language);
    return *lexical;
}

void lexicals_release(struct lexicals *lexicals)
{
    for (int i = 0; i < MAX_LANGUAGES; i++)
        lexical_free(lexicals->of[i]);
}

bool lexical_is_keyword(const struct lexical *lexical, struct token_text word)
{
    const struct lexical_list *list = &lexical->keywords;
    unsigned char first = word.length ? (unsigned char)word.bytes[0] : 0;
    for (uint16_t i = list->first[first]; i < list->first[first + 1]; i++) {
        struct token_text keyword = list->texts.items[i];
        if (keyword.length == word.length && memcmp(keyword.bytes, word.bytes, word.length) == 0)
            return true;
    }
    return false;
}

const struct string_prefix *string_prefix_find(const struct language *language,
                                               struct token_text text)
{
    for (const struct string_prefix *prefix = language->tokens.prefixes; prefix->text; prefix++)
        if (strlen(prefix->text) == text.length &&
            (language->tokens.prefixes_have_case
                 ? strncmp(prefix->text, text.bytes, text.length)
                 : strncasecmp(prefix->text, text.bytes, text.length)) == 0)
            return prefix;
    return NULL;
}
