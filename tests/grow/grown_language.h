/* What the generator knows about each language of CodeNet: how to read a program and what may be
 * edited in it. None of it comes from tokfix's own tables. Lists end with NULL. */
#ifndef GROW_GROWN_LANGUAGE_H
#define GROW_GROWN_LANGUAGE_H

#include <stdbool.h>
#include <stddef.h>

struct reading;

enum { GROWN_CPP, GROWN_PYTHON, GROWN_C, GROWN_JAVA, N_GROWN_LANGUAGES };

/* What must be around a sign that is replaced. */
enum sign_place {
    OPERAND_BEFORE = 1,
    OPERAND_AFTER = 2,
    BLANKS_AROUND = 4,    /* only blanks, or nothing, before it and after it */
    GAPS_AROUND = 8,      /* blanks before it and after it */
    NOT_AFTER_CAST = 16,  /* in `(int) - x` the sign is not binary */
    END_AFTER = 32,       /* `)` or `;`, as after `i++` */
    CONDITION_LINE = 64,  /* in a condition that has no `for` and no `:=` */
    ANGLES_IN_GAPS = 128, /* `<` and `>` without blanks may be brackets */
};

/* Tokens that replace each other. */
struct sign_family {
    const char *const *texts;
    double weight;   /* how often it is edited, after the thesis's table of bug types */
    unsigned place;  /* enum sign_place */
    bool makes_sign; /* two of its keywords make one sign, as `is not` */
};

struct grown_language {
    const char *name; /* as in tokfix's --language */
    const char *codenet_name;
    const char *extension;
    double n_submissions; /* in CodeNet */

    /* How programs are read. */
    bool (*read)(struct reading *reading); /* false if the tokens of any part are in doubt */
    const char *const *keywords;           /* also other words that no edit changes */
    const char *const *signs;              /* of two and more characters, longest first */
    const char *single_signs;
    const char *const *refused_signs; /* the tokens of a program with one of these are in doubt */
    const char *const *type_words;    /* a run of these is one token */
    const char *const *types;         /* the runs that are read */
    const char *number_suffixes;
    size_t most_suffixes; /* letters after a number */
    bool has_directives;

    /* How tokens are edited. */
    const char *const *binding;           /* names on a line with one of these do not change */
    const char *const *scope_words;       /* names of a program with one of these do not change */
    const char *const *conditions;        /* words before a condition */
    bool has_conditions_anywhere;         /* not only at the start of a line */
    const char *negation;                 /* the only token that an edit inserts or deletes */
    const char *negation_gap;             /* white space before it */
    const char *condition_bracket;        /* before the condition; NULL if there is none */
    const struct sign_family *families;   /* ends with texts = NULL */
    const struct sign_family *characters; /* literals in '; NULL if those are strings */

    /* How lines are edited. */
    const char *statement_end;            /* the last token of a statement; NULL: the line end */
    const char *const *statement_breaks;  /* a line with one of these is not deleted */
    const char *const *statement_seconds; /* the second token of a simple statement; NULL: any */
    const char *const *statement_befores; /* what a statement may follow; NULL: a line end */
    const char *const *comments;          /* 4, at the end of a line */
    const char *const *lines;             /* 5, with their line ends */
    char comment_start;
};

extern const struct grown_language grown_languages[N_GROWN_LANGUAGES];

/* The readers, for the tables. */
bool python_words_read(struct reading *reading);
bool brace_words_read(struct reading *reading);

#endif
