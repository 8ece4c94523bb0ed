/* All mutations of a program, in groups that are drawn from.
 *
 * A draw chooses a rule, a group of it by its weight, and a member of that. In the uniform
 * distribution a group is a token, its members what it may become, and all groups weigh the
 * same. In that of real fixes (real_edits.h) a group is an edit that was seen, its members the
 * tokens where it can be made, and its weight the number of such fixes; variables and arguments,
 * whose texts are those of a program, are as in the uniform one. */
#ifndef AUGMENT_MUTATIONS_H
#define AUGMENT_MUTATIONS_H

#include "augment/real_edits.h"
#include "augment/scope.h"
#include "languages/mutation_rules.h"
#include "tokenize/difference.h"
#include "tokenize/enclosing.h"

/* What may change at the tokens of a program, by the rules of its language (mutation_rules.h). */
struct mutation_sites {
    const struct program *program;      /* borrowed */
    const struct mutation_rules *rules; /* borrowed */
    struct scopes scopes;
    ARRAY(uint32_t) lines;        /* by token: the line that it starts on */
    ARRAY(unsigned char) is_kept; /* by node: in the value of a parameter, or in a type */
    ARRAY(bool) is_around;        /* internal; by scope */
};

struct mutation {
    enum mutation_rule rule;
    enum edit_kind kind;             /* an inserted `not` is EDIT_INSERT */
    struct byte_range range;         /* of the token; insert: empty, where the text goes */
    struct token_text text;          /* what is put there */
    struct byte_range first, second; /* of a swap: the arguments, instead of range and text */
};

/* What the members of a group are. */
enum mutation_source {
    MUTATION_TEXTS,     /* texts that the token may become */
    MUTATION_NAMES,     /* likewise, variables */
    MUTATION_PLACES,    /* tokens that may become the text */
    MUTATION_ARGUMENTS, /* pairs of arguments */
};

struct mutation_group {
    enum mutation_rule rule;
    enum mutation_source source;
    enum edit_kind kind;
    uint32_t place; /* TEXTS: token. NAMES: use. ARGUMENTS: node. PLACES: first in `places` */
    const char *const *texts; /* TEXTS; the token's own is no member */
    struct token_text text;   /* PLACES */
    uint64_t n_members;       /* from 1 */
    double weight;
};

struct mutations {
    struct mutation_sites sites;
    ARRAY(struct mutation_group) groups; /* by rule */
    size_t first_group[N_MUTATION_RULES + 1];
    uint64_t n_sites[N_MUTATION_RULES]; /* tokens, or lists of arguments, that can be changed */
    double weights[N_MUTATION_RULES];   /* of the rules, whether or not they have a group */
    ARRAY(uint32_t) places;             /* tokens */
    ARRAY(struct edit_place) edits;     /* internal */
};

struct mutation_options {
    const struct real_edits *real;    /* NULL: uniform */
    bool is_wanted[N_MUTATION_RULES]; /* the rules */
};

/* Finds the mutations of a tokenized program, whose language has rules for them. `out` is zeroed
 * before the first use; its memory is reused. It borrows the program and what the options name. */
void mutations_find(struct mutations *out, const struct program *program,
                    const struct mutation_options *options);
void mutations_release(struct mutations *mutations);

/* A member of a group, from 0. */
struct mutation mutations_member(struct mutations *mutations, const struct mutation_group *group,
                                 uint64_t member);

#endif
