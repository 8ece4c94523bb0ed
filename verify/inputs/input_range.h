/* The values of a variable of an input: numbers or words. */
#ifndef INPUTS_INPUT_RANGE_H
#define INPUTS_INPUT_RANGE_H

#include "verify/inputs/input_model.h"
#include "verify/inputs/input_tree.h"

enum { INPUT_MAX_VALUES = 48, INPUT_MAX_PLACES = 32 };

/* The values of a variable. */
struct input_range {
    size_t n_numbers, n_words;                  /* observations */
    size_t n_samples;                           /* samples with an observation */
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

#endif
