/* Decides whether the output of a program is the expected one.
 *
 * Judges differ in this. AtCoder and Codeforces mostly compare tokens, whatever the white space
 * between them; Aizu refuses wrong line ends ("Presentation Error"); and some samples were copied
 * from a page that had lost white space. Ours says how far two outputs are the same:
 *
 * - Outputs are compared line by line, and lines token by token. Blanks, tabs and carriage returns
 *   separate tokens. Blanks around tokens, and blank lines and a line end at the end, do not count;
 *   a blank line before the end does. A program that a judge has accepted may do with less.
 * - Two tokens are equal if their bytes are.
 * - If the expected token is a decimal number with a point or an exponent, and the actual token is
 *   any decimal number, a difference within the tolerance is allowed. Whole numbers, which may be
 *   exact answers of many digits, and letters (`Yes`) have to be the same bytes.
 *
 * If an expected output of a problem has a decimal point, all its numbers get the tolerance.
 *
 * AtCoder compares real numbers within the error that the statement of a problem names, mostly
 * 1e-6. FixEval allows 1e-6 as well, RunBugRun an absolute error of 1e-4; BugNet compares the
 * texts. Problems with several right answers need a checker of their own, which the
 * tests that tokfix reads do not have: there, an output that differs need not be wrong. */
#ifndef VERIFY_CHECKER_H
#define VERIFY_CHECKER_H

#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

/* Decimal numbers, as programs print them: 12, -0.5, .5, 1., 6.02e+23. */
struct decimal {
    double value; /* infinite, or 0, if a double cannot hold it */
    bool is_real; /* written with a point or an exponent */
};

/* Reads a text that is a number from its first byte to its last. Returns false for any other text:
 * blanks around it, hexadecimal digits, `inf`, `nan`. Does not depend on the locale, and takes no
 * memory, whatever the length. */
bool decimal_read(struct decimal *out, const char *text, size_t length);

/* How far numbers may be apart. A number agrees if it satisfies one of the two bounds. */
struct tolerance {
    double absolute;         /* of the difference; finite, 0 or more */
    double relative;         /* of the difference, in parts of the expected number; the same */
    bool is_for_all_numbers; /* also if the expected number is written as a whole number */
};

/* The tolerance of a problem about which nothing is known. */
#define TOLERANCE_USUAL ((struct tolerance){.absolute = 1e-6, .relative = 1e-6})

/* Reads how the outputs of a problem are compared, as the test suites of cargo-compete say it:
 *
 *   Lines
 *   Float: relative_error: 1e-6 absolute_error: 1e-6
 *
 * `Lines` is the usual tolerance: tools that read AtCoder's statements also write it for some
 * problems with real answers. After `Float:` comes one of the errors or both, in any order; an
 * error that is absent is 0. All numbers are then compared within them. Returns false for any other
 * text, an error that is negative or 1 or more, and one that is given twice. The tolerance is then
 * the usual one. */
bool tolerance_read(struct tolerance *out, const char *text);

/* Appends the text that tolerance_read() reads as this tolerance. */
void tolerance_write(struct str *out, const struct tolerance *tolerance);

/* The note on such a text. */
#define TOLERANCE_UNKNOWN \
    "match '%.200s' is neither 'Lines' nor 'Float:' with errors; used as 'Lines'"

/* How far two outputs are the same. */
enum sameness {
    NOT_SAME,
    SAME_LETTERS, /* the same bytes beside other white space */
    SAME_TOKENS,  /* the same tokens in other lines */
    SAME_LINES    /* the same tokens in the same lines */
};

/* Returns the strictest comparison in which the actual output is right. The outputs may contain any
 * bytes, and may be NULL if their length is 0. NaN and infinity, and numbers that a double cannot
 * hold, are equal only as bytes. Takes time proportional to the lengths, and no memory. */
enum sameness outputs_compare(const char *expected, size_t n_expected, const char *actual,
                              size_t n_actual, const struct tolerance *tolerance);

/* Whether a token of the output is a number with a point or an exponent. */
bool output_has_real(const char *output, size_t length);

#endif
