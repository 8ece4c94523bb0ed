/* What rows are compared by, as digests. */
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
    TRAIT_PROMPT,  /* what a model is given */
    TRAIT_CODE,    /* of tags: what its tags were put into */
    TRAIT_PROBLEM,
    TRAIT_USER,
    TRAIT_TAGGED, /* of tags: the split and the tagged code */
    TRAIT_ANSWER, /* and its code */
    N_ROW_TRAITS
};

struct row_traits {
    bool has[N_ROW_TRAITS];
    struct digest digests[N_ROW_TRAITS];
    const char *names[N_ROW_TRAITS]; /* of id, problem and user; else NULL */
    const char *split;               /* that the row names; NULL: none */
};

/* The id, for formats that have one, or else the bytes: by which a row is there twice. */
void traits_take_identity(struct row_traits *traits, const struct json *row, const char *line,
                          size_t length, const struct export_feature *features,
                          struct arena *arena);

/* The problem, the user and the split, of rows that have these keys. */
void traits_take_names(struct row_traits *traits, const struct json *row,
                       const struct export_feature *features, struct arena *arena);

/* All others, by which splits leak. The row has all keys with their types; programs are those that
 * its check left, and where there are none the texts stand for them. `scratch` is for reuse. */
void traits_take_content(struct row_traits *traits, const struct json *row,
                         const struct export_format *format, const struct row_programs *programs,
                         struct arena *arena, struct str *scratch);

#endif
