/* What is wrong with a data set, rule by rule. */
#ifndef VALIDATE_FINDINGS_H
#define VALIDATE_FINDINGS_H

#include "base/arena.h"
#include "base/array.h"

#include <stdbool.h>
#include <stdint.h>

struct finding {
    const char *file;
    uint64_t line;    /* from 1; of a file as a whole 1 */
    const char *rule; /* a static word */
    const char *detail;
    bool is_warning; /* told, but the data set is valid nonetheless */
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
    uint64_t n_errors;
    size_t max_per_rule;
    struct arena arena; /* of the texts */
};

/* Adds a finding; file and detail are copied. */
void findings_add(struct findings *findings, const struct finding *finding);

/* Whether the next finding of a rule would be kept, and not only counted. */
bool findings_have_room(const struct findings *findings, const char *rule);

void findings_release(struct findings *findings);

#endif
