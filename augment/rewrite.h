/* Rewrites that keep a program's meaning, for one program or for both programs of a fix.
 *
 * A rewritten program prints the same and ends in the same way, on every input, as far as Python's
 * semantics can be read off the program. If that is not certain, the rewrite is refused. Three
 * things may change: the texts of error messages, the line numbers in them, and, if both sides of a
 * comparison fail, which of them fails first. */
#ifndef AUGMENT_REWRITE_H
#define AUGMENT_REWRITE_H

#include "augment/rewrite_kind.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/meter.h"
#include "base/target.h"
#include "classify/dialect.h"
#include "db/store.h"
#include "db/fixes/choice.h"
#include "tokenize/difference.h"

/* Return static names: of a kind, such as "rename" (NULL after the last kind); of a reason, such as
 * "cannot be read as UTF-8". */
const char *rewrite_kind_name(int kind);
const char *rewrite_reason_name(enum rewrite_reason reason);

/* The tools of one thread. The language must have rules for rewrites. */
struct rewrite_tools; /* opaque */
struct rewrite_tools *rewrite_tools_new(const struct language *language);
void rewrite_tools_free(struct rewrite_tools *tools);
SCOPED_POINTER(rewrite_tools, rewrite_tools_free)

/* A program, and one rewrite of it. */
struct rewrite_side {
    struct program program;     /* the original */
    const char *dialect;        /* of the original; may be NULL */
    struct subject subject;     /* of the original */
    struct rewriting rewriting; /* the pieces of `text` */
    struct str text;            /* the rewritten program */
    struct program after;       /* `text`, tokenized */
};

/* Reads a program. `code` must outlive the use of `side`, which must be zero before the first use;
 * its memory is reused. `original_language` may be NULL. Returns REWRITE_DONE or REWRITE_UNPARSED.
 */
enum rewrite_reason rewrite_side_read(struct rewrite_side *side, struct rewrite_tools *tools,
                                      const char *code, size_t length,
                                      const char *original_language);
void rewrite_side_release(struct rewrite_side *side);
SCOPED_VALUE(rewrite_side, rewrite_side_release)

/* Finds the sites of a kind, in the order of the tokens. Returns REWRITE_DONE if there is one,
 * otherwise the reason. */
enum rewrite_reason rewrite_side_find(struct rewrite_sites *out, const struct rewrite_side *side,
                                      enum rewrite_kind kind);

/* One rewrite of a program. */
struct rewrite_place {
    enum rewrite_kind kind;
    uint32_t site;
    uint64_t draw;   /* chooses a new name, if one is needed */
    uint32_t number; /* from 0; each number gives a different new name */
};

/* Makes the rewrite at a site that was found, in `text` and `after`. A new name does not occur in
 * `other` either (which may be NULL). Returns false if the result does not have the expected
 * tokens. */
bool rewrite_side_make(struct rewrite_side *side, struct rewrite_tools *tools,
                       const struct rewrite_place *place, const struct rewrite_side *other);

/* Returns the number that the seed draws for a program and a kind. It does not depend on other
 * rewrites. */
uint64_t rewrite_draw(const char *seed, const char *id, enum rewrite_kind kind);

void rewrite_sites_release(struct rewrite_sites *sites);
SCOPED_VALUE(rewrite_sites, rewrite_sites_release)

/* The rewrites of a program by one kind, one after another. Each site is tried once, in the order
 * given by the draw. If the kind chooses names, all sites are then tried again with other names. */
struct rewrite_tries {
    struct rewrite_place place; /* the next one to be made */
    struct rewrite_sites sites;
    uint64_t draw;
    size_t n_begun; /* sites tried with the current number */
    int n_refused;
};

/* Starts the tries. `tries` must be zero before the first use; its memory is reused. Returns
 * REWRITE_DONE if there is a site, otherwise the reason. */
