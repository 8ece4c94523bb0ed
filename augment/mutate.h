/* Mutants: a correct program with a bug inserted, which is drawn at random, and the fix that
 * removes the bug. They are made of many programs, and stored as fixes next to the real ones. */
#ifndef AUGMENT_MUTATE_H
#define AUGMENT_MUTATE_H

#include "augment/mutations.h"
#include "base/chance.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/meter.h"
#include "classify/dialect.h"
#include "db/store.h"
#include "db/fixes/correct_programs.h"
#include "db/fixes/choice.h"
#include "tokenize/parts.h"
#include "tokenize/languages/change_rules.h"

/* Why a program gets no mutants. */
enum mutate_refusal {
    MUTATE_NOT_REFUSED,
    MUTATE_EXCLUDED,      /* its fixes are marked as excluded */
    MUTATE_IN_NO_SPLIT,   /* the database has splits, and nothing decides which one is the program's
                           */
    MUTATE_IN_TWO_SPLITS, /* it would tie two splits */
    MUTATE_OTHER_SPLIT,   /* it is not in a wanted split */
    MUTATE_OTHER_FIX,     /* the filters take none of its fixes */
    N_MUTATE_REFUSALS
};

struct mutate_options {
    const struct language *language; /* of the programs; it has mutation rules */
    int64_t per_program;             /* maximum number of mutants of a program, from 1 */
    bool follows_real; /* follow the distribution of the database's real fixes (if it has splits, of
                        * those in train); otherwise uniform */
    bool is_wanted[N_MUTATION_RULES];   /* by rule */
    const char *categories, *splits;    /* as given by the user, for the record; "" for all */
    const struct filter_value *regions; /* where a bug may be; NULL: anywhere */
    /* Whether a submission is refused, and why. Called by several threads at once. NULL: none is.
     */
    enum mutate_refusal (*refuse)(void *context, const struct submission_row *submission);
    void *refuse_context;
    const char *seed;
    const char *programs; /* where they come from: "fixes" or "dataset" */
    int n_jobs;
    struct meter meter; /* counts programs */
};

/* The counts that the tables mutate_run and mutate_rules store. All members are int64_t, because
 * the counts of the problems are added as arrays. */
struct mutate_counts {
    int64_t n_programs, n_accepted, n_unused, n_equal;
    int64_t n_refused[N_MUTATE_REFUSALS]; /* programs, by refusal */
    int64_t n_programs_of[N_MUTATION_RULES], n_sites[N_MUTATION_RULES], n_mutants[N_MUTATION_RULES];
    int64_t n_of_region[N_REGIONS]; /* mutants dropped because their token is in another region */
    int64_t n_replaced;             /* earlier mutants, which were removed */
};

/* Makes mutants of the programs of `source`, in the caller's transaction. Mutants of an earlier run
 * are removed first, with the programs that only they use and everything that was found about them.
 * Each program gets as many mutants as are wanted and possible. They all differ,
 * token by token, from each other and from every correct program of the problem, and their bugs are
 * in the regions that are wanted: a changed docstring is not a bug. A program gets
 * none if it is refused, or if an equal program of its problem is excluded.
 *
 * A program's mutants depend only on the seed, the problem and the submission. With the real
 * distribution, they also depend on the database's real fixes. They do not depend on `n_jobs`. The
 * mutants of a larger `per_program` include those of a smaller one. */
int mutate_store(struct db *db, const struct mutate_options *options,
                 const struct correct_source *source, struct mutate_counts *counts,
                 struct err *err);

/* ---- One mutant ---- */

/* Draws mutations of a program at random, each at most once.
 *
 * The draws depend only on the seed and the program, and are made one after another. So the first
 * five of a hundred are the same five as when only five are drawn. */
struct mutation_draws {
    struct mutations *mutations; /* borrowed */
    struct dice dice;
    ARRAY(uint64_t) n_left; /* by group: number of members that were not drawn */
    ARRAY(uint64_t)
    first_member;               /* by group: number of its first member, among the members of all
                                 * groups */
    ARRAY(unsigned char) drawn; /* one bit for each member */
    uint64_t n_left_of[N_MUTATION_RULES];
};

/* Starts the draws. `draws` must be zero before the first use; its memory is reused. */
void mutation_draws_begin(struct mutation_draws *draws, struct mutations *mutations, uint64_t seed);
void mutation_draws_release(struct mutation_draws *draws);
SCOPED_VALUE(mutation_draws, mutation_draws_release)

/* Draws a mutation that was not drawn before. Returns false if there is none left. */
bool mutation_draws_next(struct mutation_draws *draws, struct mutation *mutation);

struct mutant {
    struct mutation mutation;     /* its text is in the arena */
    struct fix_row row;           /* without submissions; texts in the arena */
    struct digest digest;         /* of the mutant's tokens */
    char sha256[SHA256_HEX_SIZE]; /* of the mutant's source */
    size_t n_bytes;
};

/* Makes mutants in one thread. */
struct mutant_maker {
    struct syntax_parser *parser;
    const struct dialect_finder *dialects;
    struct program program; /* the current mutant */
    struct program_parts parts;
    struct str code, reversed, scratch;
};

/* Releases everything except `parser` and `dialects`, which are borrowed. */
void mutant_maker_release(struct mutant_maker *maker);

/* A tokenized correct program, and what is known about it. */
struct mutant_original {
    const struct program *program;
    struct digest digest;          /* of its tokens */
    const char *path;              /* as for fix_region_of() (classify/classify.h) */
    const char *original_language; /* as in the metadata */
    const char *dialect;           /* as from dialect_find() */
    bool names_verdict;            /* in a comment, which its mutants have, too; not of a file */
};

/* Makes a mutant of a parsed program. Returns false if the mutation does not give a valid mutant. A
 * valid mutant parses, is in the same dialect of the language, differs from the original in exactly
 * one token, and is in the category of the mutation's rule. Its fix, applied as the manual says,
 * must give the original's tokens. Texts in `out` are copied into the arena, or static. */
bool mutant_make(struct mutant *out, struct mutant_maker *maker,
                 const struct mutant_original *original, const struct mutation *mutation,
                 struct arena *arena);

/* Appends the source of a mutant, made from the original's source. */
void mutant_write(struct str *out, const char *source, size_t length,
                  const struct mutation *mutation);

#endif
