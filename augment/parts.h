/* The parts of a program: its functions, and the code between them. */
#ifndef AUGMENT_PARTS_H
#define AUGMENT_PARTS_H

#include "base/scoped.h"
#include "tokenize/enclosing.h"
#include "tokenize/program.h"

enum part_kind {
    PART_PROGRAM,  /* the whole program */
    PART_FUNCTION, /* a function with its decorators */
    PART_CODE,     /* a run of statements at the top level, or a class */
};

/* Returns the name of a kind: program, function or code. */
const char *part_kind_name(enum part_kind kind);

struct program_part {
    struct byte_range bytes;
    enum part_kind kind;
};

/* Whether a byte of the program is in the part. */
bool part_holds(const struct program_part *part, size_t byte);

struct program_parts {
    ARRAY(struct program_part) list;
};

/* Finds the parts that enclosing_part() returns for the tokens of a program: every function, also
 * in other functions and in classes; every run of statements; and every class that has code of its
 * own. Parts are sorted by their start; of two with the same start, the larger one comes first.
 * Earlier parts in `parts` are dropped, and their memory is reused. */
void parts_find(struct program_parts *parts, const struct program *program);
void parts_release(struct program_parts *parts);
SCOPED_VALUE(program_parts, parts_release)

#endif
