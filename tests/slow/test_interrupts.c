/* Signals: `mine` finishes and keeps the current work, and prints how to resume. */
#include "tests/support/test.h"

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
    assert_contains(str_text(output), text);
}

/* Slurm sends SIGTERM twice. */
TEST(signals__stop_a_run_that_can_be_resumed)
{
    static const struct {
        const char *name, *then;
    } cases[] = {
        {"SIGINT", "kill -INT $RUN"},
        {"SIGTERM", "kill -TERM $RUN"},
        {"SIGTERM", "kill -TERM $RUN; kill -TERM $RUN"},
    };
    scoped(str) output = {0};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const char *stopped = printed("tokfix mine: stopped by %s; ", cases[i].name);
        assert_int_equal(interrupted_run(&output, "s.db", "", cases[i].then), 75);
        expect_text(&output, stopped);
        expect_text(&output, " of 104 problems are kept in 's.db.unfinished'\n"
                             "tokfix mine: to resume, give the same command with --resume\n");
        expect_run(
            0, "resuming: ",
            "cd \"$SCRATCH\"; \"$TOKFIX\" mine many -o s.db --resume && "
            "\"$SAMPLE/../same_db.sh\" s.db whole.db && test ! -e s.db.unfinished && rm s.db");
    }
}

/* While a resumed run reads its input again, the problems that it will mine are not yet known. */
TEST(signals__do_not_deny_what_an_earlier_run_has_kept)
{
    scoped(str) output = {0}, expected = {0};
    run_valid(
        NULL,
        "cd \"$SCRATCH\" && awk 'BEGIN { print \"user,problem,date,status,language,code\"; for "
        "(i = 0; i < 100000; i++) print \"u,p\" i \",1,WA,py,x\" }' >rows.csv && mkfifo pipe; "
        "until [ -s p.db.unfinished ]; do \"$TOKFIX\" mine -q rows.csv -o p.db --force & p=$!; "
        "sleep 2; kill -TERM $p; wait $p; [ $? -eq 75 ] || exit 1; done 2>/dev/null");
    scoped(str) n = output_of("sqlite3 $SCRATCH/p.db.unfinished 'SELECT count(*) FROM problems'");
    int status =
        run_shell(&output, "cd \"$SCRATCH\"; (head rows.csv; exec sleep 60) >pipe & w=$!; "
                           "\"$TOKFIX\" mine - --format csv -o p.db --resume <pipe 2>&1 & "
                           "p=$!; sleep 1; kill -TERM $p; wait $p; s=$?; kill $w; exit $s");
    str_print(&expected, "stopped by SIGTERM; %.*s finished problems are kept in",
              (int)(n.length - 1), n.text);
    assert_int_equal(status, 75);
    expect_text(&output, expected.text);
}

/* While folders are mined: all that is at hand is finished, the rest is not begun. Each run is
 * given a fortieth of a whole run's time more than the one before. timeout(1) sends each signal
 * twice, to the process and to its group; a run that it ended at once, by its second one, would
 * leave a journal. */
TEST(signals__stop_a_run_over_a_folder)
{
    static const struct {
        const char *name;
        int status; /* when it comes before the run listens */
    } signals[] = {{"TERM", 143}, {"INT", 130}};
    for (size_t i = 0; i < N_ITEMS(signals); i++) {
        const char *stopped = printed("stopped by SIG%s", signals[i].name);
        expect_run(0, stopped,
                   "cd \"$SCRATCH\"; begin=$(date +%%s%%N); \"$TOKFIX\" mine many -o f.db -j 2; "
                   "whole=$(( ($(date +%%s%%N) - begin) / 1000 )); rm f.db; n=0 stopped=0; "
                   "until [ -e f.db ]; do n=$((n + 1)); us=$((whole * n / 40)); "
                   "env --default-signal=INT timeout --preserve-status -s %s "
                   "$(printf '%%d.%%06d' $((us / 1000000)) $((us %% 1000000))) "
                   "\"$TOKFIX\" mine many -o f.db --resume -j 2; "
                   "case $? in 0 | %d) ! test -e f.db.unfinished-journal || exit 3;; "
                   "75) stopped=$((stopped + 1));; *) exit 1;; esac; [ $n -lt 99 ] || exit 2; "
                   "done; \"$SAMPLE/../same_db.sh\" f.db whole.db && rm f.db && [ $stopped -gt 0 ]",
                   signals[i].name, signals[i].status);
    }
}

/* Waits until a run listens to signals, and has had time to read what there is. */
#define HEARD                                                                                 \
    "n=0; until [ $((0x$(sed -n 's/^SigCgt:[^0-9a-f]*//p' /proc/$RUN/status) & 0x4002)) -eq " \
    "$((0x4002)) ] || [ $n -gt 2000 ]; do sleep 0.02; n=$((n + 1)); done; sleep 0.2; "

