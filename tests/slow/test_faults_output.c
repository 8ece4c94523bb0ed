/* Standard output that accepts nothing: a full device, a pipe without a reader, a closed stream. */
#include "tests/support/faults.h"
#include "tests/support/test.h"

#include <signal.h>

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
