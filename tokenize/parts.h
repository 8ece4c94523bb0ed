/* The parts of a program: its functions, and the code between them. The tokens decide, not the
 * tree. */
#ifndef TOKENIZE_PARTS_H
#define TOKENIZE_PARTS_H

#include "base/mem.h"
#include "tokenize/code_lines.h"
#include "tokenize/program.h"

enum part_kind {
    PART_PROGRAM,  /* the whole program */
    PART_FUNCTION, /* a function with its decorators */
    PART_CODE,     /* a run of statements at the top level, or a class */
};

/* program, function, code. */
extern const char *const part_kind_names[];

struct program_part {
    struct byte_range bytes;
    enum part_kind kind;
    struct token_text name; /* of a function in a language with templates; empty: it has none */
};

/* Whether a byte of the program is in the part. */
bool part_holds(const struct program_part *part, size_t byte);

struct program_parts {
    ARRAY(struct program_part) list;
    struct byte_ranges left_out[2]; /* of the parts that decide about an edit */
};

/* Finds the parts of a program: every function, also in other functions and in classes; every class
 * at the top level; and every run of other statements at the top level. Parts are sorted by their
 * start; of two with the same start, the larger one comes first. Earlier parts in `parts` are
 * dropped, and their memory is reused.
 *
 * A part has whole lines with their line ends, unless these lines contain other code. The comments
 * after the last statement of a function or class are in it if they are indented like its body. */
void parts_find(struct program_parts *parts, const struct program *program);

/* Returns the part that contains a byte: the innermost function; if there is none, the class or run
 * of statements; if there is none, the whole program. In a language with declarations (struct
 * part_rules), what is in no function is a declaration, or the lines of it that are near to the
 * byte. */
struct program_part parts_enclosing(const struct program_parts *parts,
                                    const struct program *program, size_t byte);

/* The same for a token, which may be that after the last one. Finds the parts of the program in
 * `parts`. The part starts with a token that is not layout, unless it has none. */
struct program_part parts_around(struct program_parts *parts, const struct program *program,
                                 size_t token);

/* Appends lines of the program around a part, each with a line end, in their order: the headers of
 * the blocks around it, and the imports before it that hold in it and name something in it or do
 * not say what they name. Of more than `n_lines` lines, it appends the innermost headers and then
 * the first imports. */
void part_add_context(struct str *out, const struct program *program, struct byte_range part,
                      size_t n_lines);

/* Returns the name of a function; empty if the part is not one or has no name. */
struct token_text part_function_name(const struct program_part *part,
                                     const struct program *program);

void parts_release(struct program_parts *parts);
SCOPED_VALUE(program_parts, parts_release)

#endif
