/* tokfix mutate of a dataset, which is mined first. The commands that it prints after an
 * interruption work. */
#include "tests/support/codenet.h"
#include "tests/support/test.h"

#define IN_SCRATCH "cd \"$SCRATCH\"; "

/* Runs the command that a message gives after "resume with: ". */
static void go_on_as_told(const struct str *message)
{
    static const char words[] = "resume with: ";
    const char *command = strstr(str_text(message), words);
    assert_non_null(command);
    run_valid(NULL, IN_SCRATCH "tokfix() { \"$TOKFIX\" \"$@\"; }; %s", command + strlen(words));
}

TEST(mutate__resumes_stopped_mining)
{
    scoped(str) output = {0};
    interrupted_tree(8);
    assert_int_equal(interrupted_run(&output, "m.db", "--force -j 2", "kill -INT $RUN"), 75);
    expect_run(1, "m.db.unfinished", IN_SCRATCH "\"$TOKFIX\" mutate many -q -o m.db");
    run_valid(&output, IN_SCRATCH "\"$TOKFIX\" mutate many -o m.db 2>&1 | grep 'resume with: '");
    go_on_as_told(&output);
    expect_run(0, "same",
               IN_SCRATCH
               "\"$TOKFIX\" mutate many -o whole.db --force > report; "
               "for db in m whole; do sqlite3 $db.db 'delete from steps' .dump > $db.sql; "
               "done; "
               "cmp m.sql whole.sql && echo same");
}

/* The second problem holds what looks like a mutant: the database is mined by then, without
 * mutants. */
TEST(mutate__says_what_is_kept_when_it_fails)
{
    static const struct codenet_submission good[] = {{"s1", "u", 1, "Accepted", "x = 1\n"}};
    static const struct codenet_submission bad[] = {{"s1", "u", 1, "Accepted", "x = 1\n"},
                                                    {"s1~mutant1", "u", 0, "Accepted", "x = 2\n"}};
    const char *tree = codenet_make("a tree");
    codenet_add_problem(tree, "p00001", good, N_ITEMS(good));
    codenet_add_problem(tree, "p00002", bad, N_ITEMS(bad));
    expect_run(1, "problem p00002 has a submission with the id of a mutant, 's1~mutant1'",
               IN_SCRATCH "\"$TOKFIX\" mutate 'a tree' -o 'kept it.db' --force");
    expect_run(0, "0|0",
               IN_SCRATCH "sqlite3 'kept it.db' 'select (select count(*) from fixes), "
                          "(select count(*) from mutate_run)'");
    expect_run(1,
               "mining is done and kept in 'kept it.db'; resume with: tokfix mutate 'kept it.db' "
               "--dataset 'a tree' --per-program 7 --distribution uniform --seed 'a b'\n",
               IN_SCRATCH "\"$TOKFIX\" mutate 'a tree' -o 'kept it.db' --force --per-program 7 "
                          "--seed 'a b'");
}
