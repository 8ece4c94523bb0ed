/* Excerpts: the part of a program that a row shows. */
#ifndef EXPORT_EXCERPT_H
#define EXPORT_EXCERPT_H

#include "base/str.h"
#include "db/fixes/fix_reader.h"
#include "tokenize/parts.h"

enum granularity {
    GRANULARITY_PROGRAM,  /* both programs as they were submitted */
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

/* A part of the buggy program, and its fixed text. For functions and lines the fixed text is the
 * buggy one with the edit applied (tokenize/difference.h), so only the token differs. */
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

/* Cuts an excerpt. Its memory is reused; zero it before the first use. `n_context`, or
 * CONTEXT_OWN: for a line, the lines that are shown above and below; for a function, at most the
 * lines in `context`. `lexical` is needed for functions only. Returns false if the cut
 * needs tokens and the program has none, although the programs of a database should. */
bool excerpt_cut(struct excerpt *excerpt, const struct fix *row, enum granularity granularity,
                 int64_t n_context, const struct lexical *lexical);
void excerpt_release(struct excerpt *excerpt);

/* Appends the shown code: context, buggy part, context. With `marks`, <START> and <END> enclose the
 * place. For an insertion they enclose the token before which the missing token belongs. */
void excerpt_add_shown(struct str *out, const struct excerpt *excerpt, bool marks);

/* The marks. A text that contains one of them cannot be marked. */
extern const char excerpt_start_mark[], excerpt_end_mark[];

#endif
