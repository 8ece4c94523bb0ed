/* After any interruption and a resumed run, the database is byte for byte that of an uninterrupted
 * run. */
#include "tests/support/test.h"

enum { N_COPIES = 12 };

#define MANY "\"$SCRATCH/many/Project_CodeNet\""
#define MINE "cd \"$SCRATCH\"; \"$TOKFIX\" mine " MANY " "

static int set_up(void **state)
{
    (void)state;
    interrupted_tree(N_COPIES);
    expect_run(0, "single-token fixes", MINE "-o whole.db --force");
    return 0;
}

/* Begins a run that is stopped with problems done. */
static void begin(const char *database, const char *options)
{
    scoped(str) output = {0};
    assert_int_equal(interrupted_run(&output, database, options, "kill -TERM $RUN"), 75);
    assert_contains(str_text(&output), "stopped by SIGTERM");
}

static void assert_same(const char *database)
{
    expect_run(
        0, "",
        "cd \"$SCRATCH\"; \"$SAMPLE/../same_db.sh\" whole.db %s && test ! -e %s.unfinished && "
        "test ! -e %s.unfinished-journal && test ! -e %s.partial && rm %s",
        database, database, database, database, database);
}

/* Kills at moments that are spread over the run. */
TEST(resume__after_kills_gives_the_same_database)
{
    scoped(str) output = {0};
    int n_kills = 0, n_resumed = 0, status = 137;
    for (int ms = 20; status == 137 && ms < 30000; ms += ms / 4) {
        status = run_shell(&output,
                           MINE "-o k.db -j %d --resume & p=$!; sleep %d.%03d; kill -9 $p; wait $p",
                           1 + n_kills % 3, ms / 1000, ms % 1000);
        n_kills += status == 137;
        n_resumed += strstr(str_text(&output), "resuming: ") != NULL;
    }
    assert_int_equal(status, 0);
    assert_same("k.db");
    assert_true(n_kills > 3);
    assert_true(n_resumed > 0);
    printf("note: %d times killed, %d times resumed\n", n_kills, n_resumed);
}

TEST(resume__of_several_languages_gives_the_same_database)
{
    expect_run(0, "", MINE "--language python,cpp,java -q -o all.db");
    begin("l.db", "--language python,cpp,java");
    expect_run(1, "--language is python,cpp,java there and python,java here; resume it as",
               MINE "-o l.db --resume --language java,python");
    expect_run(
        0, "resuming: ",
        MINE
        "-o l.db --resume --language java,cpp,python && \"$SAMPLE/../same_db.sh\" all.db l.db && "
        "rm l.db all.db");
}

TEST(resume__of_another_run_is_refused_with_the_difference)
{
    static const struct {
        const char *before, *options, *message;
    } cases[] = {
        {"true", "--max-tokens 99 --max-bytes 5000",
         "--max-tokens is unlimited there and 99 here, --max-bytes is 1048576 there and 5000 here"},
        {"sed -i 's/Accepted/accepted/' other/metadata/p1000001.csv", "--metadata other/metadata",
         "metadata/p1000001.csv has changed since it was mined"},
        {"rm other/metadata/p1000001.csv", "--metadata other/metadata",
         "problem p1000001 was mined there and is missing here"},
        {"echo >> other/metadata/p900009.csv", "--metadata other/metadata",
         "the names and sizes of the metadata files differ: 156 files there (SHA-256 "},
    };
    begin("d.db", "");
    expect_run(0, "", "cp \"$SCRATCH/d.db.unfinished\" \"$SCRATCH/kept\"");
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        expect_run(0, "",
                   "cd \"$SCRATCH\"; cp kept d.db.unfinished; rm -rf other; mkdir other; "
                   "cp -R many/Project_CodeNet/metadata other/; %s",
                   cases[i].before);
        expect_run(1, cases[i].message, MINE "-o d.db --resume %s", cases[i].options);
    }
    expect_run(
        0, "resuming: ", "cd \"$SCRATCH\"; cp kept d.db.unfinished; " MINE "-o d.db --resume -j 3");
    assert_same("d.db");
}

TEST(resume__is_not_needed_after_a_finished_run)
{
    begin("c.db", "");
    expect_run(0, "", "cd \"$SCRATCH\"; cp c.db.unfinished left; " MINE "-o c.db --resume");
    expect_run(0, "nothing to do: 'c.db' is the finished database of this run",
               "cd \"$SCRATCH\"; cp left c.db.unfinished; " MINE "-o c.db --resume");
    expect_run(
        1,
        "'c.db' was made with different options: --pairing is all there and next here; replace it",
        MINE "-o c.db --resume --pairing next");
    assert_same("c.db");
}

TEST(resume__with_nothing_there_begins)
{
    expect_run(0, "single-token fixes", MINE "-o b.db --resume");
    assert_same("b.db");
    begin("b.db", "");
    expect_run(0, "single-token fixes", MINE "-o b.db --force");
    assert_same("b.db");
}

/* A file of another program is not taken for an unfinished run. */
TEST(resume__leaves_other_files_alone)
{
    expect_run(0, "", "cd \"$SCRATCH\"; echo 'my notes, which are long enough' > o.db.unfinished");
    expect_run(1, "o.db.unfinished", MINE "-o o.db --force");
    expect_run(1, "o.db.unfinished", MINE "-o o.db --resume");
    expect_run(0, "my notes", "cat \"$SCRATCH/o.db.unfinished\"");
    expect_run(0, "",
               "cd \"$SCRATCH\"; rm o.db.unfinished; "
               "sqlite3 o.db.unfinished 'create table mine (x)'");
    expect_run(1, "is not a tokfix database, so it is not changed", MINE "-o o.db --force");
    expect_run(0, "mine", "cd \"$SCRATCH\"; sqlite3 o.db.unfinished .tables; rm o.db.unfinished");
    expect_run(1, "is not a regular file", "mkfifo \"$SCRATCH/o.db.unfinished\"; " MINE "-o o.db");
    expect_run(0, "",
               "rm \"$SCRATCH/o.db.unfinished\"; cp \"$SCRATCH/whole.db\" \"$SCRATCH/v.db\"");
    expect_run(1, "contains an unfinished run",
               "cd \"$SCRATCH\"; sqlite3 v.db 'update run set dataset = null, "
               "metadata_sha256 = null'; \"$TOKFIX\" stats v.db");
    expect_run(1, "was started by another version of tokfix (schema version 2, not ",
               "cd \"$SCRATCH\"; sqlite3 v.db 'pragma user_version = 2'; "
               "mv v.db o.db.unfinished; " MINE "-o o.db --resume");
    expect_run(0, "", "rm \"$SCRATCH/o.db.unfinished\"");
}

TEST(resume__is_for_one_at_a_time)
{
    scoped(str) output = {0};
    int status = interrupted_run(
        &output, "u.db", "",
        "for o in '' --resume --force; do \"$TOKFIX\" mine many/Project_CodeNet -o u.db $o; "
        "echo status $?; done; kill -TERM $RUN");
    assert_int_equal(status, 75);
    const char *text = str_text(&output);
    for (int i = 0; i < 3; i++) {
        text = strstr(text, "'u.db.unfinished' is in use by another program");
        assert_non_null(text);
        text = strstr(text, "status 1");
        assert_non_null(text);
    }
    expect_run(0, "resuming: ", MINE "-o u.db --resume");
    assert_same("u.db");
}

SUITE_SETUP(set_up, NULL);
