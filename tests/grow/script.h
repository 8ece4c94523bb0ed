/* A Python program as the generator sees it: tokens that carry the white space before them, so
 * that a program can be edited token by token and written out again.
 *
 * This is the generator's own idea of Python, shared with nothing that it helps to check. */
#ifndef GROW_SCRIPT_H
#define GROW_SCRIPT_H

#include "base/array.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum word_kind {
    WORD_NAME,
    WORD_KEYWORD, /* also True, print, match and the like: words that no edit touches */
    WORD_NUMBER,
    WORD_STRING,
    WORD_FSTRING, /* the whole of it */
    WORD_SIGN,    /* operators and brackets; also `not in` and `is not` */
    WORD_NEWLINE, /* layout from here on: no text and no gap */
    WORD_INDENT,
    WORD_DEDENT
};

/* A token. The texts are borrowed: from the seed's source, a literal, or an arena. */
struct word {
    const char *gap; /* white space, comments and line continuations before it */
    const char *text;
    uint32_t gap_length;
    uint32_t text_length;
    uint8_t kind;    /* enum word_kind */
    bool is_touched; /* an edit made it or stands beside it: later ones leave it alone */
};

struct script {
    ARRAY(struct word) words;
    const char *tail; /* what follows the last token */
    size_t tail_length;
};

/* Reads a program; returns false when it holds anything whose tokens are not beyond doubt. The
 * source must live as long as the script and its copies. */
bool script_read(struct script *out, const char *source, size_t length);

void script_copy(struct script *out, const struct script *script);
void script_release(struct script *script);

/* Appends the program text. */
void script_write(const struct script *script, struct str *out);

/* The number of tokens that any tokenizer may see in it, with room to spare. */
size_t script_most_tokens(const struct script *script);

/* Line (from 1) and column (from 0, in code points) of a token. */
void script_place(const struct script *script, size_t index, size_t *line, size_t *column);

enum change_kind {
    CHANGE_NONE,
    CHANGE_REPLACE, /* one token by another */
    CHANGE_INSERT,  /* of one `not` */
    CHANGE_DELETE,  /* of one `not` */
    CHANGE_LARGER,
    CHANGE_UNSURE /* all within one f-string: how many tokens that is, is a matter of taste */
};

struct change {
    enum change_kind kind;
    size_t before;                  /* index of the token in the first program; of the next one for
                                       an insertion */
    size_t after;                   /* the same in the second; of the next one for a deletion */
    size_t left_before, left_after; /* tokens between the common start and the common end */
};

struct change script_compare(const struct script *before, const struct script *after);

bool word_is(const struct word *word, const char *text);
bool word_is_layout(const struct word *word);
bool word_is_one_of(const struct word *word, const char *const *list);

#endif
