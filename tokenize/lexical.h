/* The table of a language, prepared for the lexer. */
#ifndef TOKENIZE_LEXICAL_H
#define TOKENIZE_LEXICAL_H

#include "base/mem.h"
#include "tokenize/token.h"
#include "tokenize/languages/language.h"

#include <stdint.h>

/* What a byte value can start, according to the language's table. */
enum byte_class {
    BYTE_STRAY, /* no token of the language starts with it */
    BYTE_WORD,
    BYTE_DIGIT,
    BYTE_SIGN,
    BYTE_QUOTE,
    /* Between tokens: */
    BYTE_BLANK,
    BYTE_LINE_END,
    BYTE_COMMENT, /* or a sign, if no comment starts here */
    BYTE_CONTINUATION,
};

/* What else the lexer asks of a byte value, as a bit set. */
enum {
    TRAIT_PART_OF_WORD = 1 << 0, /* a letter or a digit */
    TRAIT_OPENS = 1 << 1,        /* a bracket */
    TRAIT_CLOSES = 1 << 2,
    TRAIT_PREFIX = 1 << 3, /* the first byte of a prefix of strings */
    TRAIT_JOINS = 1 << 4,  /* of a joined token */
    TRAIT_COMPOUND = 1 << 5,
    TRAIT_PLAIN = 1 << 6,   /* neither starts nor ends a string, a comment, a line or a bracket, is
                           * not stray, and is in no number that may be malformed */
    TRAIT_SPELLED = 1 << 7, /* the first byte of another spelling of an operator */
};

/* A list of the table, for a search by the first byte. */
struct lexical_list {
    ARRAY(struct token_text) texts; /* ordered by first byte, then as in the language's list */
    uint16_t first[257];            /* by first byte: where its texts begin; they end where those of
                                     * the next byte begin */
};

/* Read-only after lexical_new(), so threads can share it. */
struct lexical {
    const struct language *language;
    bool has_layout;            /* line ends and blocks are tokens, and brackets must match */
    unsigned char classes[256]; /* enum byte_class */
    unsigned char traits[256];  /* TRAIT_... */
    char partner[256];          /* of a closing bracket: the opening one */
    struct lexical_list compounds, joined, keywords;
};

/* Return a new table for the language: for programs, and for fragments that are cut out of
 * programs, such as a line that begins with `elif`. In a fragment, layout has no meaning, and
 * brackets need not match. The caller frees the table with lexical_free(). */
struct lexical *lexical_new(const struct language *language);
struct lexical *lexical_new_for_fragments(const struct language *language);
void lexical_free(struct lexical *lexical);
SCOPED_POINTER(lexical, lexical_free)

/* The tables of several languages, each made when it is first needed. For one thread. */
struct lexicals {
    struct lexical *of[MAX_LANGUAGES];
};
const struct lexical *lexicals_get(struct lexicals *lexicals, const struct language *language);
void lexicals_release(struct lexicals *lexicals);
SCOPED_VALUE(lexicals, lexicals_release)

/* Returns whether a word is a keyword of the language. */
bool lexical_is_keyword(const struct lexical *lexical, struct token_text word);

/* Returns the prefix of strings with this text; NULL if there is none. */
const struct string_prefix *string_prefix_find(const struct language *language,
                                               struct token_text text);

#endif
