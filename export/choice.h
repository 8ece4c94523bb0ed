/* Which fixes are exported, and in which order. */
#ifndef EXPORT_CHOICE_H
#define EXPORT_CHOICE_H

#include "base/arena.h"
#include "base/array.h"
#include "db/db.h"

#include <stdbool.h>
#include <stdint.h>

/* A list of names; an empty one stands for any. */
struct export_names {
    ARRAY(const char *) list;
};

/* Tokens before and after an edit; "" where there is none. */
struct export_edit {
    const char *before, *after;
};

/* The splits, in their order. */
enum { N_EXPORT_SPLITS = 3 };
extern const char *const export_splits[N_EXPORT_SPLITS];

/* What leaves a fix out unless it is kept. */
enum export_mark {
    MARK_DUPLICATE = 1,   /* in an exact cluster and not representing it */
    MARK_CONFLICTING = 2, /* its buggy program has another fix as well */
    MARK_EXCLUDED = 4,    /* in the table `exclusions` */
    MARK_NONE = 8,        /* for `marked` below: it has no mark */
};
enum { N_EXPORT_MARKS = 3 };

struct export_choice {
    struct export_names categories, patterns, roles, statuses, dialects, original_languages, splits;
    struct export_names origins;  /* real, mutant, rewrite */
    bool takes_made;              /* without origins: all; else in a store with real fixes those */
    struct export_names problems; /* their ids */
    struct export_names tokens;   /* one of these stands before or after the edit */
    struct export_names texts;    /* each stands in one of the two programs, byte for byte */
    ARRAY(struct export_edit) edits; /* the edit is one of these; none: any */
    unsigned marked;                 /* has one of these marks, 0: any, or none */
    const char *language;            /* as in the store; NULL: any */
    int64_t min_tokens, max_tokens;  /* of the buggy program */
    int64_t since, before;       /* date of the fixed submission, Unix seconds; before: exclusive */
    int repair_in_program;       /* 0, 1, or -1 for both */
    unsigned kept;               /* marks that leave nothing out */
    const char *one_per_cluster; /* kind of clusters of which one fix is taken, whether or not it is
                                    marked as a duplicate; NULL: all are */
    bool balances_categories;    /* as many of each category as of the rarest */
    int64_t n_sample;            /* at most so many; -1: all */
    double negatives;            /* correct programs, as a share of the fixes; 0 to 1 */
    const char *seed;            /* of sample, balance and negatives */
    const char *shuffle_seed;    /* NULL: in the order of the store */
};

/* What takes every fix that is not marked, and no mutants and rewrites where there are real
 * ones: what is made beside these changes nothing, unless it is asked for. Lists are to be
 * released by export_choice_release(). */
struct export_choice export_choice_default(void);
void export_choice_release(struct export_choice *choice);

/* A fix to be exported, or the fixed program of one. */
struct export_item {
    int64_t fix_id;
    const char *category, *split; /* static or in the selection's arena; split: NULL for none */
    bool is_clean;                /* the fixed program, as a correct one */

    /* What choosing goes by */
    int64_t cluster;      /* representative's fix_id, 0 for none */
    int64_t fixed_source; /* source_id of the fixed program */
    int64_t dates[2];     /* fixed, buggy */
    uint64_t sample_rank, clean_rank, shuffle_rank;
};

struct export_selection {
    ARRAY(struct export_item) items;
    struct arena arena;
    int64_t n_made;                   /* mutants and rewrites, left out because of their origin */
    int64_t n_marked[N_EXPORT_MARKS]; /* left out because of a mark; of several the last counts */
    int64_t n_clean;                  /* items that are correct programs */
    int64_t n_clean_wanted;           /* so many were asked for */
    bool has_dedup, has_split;        /* tokfix dedup and tokfix split were run */
};

/* Chooses. Fails, saying which there are, for a status, original language or problem that the store
 * does not have, and for a split or cluster when there are none. Release with
 * export_selection_release(), also after a failure. */
int export_select(struct export_selection *out, struct db *db, const struct export_choice *choice,
                  struct err *err);
void export_selection_release(struct export_selection *selection);

#endif
