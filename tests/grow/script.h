/* A program in the generator: tokens with the white space before them, so that the program can be
 * edited token by token and written again. This reading of the languages is the generator's own. It
 * shares no code with the programs that it helps to check. */
#ifndef GROW_SCRIPT_H
#define GROW_SCRIPT_H

#include "base/mem.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct grown_language;

enum word_kind {
    WORD_NAME,
    WORD_KEYWORD, /* also True, print, match and similar words, which no edit changes */
    WORD_NUMBER,
    WORD_STRING,
    WORD_FSTRING, /* a whole f-string */
    WORD_SIGN,    /* operators and brackets; also `not in` and `is not` */
    WORD_NEWLINE, /* from here on layout, without text and gap. With braces: the end of a directive
                     and of the program */
    WORD_INDENT,
    WORD_DEDENT
};

/* A token. Its texts are borrowed from the seed's source, a literal, or an arena. */
struct word {
    const char *gap; /* white space, comments and line continuations before it */
    const char *text;
    uint32_t gap_length;
    uint32_t text_length;
    uint8_t kind;    /* enum word_kind */
    bool is_touched; /* an edit made it or is next to it; later edits do not change it. Also the
                        tokens of directives, which no edit changes */
};

struct script {
    const struct grown_language *language;
    ARRAY(struct word) words;
    const char *tail; /* text after the last token */
    size_t tail_length;
};

/* Reads a program. Returns false if the tokens of any part of it are in doubt. The source must
 * outlive the script and its copies. */
bool script_read(struct script *out, const struct grown_language *language, const char *source,
                 size_t length);

void script_copy(struct script *out, const struct script *script);
void script_release(struct script *script);

/* Appends the program text. */
void script_write(const struct script *script, struct str *out);

/* Returns an upper bound of the number of tokens that any tokenizer finds in it. */
size_t script_most_tokens(const struct script *script);

/* Finds the line (from 1) and column (from 0, in code points) of a token. */
void script_place(const struct script *script, size_t index, size_t *line, size_t *column);

enum change_kind {
    CHANGE_NONE,
    CHANGE_REPLACE, /* one token replaced by another */
    CHANGE_INSERT,  /* one negation: `not` or `!` */
    CHANGE_DELETE,  /* one negation */
    CHANGE_LARGER,
    CHANGE_UNSURE /* within one f-string, where tokenizers count tokens differently */
};

struct change {
    enum change_kind kind;
    size_t before; /* index of the token in the first program; of the next one for
                                       an insertion */
    size_t after;  /* the same in the second program; of the next token for a deletion */
    size_t left_before, left_after; /* tokens between the common start and the common end */
};

struct change script_compare(const struct script *before, const struct script *after);

bool word_is(const struct word *word, const char *text);
bool word_is_layout(const struct word *word);
bool word_is_one_of(const struct word *word, const char *const *list); /* may be NULL */

#endif
