/* Ends that nobody asked for: standard output that accepts nothing (a full device, a pipe without
 * a reader, a closed stream), and a signal at any call of every command. Unfinished files are
 * removed, and a message says so. */
#include "tests/support/faults.h"
#include "tests/support/test.h"

#include <signal.h>

/* ---- Output ---- */

static const struct {
    enum faulty_output output;
    const char *name;
    int status;
    const char *message; /* on standard error */
} faults[] = {
    {OUTPUT_FULL, "a full device", 1, "cannot write to standard output: No space left on device\n"},
    {OUTPUT_CLOSED, "a closed output", 1, "cannot write to standard output: Bad file descriptor\n"},
    {OUTPUT_PIPE, "a pipe without a reader", -SIGPIPE, ""},
    {OUTPUT_PIPE_IGNORED, "a pipe without a reader, SIGPIPE ignored", 1,
     "cannot write to standard output: Broken pipe\n"},
};

/* Whether the message is said once, or not at all where there is none. */
static bool is_said(const char *text, const char *message)
{
    const char *said = strstr(text, "cannot write");
    if (!*message)
        return !said;
    return said && strncmp(said, message, strlen(message)) == 0 &&
           !strstr(said + 1, "cannot write");
}

TEST(output__that_is_lost_is_said)
{
    struct outcome outcome = {0};
    int n_commands = 0;
    faults_given();
    for (const struct faulty_command *command = faulty_commands; command->words; command++) {
        scoped(undisturbed) undisturbed = {0};
        undisturbed_run(&undisturbed, command);
        for (size_t i = 0; undisturbed.after.out.length && i < N_ITEMS(faults); i++) {
            faults_run_to(&outcome, command, NULL, faults[i].output);
            const struct str *files =
                command->is_update ? &undisturbed.after.files : &undisturbed.before;
            if (outcome.status != faults[i].status)
                faults_complain(&undisturbed, faults[i].name, &outcome, "another status");
            else if (!is_said(str_text(&outcome.err), faults[i].message))
                faults_complain(&undisturbed, faults[i].name, &outcome, "another message");
            else if (strcmp(str_text(&outcome.files), str_text(files)) != 0)
                faults_complain(&undisturbed, faults[i].name, &outcome, "other files");
            faults_restore(&undisturbed, &outcome);
        }
        n_commands += undisturbed.after.out.length != 0;
    }
    outcome_release(&outcome);
    faults_end();
    assert_in_range(n_commands, 10, 100);
}

/* The written text in the middle does not show when the end is written. */
TEST(output__that_is_lost_in_the_middle_is_said)
{
    static const struct faulty_command commands[] = {
        {"show a.db --json", false},
        {"show a.db", false},
        {"export a.db --format pairs --split all", false},
        {"report a.db -o -", false},
        {"stats a.db --json", false},
    };
    if (!faults_can_be_made())
        skip();
    for (size_t i = 0; i < N_ITEMS(commands); i++) {
        scoped(undisturbed) undisturbed = {0};
        undisturbed_run(&undisturbed, &commands[i]);
        assert_true(undisturbed.after.n[FAULT_WRITE] > 0);
        for (long n = 1; n <= undisturbed.after.n[FAULT_WRITE]; n++) {
            char fault[32];
            snprintf(fault, sizeof fault, "write:5:%ld", n);
            assert_int_equal(faults_try(&undisturbed, fault,
                                        "cannot write to standard output: Input/output error"),
                             1);
        }
    }
    faults_end();
}

/* ---- Signals ---- */

/* Where the signal comes, at the n-th of the calls of a kind, for about `n_tries` of them. In the
 * allocations it comes while the C library holds its locks. */
static const struct {
    const char *pattern;
    enum fault_call call;
    long n_tries;
    int number;
} rules[] = {
    {"write:int:%ld", FAULT_WRITE, 3, SIGINT}, {"write:term:%ld", FAULT_WRITE, 2, SIGTERM},
    {"sync:int:%ld", FAULT_SYNC, 4, SIGINT},   {"rename:int:%ld", FAULT_RENAME, 4, SIGINT},
    {"alloc:int:%ld", FAULT_ALLOC, 5, SIGINT},
};

