/* All mutations of a program, in groups for random draws.
 *
 * A draw chooses a rule, then one of its groups by weight, then a member of the group. In the
 * uniform distribution, a group is a token, its members are the texts that the token may become,
 * and all groups have the same weight. In the distribution of real fixes (real_edits.h), a group is
 * an edit that occurs in the fixes, its members are the tokens where the edit can be made, and its
 * weight is the number of such fixes. Variables are drawn as in the uniform
 * distribution, because their texts belong to the program. */
#ifndef AUGMENT_MUTATIONS_H
#define AUGMENT_MUTATIONS_H

#include "augment/real_edits.h"
#include "tokenize/code_lines.h"
#include "tokenize/difference.h"
#include "tokenize/scope.h"
#include "tokenize/languages/change_rules.h"

#include <limits.h>

/* What may change at the tokens of a program, by the rules of its language (change_rules.h). */
struct mutation_sites {
    const struct program *program;      /* borrowed */
    const struct mutation_rules *rules; /* borrowed */
    struct scopes scopes;
    ARRAY(uint32_t) lines; /* by token: the line on which it starts */
    ARRAY(unsigned char)
    is_kept; /* by node: it is in the default value of a parameter or in a type, and
                            * stays as it is */
    ARRAY(const struct exchange_rule *)
    exchanges;                             /* by token: the rule by which it may be exchanged,
                                                    * or NULL; not set for real edits */
    ARRAY(bool) is_around;                 /* internal; by scope */
    bool is_exchange_start[UCHAR_MAX + 1]; /* internal; by byte: the first of an exchanged token */
};

struct mutation {
    enum mutation_rule rule;
    enum edit_kind kind;     /* EDIT_INSERT for an inserted `not` */
    struct byte_range range; /* of the token; for an insertion an empty range, where the
                                      * text goes */
    struct token_text text;  /* the new text */
};

/* The kind of a group's members. */
enum mutation_source {
    MUTATION_TEXTS,  /* texts that the token may become */
    MUTATION_NAMES,  /* variables that the token may become */
    MUTATION_PLACES, /* tokens that may become the text */
};

struct mutation_group {
    enum mutation_rule rule;
    enum mutation_source source;
    enum edit_kind kind;
    uint32_t place;           /* TEXTS: token. NAMES: use. PLACES: index of its first one in
                     * `places` */
    const char *const *texts; /* for TEXTS; the token's own text does not count as a member */
    struct token_text text;   /* for PLACES */
    uint64_t n_members;       /* 1 or more */
    double weight;
};

struct mutations {
    struct mutation_sites sites;
    ARRAY(struct mutation_group) groups; /* sorted by rule */
    size_t first_group[N_MUTATION_RULES + 1];
    uint64_t n_sites[N_MUTATION_RULES]; /* tokens that can be changed */
    double weights[N_MUTATION_RULES];   /* of the rules, even of those without a group */
    ARRAY(uint32_t) places;             /* tokens */
    ARRAY(struct edit_place) edits;     /* internal */
};

struct mutation_options {
    const struct real_edits *real;    /* the distribution of real fixes; NULL: uniform */
    bool is_wanted[N_MUTATION_RULES]; /* by rule */
};

/* Finds the mutations of a tokenized program. Its language must have rules for them. `out` must be
 * zero before the first use; its memory is reused. It borrows the program and everything that the
 * options point to. */
void mutations_find(struct mutations *out, const struct program *program,
                    const struct mutation_options *options);
void mutations_release(struct mutations *mutations);

/* Returns a member of a group, counted from 0. */
struct mutation mutations_member(struct mutations *mutations, const struct mutation_group *group,
                                 uint64_t member);

#endif
