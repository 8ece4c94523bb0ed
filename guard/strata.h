/* The strata of a split: what each part should have its share of. They are all fixes, each
 * category, each language, each source (the data set that the problem is from; all git repositories
 * are one), and each category of a language of a source. */
#ifndef GUARD_STRATA_H
#define GUARD_STRATA_H

#include "base/table.h"
#include "base/union_find.h"
#include "guard/fix_pairs.h"
#include "guard/stratify.h"

enum strata_kind { STRATA_ALL, STRATA_CATEGORY, STRATA_LANGUAGE, STRATA_SOURCE, STRATA_CELL };
extern const char *const strata_kind_names[];

/* A category of a language of a source. */
struct cell {
    uint32_t category, language, source;
};

struct strata {
    struct table categories, languages, sources, names; /* names: of cells */
    ARRAY(struct cell) cells;
    uint32_t *cell_of; /* by pair */
    double shares[N_PARTS];
    struct stratify task; /* how everything was divided; no strata before */
};

struct strata_request {
    const struct pairs *pairs;
    struct union_find *groups; /* of the pairs */
    const int *pins;           /* by pair: its earlier part, or NO_PART */
    const char *seed;
    const double *shares;
    int n_parts;
};

/* Divides the groups of the pairs that decide the splits, and sets the part of each pair; NO_PART
 * for others. Release `out` with strata_release(), also after a failure. */
int strata_divide(struct strata *out, int *parts, struct db *db,
                  const struct strata_request *request, struct err *err);
void strata_release(struct strata *strata);
SCOPED_VALUE(strata, strata_release)

/* Returns the kind of a stratum, and sets its name. That of a cell is "literal, java, condefects".
 */
enum strata_kind strata_kind_of(const struct strata *strata, uint32_t stratum, const char **name);

#endif