enum { N_BEFORE_MAIN = 50 }; /* allocations that may be made before signals are heard */

/* What the line says of a command; NULL: it makes nothing. */
static const char *claim_of(const struct faulty_command *command)
{
    static const char *const making[] = {"merge ",   "export ",  "tag ",
                                         "rewrite ", "publish ", "report "};
    static const char *const changing[] = {"dedup ", "split ", "check ", "mutate "};
    if (strstr(command->words, "export") && !strstr(command->words, " -o "))
        return NULL; /* to standard output */
    for (size_t i = 0; i < N_ITEMS(making); i++)
        if (strncmp(command->words, making[i], strlen(making[i])) == 0)
            return "nothing was written";
    for (size_t i = 0; i < N_ITEMS(changing); i++)
        if (strncmp(command->words, changing[i], strlen(changing[i])) == 0)
            return "nothing was changed";
    return NULL;
}

/* SQLite rolls back what a process that ended has left in its journal when the database is opened.
 * A journal from which nothing had to be rolled back may stay, and is not read again. */
static void roll_back(struct outcome *outcome)
{
    if (!strstr(str_text(&outcome->files), ".db-journal "))
        return;
    run_valid(NULL, "cd \"$SCRATCH/work\" && for db in a.db old.db; do "
                    "\"$TOKFIX\" stats $db > ../stats.out || exit; rm -f $db-journal; done");
    str_clear(&outcome->files);
    faults_list(&outcome->files);
}

static bool is_same(const struct str *files, const struct str *expected)
{
    return strcmp(str_text(files), str_text(expected)) == 0;
}

static void try_signal(const struct undisturbed *undisturbed, size_t rule, long n)
{
    const struct faulty_command *command = undisturbed->command;
    const char *name = rules[rule].number == SIGINT ? "SIGINT" : "SIGTERM";
    const char *claim = claim_of(command);
    scoped(outcome) outcome = {0};
    char fault[64];
    snprintf(fault, sizeof fault, rules[rule].pattern, n);
    faults_run(&outcome, command, fault);
    roll_back(&outcome);
    scoped(str) line = str_of("tokfix %.*s: stopped by %s; %s\n", (int)strcspn(command->words, " "),
                              command->words, name, claim ? claim : "");
    bool says = claim && strstr(str_text(&outcome.err), str_text(&line));
    bool is_early = rules[rule].call == FAULT_ALLOC && n <= N_BEFORE_MAIN;
    bool is_before = is_same(&outcome.files, &undisturbed->before);
    bool is_after = is_same(&outcome.files, &undisturbed->after.files);
    if (outcome.status != -rules[rule].number)
        faults_complain(undisturbed, fault, &outcome, "ends otherwise than by the signal");
    else if (!is_before && !is_after)
        faults_complain(undisturbed, fault, &outcome, "other files than before and after");
    else if (says && !is_before)
        faults_complain(undisturbed, fault, &outcome, "claims too much");
    else if (!says && claim && is_before && !is_after && !is_early)
        faults_complain(undisturbed, fault, &outcome, "does not say so");
    faults_restore(undisturbed, &outcome);
}

TEST(signals__leave_nothing_half_made)
{
    long n_tried[N_ITEMS(rules)] = {0};
    if (!faults_can_be_made())
        skip();
    for (const struct faulty_command *command = faulty_commands; command->words; command++) {
        scoped(undisturbed) undisturbed = {0};
        if (strncmp(command->words, "mine ", 5) == 0)
            continue; /* it listens: test_interrupts.c */
        undisturbed_run(&undisturbed, command);
        for (size_t rule = 0; rule < N_ITEMS(rules); rule++) {
            long n_calls = undisturbed.after.n[rules[rule].call];
            long step = n_calls / rules[rule].n_tries + 1;
            for (long n = 1; n <= n_calls; n += step, n_tried[rule]++)
                try_signal(&undisturbed, rule, n);
        }
    }
    for (size_t rule = 0; rule < N_ITEMS(rules); rule++)
        assert_true(n_tried[rule] > 0);
    faults_end();
}
