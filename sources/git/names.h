/* The names of objects in a repository: references, reflogs, pseudo-refs. */
#ifndef GIT_NAMES_H
#define GIT_NAMES_H

#include "sources/git/repository.h"

#include <stdbool.h>
#include <stddef.h>

/* What can be seen. */
enum sight {
    SIGHT_CLONE,     /* what a clone gets: branches and tags, and HEAD */
    SIGHT_REFS,      /* what any reference reaches, also those and the HEAD of a linked worktree */
    SIGHT_ALL,       /* also reflogs, pseudo-refs and objects that nothing reaches */
    SIGHT_ANCESTORS, /* the given commits and their ancestors */
    N_SIGHTS
};

/* Where a commit can be seen: the kinds of names that reach it. */
enum place {
    PLACE_BRANCH,     /* refs/heads, HEAD */
    PLACE_REMOTE,     /* refs/remotes */
    PLACE_TAG,        /* refs/tags */
    PLACE_PULL,       /* refs/pull, refs/merge-requests, refs/changes, refs/pull-requests */
    PLACE_STASH,      /* refs/stash and its reflog */
    PLACE_NOTES,      /* refs/notes */
    PLACE_OTHER,      /* any other reference */
    PLACE_WORKTREE,   /* what belongs to a linked worktree: its HEAD, refs, reflogs, pseudo-refs */
    PLACE_REFLOG,     /* any other reflog */
    PLACE_PSEUDO_REF, /* ORIG_HEAD, FETCH_HEAD and others, and the files of a rebase */
    N_PLACES
};

/* branch, remote, tag, pull, stash, notes, other, worktree, reflog, pseudo-ref; and clone, refs,
 * all, ancestors. Both end with NULL. */
extern const char *const place_names[];
extern const char *const sight_names[];

/* A name of an object, which need not be there. */
struct named_id {
    const char *name; /* valid UTF-8 */
    const char *id;
    enum place place;
    bool is_reference; /* for which git keeps the object */
};

struct named_ids {
    struct named_id *items;
    size_t n, capacity;
};

/* Appends the names that are in sight; with SIGHT_ANCESTORS, none. The texts are in the arena. */
void names_find(struct named_ids *out, struct arena *arena, struct repository *repository,
                enum sight sight, struct damage *damage);

#endif
