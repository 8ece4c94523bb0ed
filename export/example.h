/* Examples: the part of a fix that a model sees, and the answer that it is to give. */
#ifndef EXPORT_EXAMPLE_H
#define EXPORT_EXAMPLE_H

#include "base/str.h"
#include "db/fixes/fix_reader.h"
#include "export/question.h"
#include "tokenize/parts.h"
#include "tokenize/tree.h"

enum granularity {
    GRANULARITY_PROGRAM,  /* the whole program */
    GRANULARITY_FUNCTION, /* the enclosing function, or run of statements (tokenize/parts.h) */
    GRANULARITY_LINE,     /* the lines of the token, with some lines of context */
    GRANULARITY_OWN,      /* that of the fix: function for a fix of git, else program. The default;
                           * it has no name */
};

/* The number of context lines that follows from the fix: for a line CONTEXT_OF_LINE, for the
 * function of a fix of git CONTEXT_OF_FUNCTION, else 0. */
enum { CONTEXT_OWN = -1, CONTEXT_OF_LINE = 3, CONTEXT_OF_FUNCTION = 10 };

/* The name of an enum granularity as on the command line; NULL after the last. */
const char *granularity_name(int granularity);

/* Returns the granularity, or that of the fix. */
enum granularity granularity_for(enum granularity granularity, const struct fix *row);

/* A part of the buggy program, and its fixed text: the buggy one with the edit applied
 * (tokenize/difference.h), so only the token differs. Neither has blank lines or a line end after
 * its code, so all answers end alike. */
struct excerpt {
    struct str above; /* context lines with their line ends: shown, not to be changed */
    struct str buggy; /* the code that is to be changed */
    struct str fixed;
    struct str below; /* context lines; begins with a line end */

    /* For functions: lines elsewhere in the program (part_add_context()), each with its line end.
     * They are not part of the shown code, and do not count in its lines. */
    struct str context;

    enum granularity granularity; /* that was cut */
    size_t part_start;            /* byte of the program at which `buggy` starts */
    bool is_function;             /* for functions: a function, not a run of statements */
    size_t start, end, token_end; /* the place in `buggy`, as in struct fix */
    size_t fixed_start, fixed_end;
    int64_t line;   /* of the place in the shown code, from 1 */
    int64_t column; /* from 0, in code points */

    struct program program; /* for functions: the buggy program, and its parts */
    struct program_parts parts;
};

/* The options that decide how examples are made. */
struct export_view {
    const struct question *question;
    enum granularity granularity;
    /* Of a line, the lines that are shown above and below it; of a function, at most the lines of
     * the excerpt's `context`; or CONTEXT_OWN */
    int64_t n_context;
    bool has_marks;      /* the code that is shown has marks around the place */
    bool has_ids;        /* the row has the keys of ids (export_add_row) */
    bool has_provenance; /* the row has the keys of its commit and file (export_add_row) */
    bool has_tokens;     /* the row has the keys of the tokens of its code (export_set_tokens) */
};

/* Where the code of an example is in the buggy file of a fix of git. For fixes from elsewhere the
 * text is "" and the numbers are 0. */
struct file_part {
    const char *granularity; /* the example's */
    int64_t line;            /* its first line in the file, from 1 */
    int64_t start_byte;      /* its first byte in the file as UTF-8, without a byte order mark */
};

/* An example. Its memory is reused; zero it before the first use. */
struct example {
    const struct fix *row;          /* borrowed */
    const struct export_view *view; /* may be NULL for formats that show only the row */
    struct excerpt excerpt;
    struct str context;      /* the lines around a function with their heading; empty: none */
    struct str shown;        /* the code, with marks if the view asks for them */
    const char *granularity; /* the name of what is shown; static */
    struct file_part part;   /* where the code is in a file of git */
    struct str answer;
    struct syntax_parsers *parsers; /* borrowed; NULL for formats that need no trees */
};

/* Makes the example of a row. Returns NULL, or the reason why the row has no example, as a static
 * text. */
const char *example_make(struct example *example, const struct fix *row,
                         const struct export_view *view, const struct lexical *lexical);
void example_release(struct example *example);

/* Cuts the shown code, which has no marks, into tokens (program_tokenize()). Returns NULL, or the
 * reason why this is not possible, as a static text. */
const char *example_tokenize(const struct example *example, struct program *program);

/* Append the prompt, the answer, and the code that is to be corrected. */
void example_add_prompt(struct str *out, const struct example *example);
void example_add_answer(struct str *out, const struct example *example);
void example_add_buggy(struct str *out, const struct example *example);

#endif
