/* Constructs that are newer than a grammar (struct newer_rule), for program_parse.c. Nothing else
 * includes this. */
#ifndef TOKENIZE_READINGS_H
#define TOKENIZE_READINGS_H

#include "tokenize/program.h"

struct newer_place {
    const struct newer_rule *rule;
    size_t token;
};

/* All zero before its use. Release with array_release(). */
struct newer {
    struct newer_place *items;
    size_t n, capacity;
};

/* Finds the tokens of newer constructs among the tokens from `first` to before `end` of a program.
 * Returns false if there are none. */
bool newer_find(struct newer *newer, const struct program *program, size_t first, size_t end);

/* Puts what the grammar knows in these places of a text that has the program's places. */
void newer_write(const struct newer *newer, const struct program *program, char *text);

/* Once the text has been parsed without an error, sets the kinds that stand for nothing in the
 * source, and `newer_dialects`. Returns false, and sets `error_byte`, if a construct is at a place
 * where it cannot be. */
bool newer_settle(const struct newer *newer, struct program *program);

#endif
