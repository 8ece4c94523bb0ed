/* The parts of a program, as its functions divide it. */
#ifndef AUGMENT_PARTS_H
#define AUGMENT_PARTS_H

#include "base/scoped.h"
#include "tokenize/enclosing.h"
#include "tokenize/program.h"

enum part_kind {
    PART_PROGRAM,  /* all of it */
    PART_FUNCTION, /* a function with its decorators */
    PART_CODE,     /* a run of statements at the top level, or a class */
};

/* "program", "function" or "code". */
const char *part_kind_name(enum part_kind kind);

struct program_part {
    struct byte_range bytes;
    enum part_kind kind;
};

/* Whether a byte of the program is one of the part's. */
bool part_holds(const struct program_part *part, size_t byte);

struct program_parts {
    ARRAY(struct program_part) list;
};

/* Finds what enclosing_part() gives for any token of a program: every function, also those in other
 * functions and in classes; every run of statements; every class that has code of its own. By their
 * starts, and of two with one start the larger first. What `parts` held is forgotten, its memory
 * reused. */
void parts_find(struct program_parts *parts, const struct program *program);
void parts_release(struct program_parts *parts);
SCOPED_VALUE(program_parts, parts_release)

#endif
