/* How much of a program a row shows. */
#ifndef EXPORT_EXCERPT_H
#define EXPORT_EXCERPT_H

#include "base/str.h"
#include "fixes/fix_reader.h"
#include "tokenize/tree.h"

enum granularity {
    GRANULARITY_PROGRAM,  /* both programs as they were submitted */
    GRANULARITY_FUNCTION, /* the enclosing function, or run of statements (tokenize/enclosing.h) */
    GRANULARITY_LINE,     /* the lines of the token, and some lines of context */
};

/* The name of an enum granularity as on the command line; NULL after the last. */
const char *granularity_name(int granularity);

/* A part of the buggy program, and what it becomes. For function and line the fixed text is the
 * buggy one with the edit applied (tokenize/apply.h), so that nothing but the token differs. */
struct excerpt {
    struct str above; /* context lines: shown, and not to be changed; with line ends */
    struct str buggy; /* what is to be changed */
    struct str fixed;
    struct str below; /* context, from a line end on */

    size_t part_start;            /* byte of the program at which `buggy` starts */
    bool is_function;             /* for function: it is one, and no run of statements */
    size_t start, end, token_end; /* in `buggy`: the place, as in struct fix */
    size_t fixed_start, fixed_end;
    int64_t line;   /* of the place, from 1, in what is shown */
    int64_t column; /* from 0, in code points */
};

/* Cuts an excerpt, whose memory is reused; zero it before the first use. `n_context` lines above
 * and below are shown for a line. False when the program does not parse, as a store's programs do,
 * and that had to be asked. */
bool excerpt_cut(struct excerpt *excerpt, const struct fix *row, enum granularity granularity,
                 int64_t n_context, struct syntax_parser *parser, struct syntax_tree *tree);
void excerpt_release(struct excerpt *excerpt);

/* What is shown: context, buggy part, context. Appended to `out`. With `marks` the place stands
 * between <START> and <END>, for an insertion the token that it must stand before. */
void excerpt_add_shown(struct str *out, const struct excerpt *excerpt, bool marks);

/* The same with the fixed part. */
void excerpt_add_fixed(struct str *out, const struct excerpt *excerpt);

/* The marks. A text that holds one of them cannot be marked. */
extern const char excerpt_start_mark[], excerpt_end_mark[];

#endif
