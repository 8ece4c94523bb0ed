/* Commands of tokfix that are run with faults (tests/faults/shim.c), and held against the same
 * without them.
 *
 * A command runs in $SCRATCH/work, a copy of $SCRATCH/given, which holds
 *
 *     tree/, tree.tar, tree.tar.gz   a small Project CodeNet tree
 *     a.db                mined of it, with duplicates and splits
 *     old.db              mined of it, and no more
 *     shard-1.db, shard-2.db   mined of its halves
 *     rows.jsonl, tests/bench/  a benchmark, as rows and as a folder of sources
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

/* Kinds of calls, with the names of the library. */
enum fault_call {
    FAULT_WRITE,
    FAULT_READ,
    FAULT_SYNC,
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
    bool is_update; /* it changes an existing database */
};

/* All commands, with every kind of target. Ended by NULL words. */
extern const struct faulty_command faulty_commands[];

/* The result of a command. */
struct outcome {
    int status;            /* exit status, or minus the number of the signal */
    struct str out, err;   /* its output */
    struct str files;      /* the files of the work folder: "PATH HASH\n" for each, sorted */
    long n[N_FAULT_CALLS]; /* its calls, if it ended with exit() */
};

/* The target of standard output. */
enum faulty_output {
    OUTPUT_KEPT,         /* to outcome.out */
    OUTPUT_FULL,         /* to a full device */
    OUTPUT_CLOSED,       /* closed */
    OUTPUT_PIPE,         /* to a pipe without a reader: SIGPIPE */
    OUTPUT_PIPE_IGNORED, /* the same, but SIGPIPE is ignored, as in children of older Pythons */
};

/* Creates $SCRATCH/given and the work folder. */
void faults_given(void);

/* Does the same. If the library cannot be preloaded, prints why and returns false. */
bool faults_can_be_made(void);

/* Appends "PATH HASH\n" for each file and folder of the work folder, by path. */
void faults_list(struct str *list);

/* Appends the content of a file. A file that cannot be opened counts as empty. */
void faults_read(struct str *content, const char *path);

/* Restores the given state of the work folder. */
void faults_reset(void);

/* Runs a command in the current state of the work folder, with the library and FAULT set to
 * `fault`, or without if it is NULL. Replaces an existing outcome. */
void faults_run(struct outcome *outcome, const struct faulty_command *command, const char *fault);
void faults_run_to(struct outcome *outcome, const struct faulty_command *command, const char *fault,
                   enum faulty_output output);
void outcome_release(struct outcome *outcome);
SCOPED_VALUE(outcome, outcome_release)

/* A command without faults: the state before, and the expected outcome. */
struct undisturbed {
    const struct faulty_command *command;
    struct str before; /* the files */
    struct outcome after;
};
void undisturbed_run(struct undisturbed *undisturbed, const struct faulty_command *command);
void undisturbed_release(struct undisturbed *undisturbed);
SCOPED_VALUE(undisturbed, undisturbed_release)

/* Restores the work folder to its state before the command with this outcome. */
void faults_restore(const struct undisturbed *undisturbed, const struct outcome *outcome);

/* Reports an error in an outcome; faults_end() then fails the test. */
void faults_complain(const struct undisturbed *undisturbed, const char *fault,
                     const struct outcome *outcome, const char *what);

/* Returns whether a text contains one of `reasons`, which are separated by '|'. */
bool holds_one_of(const char *text, const char *reasons);

/* Runs the command with a fault. Reports an error unless the command either has the same outcome as
 * without the fault, or ends with status 1 and a message that contains one of `reasons` (separated
 * by '|'). In the second case all files must be as before; or, if a partial file is left, the same
 * command must give the whole result when it is run again. Returns the status. faults_end() fails
 * the test if an error was reported. */
void faults_end(void);
int faults_try(const struct undisturbed *undisturbed, const char *fault, const char *reasons);

/* A fault at the n-th call of a command, for many n: `pattern` is a rule with %ld for n. About
 * `n_tries` values of n are tried: the first ones, and the others in steps. */
struct fault_rule {
    const char *pattern;
    enum fault_call call;
    long n_tries;
    const char *reasons; /* as in faults_try() */
};

/* Tries all rules with all commands. Fails the test if an error was reported. */
void faults_try_all(const struct fault_rule *rules, size_t n);

#endif
