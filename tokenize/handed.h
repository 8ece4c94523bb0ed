/* What a grammar is handed in place of a source: some bytes are others, and some texts are put
 * between them. Trees have the bytes of the source. */
#ifndef TOKENIZE_HANDED_H
#define TOKENIZE_HANDED_H

#include "base/mem.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

struct handed_edit {
    uint32_t start, end; /* bytes of the source that are overwritten; may be equal */
    char fill;           /* in place of each of them; 0: nothing is */
    const char *text;    /* static: is put before them; NULL: nothing is */
    const char *kind;    /* static: the leaf that starts there becomes one of this kind; NULL: the
                            leaf is what the grammar says */
    uint32_t round;      /* a number of the caller */
    int32_t
        n_before; /* bytes by which the text is longer up to `start`, before what is put there */
};

/* All zero before the first use. */
struct handed {
    ARRAY(struct handed_edit) edits; /* by `start` once handed_text() was called */
    struct str text;
};

/* Adds an edit. If several start at one byte, the one of the earliest round holds; of one round, no
 * two edits may start at one byte. Edits must not overlap otherwise. */
void handed_add(struct handed *handed, struct handed_edit edit);

/* Removes the edits of a round. */
void handed_remove_round(struct handed *handed, uint32_t round);

/* Returns the text for the grammar, and sets `length` from that of the source to that of the text.
 * A lone carriage return becomes a line feed: grammars read it as a blank, but interpreters as a
 * line end. Without such bytes and without edits, it is the source itself. */
const char *handed_text(struct handed *handed, const char *source, uint32_t *length);

/* Returns the byte of the text for a byte of the source: before the texts that are put before it,
 * or after them. The text was made by handed_text(). */
uint32_t handed_text_byte(const struct handed *handed, uint32_t byte, bool is_after);

/* Returns the byte of the source for a byte of the text. If something is left out there, `is_end`
 * says on which side it is. */
uint32_t handed_source_byte(const struct handed *handed, uint32_t byte, bool is_end);

/* Returns the kind that a leaf gets that starts at a byte of the source; NULL: none. */
const char *handed_kind(const struct handed *handed, uint32_t byte);

void handed_release(struct handed *handed);
SCOPED_VALUE(handed, handed_release)

#endif
