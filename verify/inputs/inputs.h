/* What the files of this folder share. */
#ifndef VERIFY_INPUTS_INPUTS_H
#define VERIFY_INPUTS_INPUTS_H

#include "base/chance.h"
#include "base/mem.h"
#include "base/str.h"
#include "verify/inputs/input_model.h"

/* ---- Trees ---- */

/* An input of a program as a tree: lines of fields, and blocks of repeated lines.
 *
 * A shape is what the samples of a problem have in common: a sequence of steps. A step is a line or
 * a block. A block repeats its body, another shape, a number of times that a size gives. Sizes are
 * computed from numbers read before: these are the scalars, the leading fields of lines. A tree
 * has the fields of one input, in the order of the shape's steps. All memory is an arena's. */

enum {
    INPUT_MAX_FIELDS = 8,                      /* leading fields of a line that are scalars */
    INPUT_MAX_SCALARS = 128,                   /* of a shape */
    INPUT_MAX_STEPS = 12,                      /* of a shape, not counting those of its blocks */
    INPUT_MAX_ALL_STEPS = INPUT_MAX_STEPS * 7, /* with those of its blocks */
    INPUT_MAX_TAGS = 6,                        /* kinds of lines in a block of tagged lines */
    INPUT_MAX_VARS = 96,                       /* of a shape */
    INPUT_MAX_CELLS = 6000 /* of an input; larger ones are neither read nor made */
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

/* Returns the index of the first of `n` fields that is equal to `cell`; `n` if there is none. */
size_t input_cells_find(const struct input_cell *cells, size_t n, const struct input_cell *cell);

/* Computes a size. Returns false if a scalar is unknown, or if the result is not within 0 and
 * INPUT_MAX_CELLS. SIZE_FREE gives `rest`. */
bool input_size_value(const struct input_size *size, const struct input_scope *scope, size_t rest,
                      size_t *n);

/* Sets the scalars of a line's leading fields. */
void input_scope_enter(struct input_scope *scope, const struct input_step *step,
                       const struct input_line *line);

/* Returns the variable of field `i` of a line, or -1 if there is none: an unknown tag. */
int input_var(const struct input_step *step, const struct input_line *line, size_t i);

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

/* ---- Shapes ---- */

/* Infers the shape that all samples of a problem have in common. */

/* The most samples that are looked at. */
enum { INPUT_MAX_SAMPLES = 8 };

/* What was inferred: the shape, and the numbers that its parts have. */
struct input_shape_found {
    struct input_shape shape;
    size_t n_vars, n_scalars, n_steps;
    const struct input_step *steps[INPUT_MAX_ALL_STEPS]; /* by number */
};

/* Finds the simplest shape that reads all samples to their end. There is always one, except for
 * inputs of many lines that have nothing in common; then it returns false. */
bool input_shape_infer(struct input_shape_found *found, const struct input_lines *samples, size_t n,
                       struct arena *arena);

/* ---- Ranges ---- */

/* The values of a variable of an input: numbers or words. */

enum { INPUT_MAX_VALUES = 48, INPUT_MAX_PLACES = 32 };

/* The values of a variable. */
struct input_range {
    size_t n_numbers, n_words;                  /* observations */
    int64_t least, most;                        /* of numbers */
    int64_t divisor;                            /* of all numbers; 0: all are 0 */
    bool is_list;                               /* has many values in an input */
    bool is_size;                               /* a size is computed from it */
    bool is_word;                               /* its digits are words, not numbers */
    struct input_cell values[INPUT_MAX_VALUES]; /* the first distinct ones */
    size_t n_values;
    bool has_more;                 /* distinct values than these */
    size_t min_length, max_length; /* of words */
    bool alphabet[256];
    size_t min_count[256], max_count[256]; /* of a character in all words of a block or line */
    size_t n_counts;                       /* blocks or lines that were counted */
    int border;                            /* the character around all grids; -1: none */
    size_t prefix; /* characters that all words start with: those of values[0] */
    uint8_t classes[INPUT_MAX_PLACES]; /* of the characters at each place, if lengths are equal */
};

/* What other trees may have for a variable: bounds of its numbers, and of the lengths of words. */
struct input_bounds {
    int64_t low, high;
    size_t min_length, max_length;
    bool is_closed; /* only the observed values */
};
struct input_bounds input_range_bounds(const struct input_range *range,
                                       enum input_strictness strictness);

/* Returns the class of a character, a bit: lower case, upper case, digit, other. */
uint8_t input_char_class(char c);

/* Learns from a field. */
void input_range_learn(struct input_range *range, const struct input_cell *cell);

/* Whether a field could be of this variable. */
bool input_range_allows(const struct input_range *range, enum input_strictness strictness,
                        const struct input_cell *cell);

/* The same for all words of a line or block: how often characters occur in them, and the border of
 * a grid (a column of words). */
void input_range_learn_words(struct input_range *range, const struct input_cell *const *cells,
                             size_t n, bool is_column);
bool input_range_allows_words(const struct input_range *range, enum input_strictness strictness,
                              const struct input_cell *const *cells, size_t n, bool is_column);

/* ---- Predicates ---- */

/* What may hold of numbers, lists and rows of an input. Each function returns a set of bits: what
 * holds. A family of bits is here because outcomes, or false proofs in the control, change without
 * it. */

/* A number beside another. */
enum {
    HOLDS_LE = 1 << 0,
    HOLDS_LT = 1 << 1,
    HOLDS_GE = 1 << 2,
    HOLDS_GT = 1 << 3,
    HOLDS_NE = 1 << 4,
    HOLDS_EQ = 1 << 5
};
uint32_t input_number_relations(int64_t a, int64_t b);

/* A list of numbers, or of words. */
enum {
    HOLDS_NONDECREASING = 1 << 0,
    HOLDS_INCREASING = 1 << 1,
    HOLDS_NONINCREASING = 1 << 2,
    HOLDS_DECREASING = 1 << 3,
    HOLDS_DISTINCT = 1 << 4,
    HOLDS_NEIGHBOURS_DIFFER = 1 << 5
};
uint32_t input_list_holds(const struct input_cell *const *cells, size_t n, struct arena *scratch);

/* Rows: the first two fields as an edge of a graph. */
enum {
    HOLDS_ROWS_DISTINCT = 1 << 0,
    HOLDS_PAIRS_DISTINCT = 1 << 1,
    HOLDS_EDGES_DISTINCT = 1 << 2 /* {u, v} whichever comes first */
};
uint32_t input_rows_hold(const struct input_line *const *rows, size_t n);

/* The same, with nodes 1 .. n_nodes. Nothing holds if a number is not a node. */
enum { HOLDS_NODES = 1 << 0, HOLDS_CONNECTED = 1 << 1, HOLDS_ACYCLIC = 1 << 2 };
bool input_is_edge(const struct input_line *row, size_t n_nodes); /* between two of these nodes */
uint32_t input_edges_hold(const struct input_line *const *rows, size_t n, size_t n_nodes);

/* Events: rows whose first field is a kind and whose second names a thing, in the order of time. A
 * kind beside another. */
enum {
    HOLDS_NEVER_AFTER = 1 << 0, /* it never happens to a thing that the other has happened to */
    HOLDS_FEWER = 1 << 1,       /* before it, it happened less often than the other, */
    HOLDS_FEWER_EACH = 1 << 2   /* to the same thing, too */
};

/* ---- Facts ---- */

/* What holds in all samples of a problem: ranges of numbers, alphabets, and relations between
 * fields, lists, words and rows. Facts are learned from the samples' trees, and then say whether
 * another tree of the same shape is as they are. */

/* Facts of one kind at one place: bits of the predicates (input_predicates.c). */
struct input_site {
    uint32_t broken;     /* did not hold once */
    uint32_t kept;       /* held, often enough: what other trees must have */
    uint8_t evidence[8]; /* how often a bit held where it could have failed; 255: or more */
};

enum input_site_kind {
    SITE_SCALARS, /* [var][scalar] */
    SITE_LENGTHS, /* [var][scalar]: of words */
    SITE_LISTS,   /* [var][in a line, in a column] */
    SITE_ROWS,    /* [step] */
    SITE_EDGES,   /* [step][scalar] */
    SITE_EVENTS,  /* [step][order, never][kind][kind] */
    N_SITES
};

/* The characters of a grid at the places that pairs of numbers say, from (0, 0) or (1, 1) on. */
struct input_pointer {
    size_t n;
    bool is_outside[2], is_seen[2][256];
};

struct input_facts {
    const struct input_shape_found *found;
    enum input_strictness strictness;
    struct input_range *ranges;
    struct input_site *sites[N_SITES];
    struct input_pointer *pointers; /* [var]: of the first number of a pair */
};

/* Allocates facts without knowledge, in the arena. */
struct input_facts *input_facts_new(const struct input_shape_found *found, struct arena *arena);

/* Learns from a sample. */
void input_facts_learn(struct input_facts *facts, const struct input_tree *tree);

/* Decides which facts are kept, after the last sample. */
void input_facts_settle(struct input_facts *facts, enum input_strictness strictness);

/* Whether a tree has all that is kept. */
bool input_facts_hold(const struct input_facts *facts, const struct input_tree *tree);

/* Returns what is kept of a number beside a scalar (HOLDS_LE, ...), or of the length of a word. */
uint32_t input_facts_scalar(const struct input_facts *facts, int var, int scalar);

#endif