enum rewrite_reason rewrite_tries_begin(struct rewrite_tries *tries,
                                        const struct rewrite_side *side, enum rewrite_kind kind,
                                        uint64_t draw);

/* Goes to the next place. Returns false if there is none, or if too many were refused. */
bool rewrite_tries_next(struct rewrite_tries *tries);

/* Notes that the site of the place was refused. It is not tried again. */
void rewrite_tries_refuse(struct rewrite_tries *tries);
void rewrite_tries_release(struct rewrite_tries *tries);
SCOPED_VALUE(rewrite_tries, rewrite_tries_release)

/* Makes the same rewrite in both programs of a fix. `edit` is the difference between the programs.
 * `place` is in the buggy one. On REWRITE_DONE, `buggy` and `fixed` contain the rewritten programs,
 * and `after` is their difference: an edit of the same kind, of the same token. Otherwise returns
 * the reason. */
enum rewrite_reason rewrite_pair(struct token_edit *after, struct rewrite_side *buggy,
                                 struct rewrite_side *fixed, struct rewrite_tools *tools,
                                 const struct rewrite_place *place, const struct token_edit *edit);

/* ---- Runs ---- */

struct rewrite_choice {
    const struct language *language;
    unsigned kinds;      /* 1 << enum rewrite_kind */
    int64_t least, most; /* minimum and maximum number of rewrites of one fix (or program) by one
                          * kind. The number is drawn between them, and there may be fewer */
    const char *seed;
};

struct rewrite_run {
    struct rewrite_choice choice;
    unsigned marks;          /* enum fix_mark: all marks of a rewritten fix are among these */
    struct fix_choice fixes; /* its filters choose the fixes of a database; no mark or origin */
    int n_jobs;
    struct meter meter; /* counts fixes or programs */
};

/* Counts of fixes or programs, by kind. */
struct rewrite_counts {
    int64_t n_read;
    int64_t n_rewritten[N_REWRITE_KINDS]; /* with at least one rewrite */
    int64_t n_rewrites[N_REWRITE_KINDS];
    int64_t n_fewer[N_REWRITE_KINDS]; /* with at least one rewrite, but fewer than `least` */
    int64_t n_refused[N_REWRITE_KINDS][N_REWRITE_REASONS]; /* without a rewrite, by reason */

    /* For a database: fixes that were skipped because the run does not list one of their marks, or
     * because they are mutants or rewrites in a database with real fixes; and rewrites in no split,
     * if the database has splits. */
    int64_t n_unlisted, n_made, n_in_no_split;
    struct fix_account account; /* of the filters */
};

/* Fills the new database `out` with the description of the run in `from`, and with the rewrites of
 * its fixes. Each rewrite is a fix of the origin `rewrite`. The id of a rewritten submission is the
 * id of the original and `~rename`, `~condition` or the like; a second, different program gets
 * `~rename2`. A rewrite is in the same split as its fix. Fixes with a mark that `marks` does not
 * contain are skipped. Duplicates, conflicts and exclusions are not copied; they must be found
 * again. The steps of `from` are copied. The language must have rules for rewrites.
 *
 * The result depends only on `from`, `choice` and `marks`. */
int rewrite_store(struct db *out, struct db *from, const struct rewrite_run *run,
                  struct rewrite_counts *counts, struct err *err);

/* Rewrites the programs of the language (files with its extension) in `tree` and below it. Writes a
 * folder for each kind (`rename`) to `out`. It contains the programs that have a rewrite, with
 * their paths in `tree`. If several rewrites of a program are wanted, there are also `rename2`,
 * `rename3` and so forth. Files outside `tree` are never read: symbolic links are skipped, and
 * files with unsafe names are counted as unreadable. */
int rewrite_tree(const struct target *out, const char *tree, const struct rewrite_run *run,
                 struct rewrite_counts *counts, struct err *err);

/* The rules for such a folder. It is never replaced. */
extern const struct folder_rules rewrite_tree_rules;

#endif
