/* An input of a program as a tree: lines of fields, and blocks of repeated lines.
 *
 * A shape is what the samples of a problem have in common: a sequence of steps. A step is a line or
 * a block. A block repeats its body, another shape, a number of times that a size gives. Sizes are
 * computed from numbers read before: these are the scalars, the leading fields of lines. A tree
 * has the fields of one input, in the order of the shape's steps. All memory is an arena's. */
#ifndef INPUTS_INPUT_TREE_H
#define INPUTS_INPUT_TREE_H

#include "base/mem.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    INPUT_MAX_FIELDS = 8,    /* leading fields of a line that are scalars */
    INPUT_MAX_SCALARS = 128, /* of a shape */
    INPUT_MAX_STEPS = 12,    /* of a shape, not counting those of its blocks */
    INPUT_MAX_TAGS = 6,      /* kinds of lines in a block of tagged lines */
    INPUT_MAX_VARS = 96,     /* of a shape */
    INPUT_MAX_CELLS = 6000   /* of an input; larger ones are neither read nor made */
};

/* The largest number, in magnitude; what is larger is a word. */
#define INPUT_MAX_NUMBER INT64_C(4000000000000000000)

/* A field of a line. */
struct input_cell {
    const char *text; /* not zero-terminated */
    size_t length;    /* bytes of `text` */
    int64_t value;    /* of a number */
    bool is_number;   /* a decimal integer as printf writes it */
};

struct input_line {
    struct input_cell *cells;
    size_t n;
};

struct input_lines {
    struct input_line *lines;
    size_t n, n_cells;
};

enum input_size_kind {
    SIZE_CONSTANT, /* plus */
    SIZE_SCALAR,   /* times * scalar a + plus */
    SIZE_PRODUCT,  /* scalar a * scalar b */
    SIZE_SUM,      /* scalar a + scalar b */
    SIZE_PAIRS,    /* a * (a - 1) / 2 */
    SIZE_FREE      /* what is there: the rest of the line, or of the input */
};

struct input_size {
    enum input_size_kind kind;
    int a, b; /* numbers of scalars */
    int times, plus;
};

/* The values of the scalars at one place of an input. */
struct input_scope {
    int64_t value[INPUT_MAX_SCALARS];
    bool is_known[INPUT_MAX_SCALARS];
};

enum input_form {
    FORM_UNKNOWN, /* before it is inferred */
    FORM_FIXED,   /* always the same number of fields */
    FORM_LIST,    /* `n_fixed` fields, and a list */
    FORM_TAGGED,  /* the first field says how many fields there are: queries of several kinds */
    FORM_FREE     /* any number of fields */
};

struct input_shape;

struct input_step {
    struct input_shape *body; /* of a block; NULL: a line */
    struct input_size size;   /* of a block: repetitions; of a FORM_LIST: fields in the list */
    enum input_form form;     /* of a line */
    size_t n_fixed;           /* FORM_FIXED: fields; FORM_LIST: fields before the list */
    struct input_cell tags[INPUT_MAX_TAGS];
    size_t n_tags;
    int number;       /* of this step in the shape, blocks' steps included */
    int first_scalar; /* of a line: the number of its first field's scalar */
    int first_var;    /* of a line: fields that mean the same have the same variable */
};

struct input_shape {
    struct input_step steps[INPUT_MAX_STEPS];
    size_t n;
};

struct input_tree;

/* What an input has for a step. */
struct input_item {
    struct input_line line;  /* of a line */
    struct input_tree *rows; /* of a block: one tree of the body for each repetition */
    size_t n_rows;
};

struct input_tree {
    struct input_item *items; /* as many as the shape has steps */
};

/* Splits a text into lines and fields. Blank lines at the end are dropped. Returns false if it is
 * not a text (control characters), or too large. */
bool input_lines_read(struct input_lines *lines, struct arena *arena, const char *text,
                      size_t length);

/* Replace a field. The text of a word is not copied. */
void input_cell_set_number(struct input_cell *cell, int64_t value, struct arena *arena);
void input_cell_set_word(struct input_cell *cell, const char *text, size_t length);
bool input_cells_equal(const struct input_cell *a, const struct input_cell *b);

/* Computes a size. Returns false if a scalar is unknown, or if the result is not within 0 and
 * INPUT_MAX_CELLS. SIZE_FREE gives `rest`. */
bool input_size_value(const struct input_size *size, const struct input_scope *scope, size_t rest,
                      size_t *n);

/* Sets the scalars of a line's leading fields. */
void input_scope_enter(struct input_scope *scope, const struct input_step *step,
                       const struct input_line *line);

/* Returns the variable of field `i` of a line, or -1 if there is none: an unknown tag. */
int input_var(const struct input_step *step, const struct input_line *line, size_t i);

/* Returns the number of variables of a line. */
size_t input_step_vars(const struct input_step *step);

/* Reads one step from line `*at` on and moves `*at`. Returns false if the lines do not fit. */
bool input_item_read(struct input_item *item, const struct input_step *step,
                     const struct input_lines *lines, size_t *at, struct input_scope *scope,
                     struct arena *arena);

/* Reads a shape's steps from line `*at` on. */
bool input_tree_read(struct input_tree *tree, const struct input_shape *shape,
                     const struct input_lines *lines, size_t *at, struct input_scope *scope,
                     struct arena *arena);

/* Copies a tree with its lines. Texts of fields are shared. */
void input_tree_copy(struct input_tree *copy, const struct input_tree *tree,
                     const struct input_shape *shape, struct arena *arena);

/* Appends the tree as text. */
void input_tree_write(struct str *out, const struct input_tree *tree,
                      const struct input_shape *shape);

#endif
