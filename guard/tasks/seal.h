/* What can be seen of a repository that is not the base of a task or its past. */
#ifndef GUARD_TASKS_SEAL_H
#define GUARD_TASKS_SEAL_H

#include "base/patch.h"
#include "miner/git/commit_graph.h"

struct seal {
    bool is_sealed;
    int64_t n_relations[N_RELATIONS]; /* commits: after, side, unreachable */
    int64_t n_places[N_PLACES + 1];   /* the same commits; one may be in several places; the last:
                                         none */
    int64_t n_blobs;        /* that are not of the base's past; -1: not counted, because there are
                               commits */
    struct text_list names; /* that lead to such commits, then what is hidden: the first few */
    size_t n_names;
};

/* A repository for which seals are made. All but the first four members are zero before. */
struct sealing {
    struct repository *repository;
    const struct commit_graph *graph; /* read with seal_taker */
    enum sight sight;
    struct arena *arena;
    int64_t n_loose;         /* blobs that are in no tree; -1: unknown */
    struct text_list hidden; /* set by seal_find_hidden() */
    uint8_t *relations;      /* of the commits to a base */
    const char *made;        /* the commit on a base that is accepted; NULL: none */
};

extern const struct commit_taker seal_taker;

/* Finds what may show more than the commits and blobs that git lists: names of objects that are
 * gone, because ORIG_HEAD can be asked for elsewhere, and lines of reflogs quote subjects; files of
 * git that are not searched, such as rebase-apply and the repositories of modules; alternates that
 * are not used. Appends a line with the first of them to `notes`. */
void seal_find_hidden(struct sealing *sealing, struct str *notes);

/* Sets the relations to a base, a number in the graph. A commit on the base that the recipe of
 * SWE-bench has made is accepted, as if it were the base, unless it changes a file with the name of
 * one of the patch: the recipe commits what an installation has changed. Appends to `notes` which
 * files the commit changes. */
void seal_relate(struct sealing *sealing, uint32_t base, const struct patch *patch,
                 struct str *notes);

/* Makes the seal for a base, after seal_relate(). Fails only if git cannot be run. */
int seal_make(struct seal *out, const struct sealing *sealing, const char *base, struct err *err);

/* Whether a commit is in sight of a task: its base and the past of that always are. */
bool seal_has_in_sight(const struct sealing *sealing, uint32_t commit);

void sealing_release(struct sealing *sealing);

#endif
