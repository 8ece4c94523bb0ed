/* Signals: what is at hand is finished and kept, and everybody is told how to go on. */
#include "tests/support/interrupted.h"
#include "tests/support/run.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>

enum { N_COPIES = 8 };

static int set_up(void **state)
{
    (void)state;
    interrupted_tree(N_COPIES);
    expect_run(0, "", "cd \"$SCRATCH\"; \"$TOKFIX\" mine many -o whole.db --force");
    return 0;
}

static void expect_text(const struct str *output, const char *text)
{
    if (!strstr(str_text(output), text))
        fail_msg("no '%s' in:\n%s", text, str_text(output));
}

static void signals__stop_a_run_that_can_be_gone_on_with(void **state)
{
    (void)state;
    static const char *const signals[] = {"INT", "TERM"};
    struct str output = {0};
    for (size_t i = 0; i < N_ITEMS(signals); i++) {
        char kill[40], stopped[60];
        snprintf(kill, sizeof kill, "kill -%s $RUN", signals[i]);
        snprintf(stopped, sizeof stopped, "tokfix mine: stopped by SIG%s; ", signals[i]);
        assert_int_equal(interrupted_run(&output, "s.db", "", kill), 75);
        expect_text(&output, stopped);
        expect_text(&output, " of 104 problems are kept in 's.db.unfinished'\n"
                             "tokfix mine: go on with: tokfix mine --resume - --metadata ");
        expect_run(0, "going on: ",
                   "cd \"$SCRATCH\"; \"$TOKFIX\" mine many -o s.db --resume && "
                   "cmp s.db whole.db && test ! -e s.db.unfinished && rm s.db");
    }
    str_release(&output);
}

/* While folders are mined: all that is at hand is finished, the rest is not begun. */
static void signals__stop_a_run_over_a_folder(void **state)
{
    (void)state;
    expect_run(0, "stopped by SIGTERM",
               "cd \"$SCRATCH\"; n=0 stopped=0; until [ -e f.db ]; do n=$((n + 1)); "
               "timeout --preserve-status -s TERM 0.$((n / 10))$((n %% 10)) \"$TOKFIX\" mine many "
               "-o f.db --resume -j 2; case $? in 0 | 143) ;; 75) stopped=$((stopped + 1));; "
               "*) exit 1;; esac; [ $n -lt 99 ] || exit 2; done; "
               "cmp f.db whole.db && rm f.db && [ $stopped -gt 0 ]");
}

/* An archive that stops coming is waited for no longer. */
static void signals__stop_the_reading_of_an_archive(void **state)
{
    (void)state;
    expect_run(
        75, "stopped by SIGTERM before the first problem was done\ntokfix mine: begin again with: ",
        "cd \"$SCRATCH\"; rm -f p enough; mkfifo p; tar cf all.tar -C many Project_CodeNet; "
        "(exec 3> p; head -c 100000 all.tar >&3; n=0; while [ ! -e enough ] && [ $n -lt 500 ]; "
        "do sleep 0.02; n=$((n + 1)); done) & \"$TOKFIX\" mine - -o t.db < p & RUN=$!; "
        "sleep 0.5; kill -TERM $RUN; wait $RUN; status=$?; touch enough; wait; "
        "ls t.db* && exit 1; exit $status");
}

/* A pipe is waited for before anything else, ten seconds long: who asks again does not want that. */
static void signals__twice_end_it_at_once(void **state)
{
    (void)state;
    static const struct {
        const char *first, *second;
        int status;
    } cases[] = {{"INT", "INT", 130}, {"TERM", "INT", 130}, {"INT", "TERM", 143}};
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        expect_run(cases[i].status, "",
                   "cd \"$SCRATCH\"; rm -f p.tar; mkfifo p.tar; "
                   "env --default-signal=INT \"$TOKFIX\" mine p.tar -o t.db & RUN=$!; "
                   "n=0; until [ -e t.db.unfinished ] || [ $n -gt 200 ]; do sleep 0.02; "
                   "n=$((n + 1)); done; sleep 0.2; kill -%s $RUN; sleep 0.3; "
                   "kill -0 $RUN || exit 99; kill -%s $RUN; wait $RUN; status=$?; "
                   "rm -f t.db.unfinished*; ls t.db* && exit 98; exit $status",
                   cases[i].first, cases[i].second);
}

static void signals__ask_how_far_it_is(void **state)
{
    (void)state;
    struct str output = {0};
    assert_int_equal(interrupted_run(&output, "u.db", "",
                                     "kill -USR1 $RUN; n=0; until grep -q committed run.err || "
                                     "[ $n -gt 500 ]; do sleep 0.02; n=$((n + 1)); done; "
                                     "kill -TERM $RUN"),
                     75);
    expect_text(&output, " of 104 problems, ");
    expect_text(&output, " committed\n");
    expect_run(0, "", "rm \"$SCRATCH/u.db.unfinished\"");
    str_release(&output);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(signals__stop_a_run_that_can_be_gone_on_with),
        cmocka_unit_test(signals__stop_a_run_over_a_folder),
        cmocka_unit_test(signals__stop_the_reading_of_an_archive),
        cmocka_unit_test(signals__twice_end_it_at_once),
        cmocka_unit_test(signals__ask_how_far_it_is),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
