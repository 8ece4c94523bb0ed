/* Where the past of a repository holds the solution of a task: commits that make the change of its
 * gold patch, and trees that have it.
 *
 * Changes are compared by their lines without white space and context, in files with the paths of
 * the gold's files, or else with their names, each commit with its first parent. A tree has the
 * solution if its files with these names contain the lines of every hunk after the change, context
 * included, as `git apply --check -R` asks for.
 */
#ifndef GUARD_TASKS_SOLUTIONS_H
#define GUARD_TASKS_SOLUTIONS_H

#include "base/meter.h"
#include "guard/tasks/gold_patch.h"
#include "miner/git/commit_graph.h"

/* The least similarity (solution_search.h). Of 1,177 leaks that were planted in the repositories of
 * 81 real tasks, 98 % are found with it, and 38 % by other evidence; of 27,160 pairs of a task and
 * an earlier commit to its files, none. */
#define SIMILAR_THRESHOLD 0.5

/* The kinds of evidence; the strongest comes first. */
enum evidence {
    EVIDENCE_EXACT,     /* the commit changes the same lines, and no others in these files */
    EVIDENCE_CONTAINED, /* among others */
    EVIDENCE_REVERT,    /* the commit undoes the change: it removes what the gold adds */
    EVIDENCE_SOLVED,    /* the tree has the solution, and that of the first parent does not */
    EVIDENCE_SIMILAR,   /* the commit makes a similar change: at least SIMILAR_THRESHOLD of it */
    N_EVIDENCES
};
extern const char *const evidence_names[]; /* exact, contained, revert, solved, similar */

struct finding {
    uint32_t commit; /* number in the graph */
    enum evidence evidence;
    bool is_solved;    /* also: the tree has the solution, and that of the first parent does not */
    double similarity; /* 1 unless it is EVIDENCE_SIMILAR */
    bool is_new;       /* it is not only similar by what the base has, too, or no longer has */
};

/* A text outside of all trees that has the lines after of all hunks of a file of the gold, of those
 * that the base does not have. */
struct found_text {
    const char *name; /* id of a blob that nothing reaches, or path of a plain file */
    const char *path; /* of the gold's file */
    bool is_blob;
};

/* A task in one repository. */
struct searched_task {
    const struct patch *patch;
    uint32_t base; /* number of its commit in the graph */

    /* Set by solutions_find(): */
    struct gold_patch gold;
    ARRAY(struct finding) findings; /* by commit; of the base, only a revert */
    ARRAY(struct found_text) texts; /* blobs by id, then files by path */
    unsigned off;                   /* bits 1 << enum evidence: it would find the base itself, or
                                       the patch has nothing for it */
    bool is_applicable;             /* the base has the lines before of all hunks */
};

/* What is searched. */
struct solution_place {
    struct repository *repository;
    const struct commit_graph *graph;
    const char *files; /* a folder of plain files to search, too; NULL: none */
    struct meter meter;
};

/* What there is beside the findings. All zero before. */
struct solution_notes {
    size_t n_loose;    /* blobs that are in no tree */
    size_t n_unread;   /* files and blobs that could not be read */
    struct str damage; /* what git says of commits that it cannot compare */
};

/* Searches for the solutions of all tasks of a repository at once. Texts of the result are in the
 * arena. Fails only if git cannot be run, or `files` is not a folder. */
int solutions_find(struct searched_task *tasks, size_t n, const struct solution_place *place,
                   struct arena *arena, struct solution_notes *notes, struct err *err);
void searched_task_release(struct searched_task *task);

#endif
