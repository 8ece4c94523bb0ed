/* What a grammar is handed in place of a source: a part of it, without what is left out, between
 * two other texts. Trees have the bytes of the source. */
#ifndef TOKENIZE_HANDED_H
#define TOKENIZE_HANDED_H

#include "base/mem.h"
#include "base/str.h"
#include "tokenize/code_lines.h"

#include <stdbool.h>
#include <stdint.h>

/* A part of a program that is parsed by itself. It starts with a token. */
struct lone_part {
    struct byte_range bytes;
    const char *before, *after; /* static: what the grammar reads in place of the program around it;
                                   NULL: nothing */
    const struct byte_range *left_out; /* borrowed: whole tokens in it that the grammar does not
                                          read, ascending */
    size_t n_left_out;
};

/* Bytes of the source that are in the text. */
struct handed_piece {
    uint32_t start, end;
    uint32_t text_start; /* where they are in the text */
};

/* All zero before the first use. Later uses reuse its memory. */
struct handed {
    struct str text;
    struct byte_range bytes; /* of the part */
    ARRAY(struct handed_piece) pieces;
};

/* Sets the text for the grammar: that of a part of a source. A lone carriage return becomes a line
 * feed: grammars read it as a blank, but interpreters as a line end. */
void handed_take(struct handed *handed, const char *source, const struct lone_part *part);

/* Returns whether each byte of the text is at the same place in the source. */
bool handed_has_same_places(const struct handed *handed);

/* Returns the byte of the source for a byte of the text. If something is left out there, `is_end`
 * says on which side it is. A text around the part has no bytes of its own. */
uint32_t handed_source_byte(const struct handed *handed, uint32_t byte, bool is_end);

void handed_release(struct handed *handed);

#endif
