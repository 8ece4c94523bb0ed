/* The traits by which rows are compared, as digests. */
#ifndef EXPORT_ROW_TRAITS_H
#define EXPORT_ROW_TRAITS_H

#include "base/mem.h"
#include "base/hash.h"
#include "base/json.h"
#include "export/rule_check.h"

struct export_feature;
struct export_format;

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

/* A row, and what its traits need. */
struct traits_source {
    const struct json *row;              /* has all keys with their types */
    const struct row_programs *programs; /* of the row's check; NULL: the texts are used instead */
    struct arena *arena;                 /* of the names */
    struct str *scratch;                 /* memory for reuse */
};

/* Sets the language, and the trait that finds duplicate rows: the id if the format has one, else
 * the bytes of the line. Of the row, only these keys need to have their types. */
void row_traits_take_identity(struct row_traits *traits, const struct traits_source *source,
                              const char *line, size_t length,
                              const struct export_feature *features);

/* Sets the other traits, which show leaks between splits: the problem, the user and the split, if
 * rows have these keys, and those that the format gives. */
void row_traits_take_content(struct row_traits *traits, const struct traits_source *source,
                             const struct export_format *format,
                             const struct export_feature *features);

/* For a format's take_traits(): set a trait to the digest of all texts since the scratch memory was
 * cleared, and add a text to them. Texts end with a zero, so that "a", "bc" and "ab", "c" differ.
 */
void row_traits_set(struct row_traits *traits, enum row_trait trait,
                    const struct traits_source *source);
void row_traits_add_text(const struct traits_source *source, const char *text);

/* Sets the trait to the digest of a text alone. */
void row_traits_set_text(struct row_traits *traits, enum row_trait trait, const char *text);

#endif
