/* Code in a text that need not be code: prose, markup and special tokens may be around it and in
 * it.
 *
 * The text is cut into tokens as a program is, but nothing ends the reading. Where no token begins,
 * or a string is not closed, as after the apostrophe of a word, reading goes on at the next
 * character. So what is before a program in the text rarely changes its tokens. Where it could, by
 * a quote that opens text of several lines, a second reading helps, which cuts the text there. */
#ifndef GUARD_LOOSE_CODE_H
#define GUARD_LOOSE_CODE_H

#include "guard/sequence.h"

/* A text without the marks that tokfix and others put into code: <START> and <END> are left out,
 * and one token is in place of <BUG> and the like, which stands for any token. */
struct loose_text {
    struct str text;
    ARRAY(uint32_t) cuts; /* bytes of it where something else begins, ascending */
    enum { FIM_NONE, FIM_PREFIX_FIRST, FIM_SUFFIX_FIRST } fim; /* for filling in the middle */
    size_t fim_cut; /* number of the cut before the first of the three parts */
};

/* Where a text is cut. What it is cut at is left out. */
enum loose_cuts {
    CUT_NOWHERE,
    CUT_AT_SPECIAL, /* special tokens of models */
    CUT_AT_ANY,     /* also fences, headings, quotes of texts with several lines, and a <BUG> alone
                     * on its line: it may stand for a docstring */
};

/* Reads a text; its memory is reused. */
void loose_text_read(struct loose_text *out, const char *text, size_t length, enum loose_cuts cuts);

/* Writes the parts of a text for filling in the middle, cut at special tokens, in the order of a
 * program. Returns false for any other text. */
bool loose_text_fill(struct str *out, const struct loose_text *text);
void loose_text_release(struct loose_text *text);
SCOPED_VALUE(loose_text, loose_text_release)

/* Appends a text with its escapes read, as those of JSON, Python and CodeXGLUE. */
void loose_text_unescape(struct str *out, const char *text, size_t length);

/* Appends a side of the hunks of a diff, '-' or '+'. What is not in a hunk, and what begins a hunk,
 * is a fence. */
void loose_text_add_diff_side(struct str *out, const char *text, size_t length, char side);

struct loose_code {
    struct program program;
    struct sequence sequence; /* without layout, comments and strings alone on their lines; what
                               * stands for any token is SEQUENCE_ANY */
};

void loose_code_release(struct loose_code *code);
SCOPED_VALUE(loose_code, loose_code_release)

struct loose_reader; /* opaque; one per thread */
struct loose_reader *loose_reader_new(void);
void loose_reader_free(struct loose_reader *reader);
SCOPED_POINTER(loose_reader, loose_reader_free)

/* Reads the code in a text, which is borrowed, and which a zero byte follows. `out` is reused. */
void loose_code_read(struct loose_code *out, struct loose_reader *reader,
                     const struct language *language, const char *text, size_t length);

#endif
