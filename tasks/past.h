/* The past of a commit: the commit, its ancestors, and the tags that lead to them.
 *
 * It is read from a repository, copied to a new one, and compared there. Nothing else that the
 * first repository has is in the second: an object is copied because the commit or a tag needs it,
 * and not because of a date. */
#ifndef TASKS_PAST_H
#define TASKS_PAST_H

#include "base/mem.h"
#include "base/str.h"
#include "base/table.h"
#include "sources/git/repository.h"

struct past_tag {
    const char *id;     /* of the tag object, or of the commit if the tag is only a name */
    const char *commit; /* to which it leads */
    const char *name;   /* "refs/tags/v1" */
};

/* What `git describe --tags` and `git describe` print, with whole ids. */
enum { N_DESCRIPTIONS = 2 };

struct past {
    struct arena arena;
    const char *base, *tree;     /* ids: of the commit and of its files */
    const char *branch;          /* "refs/heads/main": the one that HEAD of the repository names */
    struct table commits;        /* ids; the commit is the first */
    ARRAY(struct past_tag) tags; /* sorted by name */
    struct text_list cuts;       /* ids, sorted, of commits where a shallow repository ends */
    struct str descriptions[N_DESCRIPTIONS]; /* empty: there is none */
};

/* Reads the past of a commit, whose id is whole. Finds the references of the repository, unless
 * they are found (repository_fingerprint(), tips_find()). Fails with the reason. */
int past_read(struct past *past, struct repository *repository, const char *base, struct err *err);
void past_release(struct past *past);
SCOPED_VALUE(past, past_release)

/* Appends what git says of a commit. */
void past_describe(const struct git_place *place, const char *commit,
                   struct str descriptions[N_DESCRIPTIONS]);

/* Copies the objects of the past into the new repository at `to`, in one pack. All are hashed when
 * they arrive, and may have no defect that git can be attacked with. The pack depends only on the
 * packs of `from`. Fails with the reason. */
int past_copy(const struct past *past, struct repository *from, const struct git_place *to,
              struct err *err);

/* Whether the repository at `place` has this past and nothing else: each commit object is one of
 * `commits`, each other object belongs to the history of HEAD or is a tag that leads there, none is
 * missing, the references are the branch and the tags, and git describes HEAD as before. Fails with
 * what is different. */
int past_compare(const struct past *past, const struct git_place *place, struct err *err);

#endif
