/* The scan of repositories for the solutions of tasks: what can be seen of each beside its base,
 * and where the solution is; which tasks pass; and clean copies of the repositories. */
#ifndef GUARD_TASKS_TASK_SCAN_H
#define GUARD_TASKS_TASK_SCAN_H

#include "base/meter.h"
#include "guard/tasks/seal.h"
#include "guard/tasks/solutions.h"
#include "guard/tasks/task_list.h"
#include "miner/git/git_source.h"

/* What a finding is to the task, as far as its commits say it. */
enum finding_role {
    ROLE_OTHER,
    ROLE_OWN_PULL_REQUEST, /* the task's own pull request, by its number */
    ROLE_MERGE,            /* a merge that brings another finding into its branch */
    ROLE_BACKPORT,         /* on another branch, remote branch or tag: also a cherry-pick */
    ROLE_OTHER_BRANCH,     /* beside the base, and only elsewhere: another pull request */
    ROLE_EARLIER,          /* before the base */
    N_FINDING_ROLES
};
extern const char *const finding_role_names[]; /* "", own pull request, merge of the fix,
                                                  backport, other branch, earlier fix */

/* A finding, without the graph that it is from. */
struct task_finding {
    const char *commit, *subject;
    int64_t date; /* of the committer, Unix seconds; 0: unknown */
    enum evidence evidence;
    bool is_solved;
    double similarity;
    enum relation relation;
    enum finding_role role;
    int64_t distance; /* number of commits that one of the two has in its past, and the other has
                         not: for a commit before the base, that of the base */
    uint16_t places;
    struct text_list names; /* that reach it: the first few */
    size_t n_names;         /* that reach it */
};

enum { NO_REPOSITORY = -1 };

/* The result for a task. */
struct task_result {
    const struct task *task;
    int64_t home;           /* number of its repository among those of the scan, or NO_REPOSITORY */
    const char *repository; /* id; NULL: none was found */
    const char *base;       /* id of the commit there; NULL: it is missing */
    int64_t base_date;
    const char *fault; /* why it was not searched; NULL: it was */
    struct seal seal;
    bool is_applicable; /* the patch applies to the base */
    unsigned off;       /* bits 1 << enum evidence */
    /* The first `limit`: earlier ones first, then the strongest evidence, then the nearest. */
    ARRAY(struct task_finding) findings;
    size_t n_findings[N_EVIDENCES][N_RELATIONS]; /* all */
    bool is_solved_before;                       /* one before the base is the solution */
    bool has_donor; /* the base has all lines that the gold adds, and not the solution */
    ARRAY(struct found_text) texts; /* the first `limit` */
    size_t n_texts, n_files;        /* all; of these, plain files */
    const struct task *twin; /* an earlier task of the same repository with the same fix; NULL */
};

struct scan_options {
    enum sight sight;
    bool is_sealed_only; /* do not search for the solutions */
    size_t limit;        /* findings that are kept of a task */
    const char *files;   /* a folder of plain files to search, too; NULL: none */
    struct meter meter;
};

struct task_scan {
    struct arena arena;
    struct repository_list repositories;
    ARRAY(struct task_result) results; /* by task */
    struct str notes; /* lines about repositories that are damaged or cannot be read */
    size_t n_damaged; /* repositories with damage */
    size_t n_unread;  /* files and blobs that could not be read */
};

/* Adds the result of each task, with its repository, one of those of the scan, and its base there,
 * or the fault. Notes the repositories that cannot be opened, or have no base, if git says why.
 * The repository of a task is the first of these that fits:
 *
 *   the id of the task, as the last part of the repository's path: a checkout for each task;
 *   the name, OWNER/NAME: at the end of its address (that of the list, or of the remote `origin`),
 *   or its path ends with OWNER/NAME, OWNER__NAME, OWNER-NAME, OWNER_NAME or OWNER+NAME, or its
 *   last part is NAME;
 *   the base commit;
 *   the tree of the base, as a repository with the base has it, if the repository has no base.
 *
 * Of several, those that have the base commit are taken; if there are still several, the task has a
 * fault. */