/* Runs tokfix with `arguments`, of which p is a pipe that gives the first bytes of a file, and then
 * nothing, but stays open; does `then`; and expects that tokfix ends. */
static void expect_end(int status, const char *message, const char *arguments, const char *file,
                       long n_bytes, const char *then)
{
    expect_run(
        status, message,
        "cd \"$SCRATCH\"; rm -f p given ended; mkfifo p; "
        "(exec 3> p; head -c %ld '%s' >&3; touch given; n=0; "
        "while [ ! -e ended ] && [ $n -lt 3000 ]; do sleep 0.02; n=$((n + 1)); done) & "
        "env --default-signal=INT \"$TOKFIX\" %s & RUN=$!; "
        "n=0; until [ -e given ] || [ $n -gt 2000 ]; do sleep 0.02; n=$((n + 1)); done; "
        "%s; "
        "n=0; while kill -0 $RUN 2> kill.err && [ $n -lt 1500 ]; do sleep 0.02; n=$((n + 1)); "
        "done; kill -KILL $RUN 2> kill.err && echo 'it does not end'; wait $RUN; status=$?; "
        "touch ended; wait; for left in t.db t.db.partial; do [ ! -e $left ] || exit 98; done; "
        "rm -f t.db*; "
        "exit $status",
        n_bytes, file, arguments, then);
}

static long size_of(const char *name)
{
    scoped(str) output = output_of("stat -c %%s \"$SCRATCH/%s\"", name);
    long size = strtol(str_text(&output), NULL, 10);
    return size;
}

/* Wherever an archive stops coming: before its first byte, within its headers and contents, right
 * after the last byte that is needed, and after its end. */
TEST(signals__stop_the_reading_of_an_archive)
{
    static const struct {
        const char *file, *arguments;
    } cases[] = {
        {"all.tar", "mine - -o t.db < p"},
        {"all.tar.gz", "mine p -o t.db"},
        {"all.tar.zst", "mine - -o t.db -j 1 < p"},
        {"data.tar", "mine p --metadata many/Project_CodeNet/metadata -o t.db"},
        {"data.tar.gz", "mine - --metadata many/Project_CodeNet/metadata -o t.db < p"},
        {"metadata.tar", "mine data.tar --metadata p -o t.db"},
    };
    expect_run(0, "",
               "cd \"$SCRATCH\"; tar cf all.tar -C many Project_CodeNet; "
               "tar cf data.tar --sort=name -C many Project_CodeNet/data; "
               "tar cf metadata.tar -C many Project_CodeNet/metadata; "
               "gzip -k all.tar data.tar; zstd -q all.tar");
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        long size = size_of(cases[i].file);
        const long places[] = {0, 1, 512, 100000, size / 2, size - 10240, size - 1, size};
        /* all of them for the first, every third for the others */
        for (size_t j = i % 3; j < N_ITEMS(places); j += i ? 3 : 1) {
            bool is_int = (i + j) % 2;
            long n = places[j] < 0 ? 0 : places[j];
            expect_end(75, is_int ? ": stopped by SIGINT" : ": stopped by SIGTERM",
                       cases[i].arguments, cases[i].file, n,
                       is_int ? HEARD "kill -INT $RUN" : HEARD "kill -TERM $RUN");
        }
    }
}

/* What has failed for another reason does not wait, either: a damaged archive, and a database that
 * cannot be written. */
TEST(failures__do_not_wait_for_a_writer)
{
    static const char *const arguments[] = {
        "mine p -o t.db",
        "mine p --metadata many/Project_CodeNet/metadata -o t.db",
    };
    expect_run(
        0, "",
        "cd \"$SCRATCH\"; { head -c 51200 all.tar; head -c 1000000 /dev/zero | tr '\\0' x; } "
        "> damaged.tar");
    for (size_t i = 0; i < N_ITEMS(arguments); i++)
        expect_end(1, "cannot read 'p': ", arguments[i], "damaged.tar", size_of("damaged.tar"),
                   ":");
}

/* A user with so many submissions that the problem takes a while: each pair differs at the start
 * and at the end of long programs. */
static void add_long_problem(void)
{
    expect_run(
        0, "",
        "cd \"$SCRATCH\"; mkdir -p long/data/p1/Python long/metadata; cd long; "
        "echo 'id,name,dataset,time_limit,memory_limit,rating,tags,complexity' "
        "> metadata/problem_list.csv; echo 'p1,,AIZU,,,,,' >> metadata/problem_list.csv; "
        "awk 'BEGIN {print \"submission_id,problem_id,user_id,date,language,original_language,"
        "filename_ext,status,cpu_time,memory,code_size,accuracy\"; for (i = 1; i <= 3000; i++) "
        "{print \"s\" i \",p1,u1,\" i \",Python,Python,py,"
        "\" (i %% 2 ? \"Wrong Answer\" : \"Accepted\") "
        "\",1,1,1,\"; f = \"data/p1/Python/s\" i \".py\"; "
        "for (j = 0; j < 100; j++) print \"a\" j \" = \" (j %% 99 ? j : i) \" + \" j > f; "
        "close(f)}}' "
        "> metadata/p1.csv");
}

