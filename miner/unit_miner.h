/* Mines one unit of work.
 *
 * Everything that is found goes into the unit's own result, so that units can be mined in parallel
 * and written one after the other. */
#ifndef MINER_UNIT_MINER_H
#define MINER_UNIT_MINER_H

#include "base/table.h"
#include "miner/histories.h"

/* ---- What was found in a unit ---- */

/* The versions with one verdict, and the rejected pairs whose buggy side they are, by reason. */
struct verdict_counts {
    enum verdict_class class;
    size_t n, n_rejects[N_REJECT_REASONS];
};

/* What was found among the versions of a unit in one language. */
struct language_result {
    const struct language *language;
    size_t n_versions, n_histories;
    size_t n_compared; /* versions that take part in a pair */
    size_t n_pairs, n_fixes;
    struct table verdicts;                   /* "" for none */
    ARRAY(struct verdict_counts) by_verdict; /* by the numbers of `verdicts` */
    ARRAY(size_t) n_histories_of_size;       /* by the number of versions in a history */
};

struct unit_result {
    const struct unit *unit;
    /* Keeps outcomes while a large unit is mined; NULL: nothing does */
    struct pair_journal *journal;
    const char *database; /* in its folder is the file of texts; NULL: all texts are in memory */
    FILE *texts;          /* of many texts, all but the first; an unnamed file, or NULL */
    size_t n_text_bytes;  /* of those in memory */
    bool is_cut; /* mining it was broken off (interrupt_is_overdue()): it must not be used */
    struct unit_content *content;            /* its arena also owns all texts below; closed */
    ARRAY(struct language_result) languages; /* those that the unit has versions in, in order */
    ARRAY(struct used_version) used;
    ARRAY(struct fix_row) fixes; /* `buggy` and `fixed` are indices into `used` */
};

void unit_result_release(void *result);

/* Stores the result: the problem, its errors, programs and fixes, and its counts by language. */
int unit_result_store(const struct unit_result *result, const struct pair_source *source,
                      struct db *store, struct err *err);

/* Stores errors of a unit; those of the dataset as a whole if `unit_id` is NULL. */
int input_errors_store(const struct input_errors *errors, const char *unit_id, struct db *store,
                       struct err *err);

/* ---- Mining ---- */

struct mine_options {
    const char *prefix; /* of the ids of units; NULL: none */
    unsigned languages; /* a set (tokenize/languages/language.h) */
    enum pairing pairing;
    enum failing failing; /* FAILING_JUDGED or FAILING_ALL */
    size_t max_bytes;     /* of a source */
    size_t max_tokens;    /* of a program, including layout tokens; 0: no limit */
    size_t max_pairs;     /* of a history */
};

struct unit_miner; /* opaque: the parsers and memory of one thread */

struct unit_miner *unit_miner_new(const struct mine_options *options);
void unit_miner_free(void *miner); /* NULL is ignored */
SCOPED_POINTER(unit_miner, unit_miner_free)

/* Mines the unit of the result, which is zeroed but for it, the journal and the database. Release
 * the result with unit_result_release(). */
void unit_miner_run(struct unit_miner *miner, const struct pair_source *source,
                    struct unit_result *result);

#endif
