/* Commands of tokfix that are run with faults (tests/faults/shim.c), and held against the same
 * without them.
 *
 * A command runs in $SCRATCH/work, a copy of $SCRATCH/given, which holds
 *
 *     tree/, tree.tar, tree.tar.gz   a small Project CodeNet tree
 *     a.db                mined of it, with duplicates and splits
 *     old.db              mined of it, and no more
 *     shard-1.db, shard-2.db   mined of its halves
 *     rows.jsonl, bench/  a benchmark, as rows and as a folder of sources
 *     predictions.jsonl   of the rows
 *     published/          published from a.db
 *     replaced/           files of two exports from a.db
 *     old.jsonl           a file that says "old"
 *     program.py          a program
 */
#ifndef TESTS_SUPPORT_FAULTS_H
#define TESTS_SUPPORT_FAULTS_H

#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

/* Kinds of calls, as the library names them. */
enum fault_call {
    FAULT_WRITE,
    FAULT_READ,
    FAULT_SYNC,
    FAULT_TRUNCATE,
    FAULT_RENAME,
    FAULT_OPEN,
    FAULT_LIST,
    FAULT_ALLOC,
    FAULT_THREAD,
    FAULT_LOCK,
    N_FAULT_CALLS
};
extern const char *const fault_call_names[N_FAULT_CALLS];

/* The words of a command line, without the program. */
struct faulty_command {
    const char *words;
    bool is_update; /* of a database in its place */
};

/* All commands, writing to every kind of target; ends with NULL words. */
extern const struct faulty_command faulty_commands[];

/* What a command did. */
struct outcome {
    int status;            /* of the exit, or minus the signal's number */
    struct str out, err;   /* what it printed */
    struct str files;      /* of the work folder: "PATH HASH\n" each, sorted */
    long n[N_FAULT_CALLS]; /* calls that were made; of a run that ended in exit() */
};

/* Where standard output goes. */
enum faulty_output {
    OUTPUT_KEPT,         /* to outcome.out */
    OUTPUT_FULL,         /* to a full device */
    OUTPUT_CLOSED,       /* nowhere */
    OUTPUT_PIPE,         /* to a pipe that nobody reads: SIGPIPE */
    OUTPUT_PIPE_IGNORED, /* the same with SIGPIPE ignored, as Python's children once had it */
};

/* Makes $SCRATCH/given and the work folder. */
void faults_given(void);

/* The same; false, having said why, where the library cannot be preloaded. */
bool faults_can_be_made(void);

/* Appends "PATH HASH\n" for each file and folder of the work folder, by path. */
void faults_list(struct str *list);

/* Appends what a file holds; one that cannot be opened is as empty. */
void faults_read(struct str *content, const char *path);

/* Puts the work folder into the state that is given. */
void faults_reset(void);

/* Runs a command as the work folder is, with the library and the value of FAULT, or NULL for
 * without. An existing outcome is replaced. */
void faults_run(struct outcome *outcome, const struct faulty_command *command, const char *fault);
void faults_run_to(struct outcome *outcome, const struct faulty_command *command, const char *fault,
                   enum faulty_output output);
void outcome_release(struct outcome *outcome);
SCOPED_VALUE(outcome, outcome_release)

/* A command without faults: what there was before, and what is to come of it. */
struct undisturbed {
    const struct faulty_command *command;
    struct str before; /* files */
    struct outcome after;
};
void undisturbed_run(struct undisturbed *undisturbed, const struct faulty_command *command);
void undisturbed_release(struct undisturbed *undisturbed);
SCOPED_VALUE(undisturbed, undisturbed_release)

/* Makes the work folder what it was before the command, as `outcome` tells. */
void faults_restore(const struct undisturbed *undisturbed, const struct outcome *outcome);

/* Tells what is wrong with an outcome, for faults_end() to fail. */
void faults_complain(const struct undisturbed *undisturbed, const char *fault,
                     const struct outcome *outcome, const char *what);

/* Whether a text holds one of `reasons`, which are separated by '|'. */
bool holds_one_of(const char *text, const char *reasons);

/* Runs the command with a fault. Complains unless it either did all that it does without it, or
 * ended with status 1 and a message that holds one of `reasons` (separated by '|'), with all
 * files as before or, where a partial file is left, with the whole result from the same command
 * run again. Returns the status. faults_end() fails the test if there was a complaint. */
void faults_end(void);
int faults_try(const struct undisturbed *undisturbed, const char *fault, const char *reasons);

/* A fault at the n-th call for many n out of all that a command makes: `pattern` is a rule with
 * %ld for n. At most about `n_tries` are made: the first ones, and the others in steps. */
struct fault_rule {
    const char *pattern;
    enum fault_call call;
    long n_tries;
    const char *reasons; /* as for faults_try() */
};

/* Tries all rules on all commands, and fails the test if there was a complaint. */
void faults_try_all(const struct fault_rule *rules, size_t n);

#endif