/* The problem at hand is finished first: who asks again does not want that. */
TEST(signals__twice_end_it_at_once)
{
    static const struct {
        const char *first, *second;
        int status;
    } cases[] = {{"INT", "INT", 130}, {"TERM", "INT", 130}, {"INT", "TERM", 143}};
    add_long_problem();
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        expect_run(cases[i].status, "",
                   "cd \"$SCRATCH\"; env --default-signal=INT \"$TOKFIX\" mine long "
                   "-o t.db & RUN=$!; "
                   "n=0; until [ -e t.db.unfinished ] || [ $n -gt 2000 ]; do sleep 0.02; "
                   "n=$((n + 1)); done; sleep 0.2; kill -%s $RUN; sleep 0.5; "
                   "kill -0 $RUN || exit 99; kill -%s $RUN; wait $RUN; status=$?; "
                   "rm -f t.db.unfinished*; ls t.db* && exit 98; exit $status",
                   cases[i].first, cases[i].second);
}

TEST(signals__ask_how_far_it_is)
{
    scoped(str) output = {0};
    assert_int_equal(interrupted_run(&output, "u.db", "",
                                     "kill -USR1 $RUN; n=0; until grep -q committed run.err || "
                                     "[ $n -gt 500 ]; do sleep 0.02; n=$((n + 1)); done; "
                                     "kill -TERM $RUN"),
                     75);
    expect_text(&output, " of 104 problems, ");
    expect_text(&output, " committed\n");
    expect_run(0, "", "rm -f \"$SCRATCH/u.db.unfinished\"");
}

/* Waits for the process $RUN, which was asked to stop. Fails with 3 if that took over ten seconds.
 * Sets `status`. */
#define ENDS_SOON                                              \
    "begin=$(date +%%s); wait $RUN && status=0 || status=$?; " \
    "[ $(($(date +%%s) - begin)) -le 10 ] || exit 3; "

/* A problem that takes half a minute, all of it one history with a million fixes. The signals come
 * while pairs are compared, fixes are stored, and the database is written; each run goes on where
 * the one before has ended. */
TEST(signals__stop_within_a_large_problem)
{
    expect_run(0, "stopped by SIGTERM",
               "cd \"$SCRATCH\"; awk 'BEGIN { print \"user,problem,date,status,language,code\"; "
               "for (i = 0; i < 20000; i++) printf \"u,p,%%d,%%s,py,\\\"x = [1, 2, 3]\\nprint(x, "
               "%%d)\\n\\\"\\n\", i, i %% 2 ? \"AC\" : \"WA\", i }' >large.csv; "
               "begin=$(date +%%s%%N); \"$TOKFIX\" mine -q large.csv -o large.db || exit 1; "
               "whole=$(( ($(date +%%s%%N) - begin) / 1000000 )); "
               "for part in 1 5 10 13 16 18 19; do "
               "\"$TOKFIX\" mine -q large.csv -o again.db --resume & RUN=$!; "
               "ms=$((whole * part / 20)); sleep $((ms / 1000)).$(printf %%03d $((ms %% 1000))); "
               "kill -TERM $RUN 2>/dev/null; " ENDS_SOON "[ $status -eq 75 ] || break; done; "
               "[ $status -eq 75 ] || [ $status -eq 0 ] || exit 4; "
               "\"$TOKFIX\" mine -q large.csv -o again.db --resume; "
               "\"$SAMPLE/../same_db.sh\" large.db again.db");
}

/* The program that is executed would sleep for 40 seconds. */
TEST(signals__stop_verify_while_a_program_sleeps)
{
    expect_run(
        0, "stopped by SIGTERM; give the same command again",
        "cd \"$SCRATCH\"; mkdir -p tests/p/in tests/p/out; "
        "echo 1 >tests/p/in/1; echo 3 >tests/p/out/1; "
        "{ echo user,problem,date,status,language,code; for v in 'WA 1' 'AC 2'; do "
        "printf 'u,p,%%s,%%s,py,\"import time\\ntime.sleep(99)\\nprint(%%s)\\n\"\\n' ${v#* } "
        "${v%% *} ${v#* }; done; } >sleeps.csv; "
        "\"$TOKFIX\" mine -q sleeps.csv -o sleeps.db && "
        "{ \"$TOKFIX\" verify sleeps.db --tests tests & RUN=$!; sleep 3; "
        "kill -TERM $RUN; " ENDS_SOON "[ $status -eq 75 ]; }");
}

SUITE_SETUP(set_up, NULL);