void task_repositories_find(struct task_scan *out, const struct task_list *tasks);

/* Scans. `path`: the repositories (repository_list_read()). Fails if there are none, or git cannot
 * be run, or it was interrupted. */
int task_scan_run(struct task_scan *out, const struct task_list *tasks, const char *path,
                  const struct scan_options *options, struct err *err);
void task_scan_release(struct task_scan *scan);
SCOPED_VALUE(task_scan, task_scan_release)

/* What becomes of a task: without the others, a list has no solution in the past of a base. */
enum task_decision {
    TASK_KEEP,   /* what was found, if anything, can be removed by cleaning */
    TASK_DROP,   /* the solution is before the base */
    TASK_REVIEW, /* it may be there, or elsewhere, or could not be searched for */
    N_TASK_DECISIONS
};
extern const char *const task_decision_names[]; /* keep, drop, review; NULL */

/* Returns the decision, and sets why, in few words: NULL to keep it. */
enum task_decision task_result_decide(const struct task_result *result, const char **why);

/* Whether a result holds something that cleaning cannot remove: a commit before the base that makes
 * or undoes the change, or has the solution, except one that is only similar. */
bool task_result_is_solved_before(const struct task_result *result);

/* Tasks that pass nevertheless: with a solution in the past of the base; without a repository. */
enum { ALLOWED_BEFORE = 1 << 0, ALLOWED_UNMATCHED = 1 << 1 };

/* How many tasks fail, and for which reasons; a task may have several. */
struct task_outcome {
    bool is_clean; /* at least one was searched, none fails, and everything could be read */
    int64_t n_failing, n_searched, not_searched, not_sealed, solved_before, in_files,
        not_applicable, blind;
};

/* A task passes if it is sealed, and neither the past of its base nor a plain file solves it, as
 * far as that could be searched for. */
struct task_outcome task_outcome_of(const struct task_scan *scan, unsigned allowed);

/* The files keep, drop and review of a folder, with the rows of their tasks as they were read. */
struct task_lists {
    const char *folder;
    enum task_format format;
    bool is_replacing;
};

/* Fails if they cannot be written, before a long scan. */
int task_lists_check(const struct task_lists *lists, struct err *err);

/* Writes all of them, or none. */
int task_lists_write(const struct task_lists *lists, const struct task_list *tasks,
                     const struct task_scan *scan, struct err *err);

/* ---- Clean copies ----
 *
 * New repositories that have a commit and its past, and nothing else: no later commit, other
 * branch, or object that nothing reaches. */

struct clean_counts {
    int64_t n_made, n_there, n_failed;
    int64_t n_left_out; /* tasks that were not searched */
};

/* Fails if repositories in `folder` would be in the repository, or among those of the folder,
 * `path`. */
int clean_tasks_check(const char *path, const char *folder, struct err *err);

/* Makes for each task of a scan that was searched the repository FOLDER/ID: bare, with the base,
 * its ancestors, the tags that lead to them, one branch with the name of that of HEAD in the
 * repository of the task, and the usual settings. Until it is scanned and sealed, it is
 * PATH.partial (base/target.h), which is removed if it fails. A folder that is there and not empty
 * is left as it is; it is an error unless it has a repository that is sealed for the base.
 * Repositories of tasks are only read.
 *
 * Makes nothing if the id of one of the tasks cannot be the name of a folder. Fails with the reason
 * of the first repository that cannot be made; the others are. Ends at an interrupt; a later run
 * goes on with what is made. The caller must listen to signals (base/interrupt.h): otherwise git
 * may still write while what there is is removed. */
int clean_tasks(struct clean_counts *out, const struct task_scan *scan, const char *folder,
                const struct meter *meter, struct err *err);

#endif
