/* What the commit of a finding has in place of each hunk of a gold patch. */
#ifndef TASKS_FINDING_HUNKS_H
#define TASKS_FINDING_HUNKS_H

#include "base/meter.h"
#include "sources/git/repository.h"
#include "base/patch.h"

/* A hunk by itself. */
struct lone_hunk {
    const char *path;               /* of its file after the change; before it, if that is deleted;
                                       NULL: there is no hunk */
    const struct patch_line *lines; /* `range.n_lines`; `range.first_line` does not count here */
    struct patch_hunk range;
};

/* A hunk of the gold, and the hunk of the commit that changes the most of its lines in the same
 * way, of those in files with the same name. White space does not count; of several, the one with
 * more of its context is taken, then the first. */
struct hunk_pair {
    struct lone_hunk gold, commit;
};

enum {
    FINDING_MAX_HUNKS = 256,      /* of a gold patch; the others are left out */
    FINDING_MAX_DIFF = 16 << 20,  /* bytes of the patch of a commit */
    FINDING_MAX_KEPT = 256 << 20, /* bytes of the hunks of all commits of a repository */
};

/* The texts belong to the gold patch and to an arena. */
struct finding_hunks {
    const struct hunk_pair *pairs; /* by hunk of the gold */
    size_t n;
    bool is_compared;    /* the commit's hunks were looked for, and found or not */
    const char *problem; /* why the commit's hunks are not known; NULL: they are */
};

/* A finding whose hunks are asked for. */
struct hunk_request {
    const struct patch *gold;
    const char *commit, *parent; /* ids; parent NULL: it has none */
    bool is_revert;              /* the commit removes what the gold adds */
    struct finding_hunks *out;
};

/* Sets the hunks of all findings of a repository. Texts are in the arena. Fails only if git cannot
 * be run. */
int finding_hunks_read(const struct hunk_request *requests, size_t n, struct repository *repository,
                       struct arena *arena, const struct meter *meter, struct err *err);

#endif
