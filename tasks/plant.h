/* Known leaks of a task, made from its fix: the same change as others would write it.
 *
 * A planted leak is what the files of the fix are after a commit, or two. It is made from lines and
 * pieces (plant_edits.h), without a grammar, so that it can be made in every language. It need not
 * run, nor be what people write: bench/plant_leaks.py makes such ones for Python, with its grammar.
 */
#ifndef TASKS_PLANT_H
#define TASKS_PLANT_H

#include "base/dice.h"
#include "tasks/plant_lines.h"
#include "tasks/plant_pieces.h"

enum plant_kind {
    PLANT_VERBATIM,    /* the fix */
    PLANT_REFORMATTED, /* what is in brackets taken apart (1), or joined (2) */
    PLANT_NAMES,       /* other names of what the fix brings (1); in the changed lines, of all local
                          variables (2) */
    PLANT_LOCALS,      /* other names of local variables without (1) or with parameters (2) */
    PLANT_SWAPPED,     /* operands of comparisons, `and` and `or` in the other order */
    PLANT_COMBINED,    /* locals and reformatted (1); names and swapped (2); locals, reformatted and
                          tangled (3); locals and moved (4); names and split (5) */
    PLANT_SPLIT,       /* two commits, each with a part of the fix */
    PLANT_HALF,        /* a part of the fix */
    PLANT_TANGLED,     /* with an earlier change of the same file undone (1), or several (2) */
    PLANT_MOVED, /* the largest part at another place of its file (1); the fix made on an older
                          version of its files, a near one (2) or a far one (3) */
    N_PLANT_KINDS
};
extern const char *const plant_kind_names[]; /* NULL after the last */

enum { MAX_OLDER = 3, MAX_PLANTED_COMMITS = 2 };

/* A file of a fix. Texts without bytes: there is no file. */
struct plant_file {
    const char *path;
    struct plant_text before, after;
    struct plant_text older[MAX_OLDER]; /* versions before that one, the newest first */
};

struct planted {
    enum plant_kind kind;
    int number; /* of the kind, from 1 */
    size_t n_commits;
    struct plant_text *texts[MAX_PLANTED_COMMITS]; /* by commit; by file */
};
struct planted_list {
    struct planted *items;
    size_t n, capacity;
};

/* Adds to an empty list all leaks that can be made of a fix, except those on older versions. They
 * depend only on the files and the dice. One whose texts are those of another one, or of the files
 * before, without white space is left out, except reformatted ones. Texts are in the arena. */
void plant_all(struct planted_list *out, const struct plant_file *files, size_t n,
               struct piece_cutter *cutter, struct dice *dice, struct arena *arena);

#endif
