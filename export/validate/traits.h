/* The traits by which rows are compared, as digests. */
#ifndef VALIDATE_TRAITS_H
#define VALIDATE_TRAITS_H

#include "base/arena.h"
#include "base/hash.h"
#include "export/format.h"
#include "export/row_check.h"

enum row_trait {
    TRAIT_ID,
    TRAIT_ROW,     /* its bytes */
    TRAIT_PAIR,    /* both programs, token by token */
    TRAIT_PROGRAM, /* the buggy one */
    TRAIT_PROMPT,  /* a model's input */
    TRAIT_CODE,    /* of `tags`: the code without tags */
    TRAIT_PROBLEM,
    TRAIT_USER,
    TRAIT_TAGGED, /* of `tags`: the split and the tagged code */
    TRAIT_ANSWER, /* of `tags`: the split, the tagged code and the code */
    N_ROW_TRAITS
};

struct row_traits {
    bool has[N_ROW_TRAITS];
    struct digest digests[N_ROW_TRAITS];
    const char *names[N_ROW_TRAITS]; /* for id, problem and user; else NULL */
    const char *split;               /* the split that the row names; NULL: none */
    const char *language;            /* the language that the row names; NULL: none */
};

/* Sets the language, and the trait that finds duplicate rows: the id if the format has one, else
 * the bytes. */
void traits_take_identity(struct row_traits *traits, const struct json *row, const char *line,
                          size_t length, const struct export_feature *features,
                          struct arena *arena);

/* Sets the problem, the user and the split, if rows have these keys. */
void traits_take_names(struct row_traits *traits, const struct json *row,
                       const struct export_feature *features, struct arena *arena);

/* Sets the other traits, which show leaks between splits. The row has all keys with their types.
 * `programs` are those of the row's check; if there are none, the texts are used instead. `scratch`
 * is memory for reuse. */
void traits_take_content(struct row_traits *traits, const struct json *row,
                         const struct export_format *format, const struct row_programs *programs,
                         struct arena *arena, struct str *scratch);

#endif
