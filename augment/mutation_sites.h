/* What a mutant may change at a token of a program, by the rules of its language
 * (mutation_rules.h). */
#ifndef AUGMENT_MUTATION_SITES_H
#define AUGMENT_MUTATION_SITES_H

#include "augment/scope.h"
#include "languages/mutation_rules.h"
#include "tokenize/difference.h"
#include "tokenize/enclosing.h"

struct mutation_sites {
    const struct program *program;      /* borrowed */
    const struct mutation_rules *rules; /* borrowed */
    struct scopes scopes;
    ARRAY(uint32_t) lines;        /* by token: the line that it starts on */
    ARRAY(unsigned char) is_kept; /* by node: in the value of a parameter, or in a type */
    ARRAY(bool) is_around;        /* internal; by scope */
};

/* Looks at a tokenized program. `out` is zeroed before the first use; its memory is reused. */
void mutation_sites_find(struct mutation_sites *out, const struct program *program);
void mutation_sites_release(struct mutation_sites *sites);

/* Whether another token of its category may stand at the token's place: not in the value of a
 * parameter or a type, and in an assignment only where its target may be added to, which
 * grammars let pass where interpreters do not. */
bool mutation_sites_is_open(const struct mutation_sites *sites, uint32_t token);

/* What the token may be exchanged by; NULL for nothing. */
const struct exchange_rule *mutation_sites_exchange(const struct mutation_sites *sites,
                                                    uint32_t token);

/* Whether a `not` may be inserted before the token, or the token is one that may be deleted:
 * `kind` says which. */
bool mutation_sites_negation(const struct mutation_sites *sites, uint32_t token,
                             enum edit_kind *kind);

/* Whether the use reads a variable, which may be mistaken for another one: no function, class,
 * import, builtin or receiver, and nothing that is called. */
bool mutation_sites_is_misusable(const struct mutation_sites *sites, const struct name_use *use);

/* The variables that a use may be mistaken for: those of the function (lambda, module) where it
 * stands that are bound on an earlier line, and those of comprehensions and lambdas around it.
 * Counts up to `limit` of them, and gives the name of the last. */
uint64_t mutation_sites_names(struct mutation_sites *sites, const struct name_use *use,
                              uint64_t limit, struct token_text *name);

/* The arguments of a node that are told by their place; 0 for a node that is no list of
 * arguments. Counts up to `limit`, and gives the place of the last. */
uint64_t mutation_sites_arguments(const struct mutation_sites *sites, uint32_t node, uint64_t limit,
                                  struct byte_range *argument);

#endif
