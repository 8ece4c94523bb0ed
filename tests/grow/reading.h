/* The state of reading a program, and what the readers of all languages share. */
#ifndef GROW_READING_H
#define GROW_READING_H

#include "tests/grow/grown_language.h"
#include "tests/grow/script.h"

struct reading {
    struct script *script;
    const struct grown_language *language;
    const char *source;
    size_t length;
    size_t at;
    size_t n_brackets;    /* open ones */
    ARRAY(size_t) blocks; /* Python: columns of the open blocks, rising, without the outermost */
    char indentation;     /* Python: the character that indents; 0 while none was seen */
};

/* Returns the character at the current place, or some characters after it; 0 at the end. */
char reading_peek(const struct reading *reading, size_t ahead);

/* Returns the length of a line end at the current place, or 0. */
size_t reading_line_end(const struct reading *reading);

bool reading_has_text(const struct reading *reading, const char *text);
bool reading_is_digit(char c);
bool reading_is_letter(char c); /* also a byte of a character that is not ASCII */

/* Skips characters that are in a text. Returns whether there were any. */
bool reading_skip_all(struct reading *reading, const char *characters);

/* Skips a sign. Returns false if it is unknown or refused, or if a bracket closes that none opens.
 */
bool reading_skip_sign(struct reading *reading);

/* Adds the token from `start` to the current place, and what is between `gap` and it. */
void reading_push(struct reading *reading, size_t gap, size_t start, enum word_kind kind);
void reading_push_layout(struct reading *reading, enum word_kind kind);

/* Joins the last two words. They must be one blank apart. */
bool reading_join(struct reading *reading, enum word_kind kind);

#endif
