/* The commits that can be seen in a repository, and how they descend from each other.
 *
 * All commit objects are read with their content checked against their ids, and the graph is kept
 * in memory: what is reachable never depends on git's own walk, its dates, or a simplification.
 * Replaced objects and grafts are not followed. The parents of the commits in the file `shallow`
 * are known only as far as their objects are there. */
#ifndef MINER_GIT_COMMIT_GRAPH_H
#define MINER_GIT_COMMIT_GRAPH_H

#include "miner/git/repository.h"

#include <stdatomic.h>

/* The names of objects in a repository: references, reflogs, pseudo-refs. */

/* What can be seen. */
enum sight {
    SIGHT_CLONE,     /* what a clone gets: branches and tags, and HEAD */
    SIGHT_REFS,      /* what any reference reaches, also those and the HEAD of a linked worktree */
    SIGHT_ALL,       /* also reflogs, pseudo-refs and objects that nothing reaches */
    SIGHT_ANCESTORS, /* the given commits and their ancestors */
    N_SIGHTS,
    SIGHT_MINED = N_SIGHTS, /* branches, also of remotes, tags, and all HEADs */
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

/* Whether git reads a file with this name as a reference, or keeps ids in it that are not in a
 * message. HEAD is read as a reference. */
bool git_is_pseudo_ref(const char *name);

/* Appends the names that are in sight; with SIGHT_ANCESTORS, none. The texts are in the arena. */
void object_names_find(struct named_ids *out, struct arena *arena, struct repository *repository,
                       enum sight sight, struct damage *damage);

/* A name that leads to a commit: a reference, also through tags; an entry of a reflog,
 * "refs/heads/main@{2}"; a pseudo-ref; or a line of such a file that is not its first,
 * "FETCH_HEAD:2". */
struct sighting {
    const char *name; /* valid UTF-8 */
    enum place place;
    uint32_t commit;
};

enum { COMMIT_MAX_SUBJECT = 200 };

struct past_commit {
    const char *id, *tree; /* hexadecimal */
    const char
        *subject;     /* first line of the message, valid UTF-8, at most COMMIT_MAX_SUBJECT bytes */
    int64_t date;     /* of the committer, Unix seconds; 0: not sound */
    uint32_t parents; /* index in `parents` of the graph; in the order of the commit */
    uint32_t n_parents; /* those that are there */
    uint32_t note;      /* what a commit_taker noted of it; otherwise 0 */
    uint16_t places;    /* 1 << enum place of those that reach it; 0: only an object */
    bool is_visible;    /* at this sight */
    bool is_cut;        /* a parent is missing: the boundary of a shallow clone, or damage */
};

/* The commits are all that can be read, parents before children. Their numbers do not depend on
 * packs, references or the sight. The sightings are those at this sight, by place and name; with
 * SIGHT_ANCESTORS there are none. The damage is commits that are damaged, or missing although a
 * commit names them, except at the boundary of a shallow clone; references that lead to nothing;
 * and files that cannot be read. */
struct commit_graph {
    struct arena arena;
    ARRAY(struct past_commit) commits;
    ARRAY(uint32_t) parents; /* numbers of commits */
    ARRAY(struct sighting) sightings;
    struct text_list gone; /* names other than references of objects that are not there */
    struct table blobs;    /* ids of all blobs in the repository; SIGHT_ALL only */
    struct damage damage;
    struct table numbers_by_id; /* private */
};

/* ---- The text of a commit: its people and its message ---- */

/* In UTF-8 if the header `encoding` names another encoding that is known, and up to its first zero
 * byte. Other bytes are as they are. */
struct commit_text {
    const char *header;  /* lines such as "author NAME <ADDRESS> DATE ZONE" */
    const char *message; /* without line ends before it; "": none */
};

/* A person that a header names. */
struct commit_person {
    const char *text; /* "NAME <ADDRESS>" */
    size_t length;    /* 0: there is no address in angle brackets */
    int64_t date;     /* Unix seconds; 0: not sound */
};

/* Returns the person of a line: "author", "committer". */
struct commit_person commit_text_person(const struct commit_text *text, const char *line);

/* ---- Reading ---- */

/* Takes the text of each commit while the graph is read, perhaps also of those that no name
 * reaches, in any order. Returns a note that the graph keeps. The text is valid during the call. */
struct commit_taker {
    void *context;
    uint32_t (*take)(void *context, const struct commit_text *text);
};

/* Reads them; with a taker, SIGHT_REFS or SIGHT_MINED, and no damage, only those that names reach.
 * `bases`: whole ids, for SIGHT_ANCESTORS; other sights do not look at them, and it may be NULL, as
 * may `taker`. Fails only if git cannot be run. `n_read` is counted up. Release with
 * commit_graph_release(), also after a failure. */
int commit_graph_read(struct commit_graph *graph, struct repository *repository, enum sight sight,
                      const struct text_list *bases, const struct commit_taker *taker,
                      atomic_size_t *n_read, struct err *err);
void commit_graph_release(struct commit_graph *graph);
SCOPED_VALUE(commit_graph, commit_graph_release)

/* Returns the number of the commit with this id (whole, lower case), or -1. */
int64_t commit_graph_find(const struct commit_graph *graph, const char *id);

/* How a commit stands to a base. */
enum relation {
    RELATION_SAME,
    RELATION_BEFORE,      /* an ancestor */
    RELATION_AFTER,       /* a descendant that a place reaches */
    RELATION_SIDE,        /* neither, and a place reaches it */
    RELATION_UNREACHABLE, /* not an ancestor, and no place reaches it */
    N_RELATIONS
};
extern const char *const relation_names[]; /* same, before, after, side, unreachable; NULL */

/* Sets `relations`, one byte for each commit, to those to a base. */
void commit_graph_relate(const struct commit_graph *graph, uint32_t base, uint8_t *relations);

/* A list of numbers. Release with array_release(). */
struct number_list {
    uint32_t *items;
    size_t n, capacity;
};

/* Appends to `out`, by commit, the numbers of the sightings that reach it, in their order. Several
 * commits take as long as one. */
enum { COMMIT_GRAPH_MAX_SIGHTED = 64 };
void commit_graph_sightings_of(const struct commit_graph *graph, const uint32_t *commits, size_t n,
                               struct number_list *out);

#endif
