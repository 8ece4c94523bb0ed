/* What is wrong with a data set, rule by rule. */
#ifndef VALIDATE_FINDINGS_H
#define VALIDATE_FINDINGS_H

#include "base/arena.h"
#include "base/array.h"

#include <stdbool.h>
#include <stdint.h>

/* The number of a finding that was counted, but not kept. */
#define FINDING_NOT_KEPT SIZE_MAX

struct finding {
    const char *file;
    uint64_t line;    /* from 1; of a file as a whole 1 */
    const char *rule; /* a static word */
    const char *detail;
    bool is_warning; /* reported, but the data set is valid nonetheless */
    size_t cause;    /* number of the finding that this one follows from; 0: of none */
};

/* How often a rule was broken. */
struct rule_count {
    const char *rule;
    uint64_t n;
    bool is_warning;
};

/* Zero it, but for `max_per_rule`. */
struct findings {
    ARRAY(struct finding) list; /* of each rule the first `max_per_rule` */
    ARRAY(struct rule_count) rules;
    uint64_t n_errors, n_following; /* the latter are among the former */
    size_t max_per_rule;
    struct arena arena; /* of the texts */
};

/* Adds a finding; file and detail are copied. Returns its number: its place in the list, from 1,
 * or FINDING_NOT_KEPT. */
size_t findings_add(struct findings *findings, const struct finding *finding);

/* Says that an error follows from another finding, both by their numbers. With 0 for either nothing
 * is said. */
void findings_follow(struct findings *findings, size_t number, size_t cause);

/* The number of the first error in a file that follows from no other; 0 for none. */
size_t findings_first(const struct findings *findings, const char *file);

/* Whether the next finding of a rule would be kept, and not only counted. */
bool findings_have_room(const struct findings *findings, const char *rule);

void findings_release(struct findings *findings);

#endif
