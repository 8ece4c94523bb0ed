/* Constructs that are newer than the grammar (struct newer_rule): how their programs are parsed. */
#ifndef TOKENIZE_NEWER_H
#define TOKENIZE_NEWER_H

#include "tokenize/program.h"

struct newer_place {
    const struct newer_rule *rule;
    size_t token;
};

/* All zero before its use. Release with newer_release(). */
struct newer {
    char *text; /* the source, with what the grammar knows in these places */
    ARRAY(struct newer_place) places;
};

/* Finds the tokens of newer constructs among the tokens from `first` to before `end` of a program.
 * Returns false if there are none. */
bool newer_find(struct newer *newer, const struct program *program, size_t first, size_t end);

/* Once the text has been parsed without an error, sets the kinds that stand for nothing in the
 * source, and `newer_dialects`. Returns false, and sets `error_byte`, if a construct is at a place
 * where it cannot be. */
bool newer_settle(const struct newer *newer, struct program *program);

void newer_release(struct newer *newer);
SCOPED_VALUE(newer, newer_release)

#endif
