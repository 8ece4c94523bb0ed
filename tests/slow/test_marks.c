/* check --mark, with benchmarks that are parts of the database itself. */
#include "tests/support/test.h"

enum { N_ROUNDS = 4 };

/* Seeds, groupings and ways of matching, taken together in turn. */
static const char *const groupings[N_ROUNDS] = {"problem", "user", "problem-cluster,duplicates",
                                                "duplicates,user"};
static const char *const matches[N_ROUNDS] = {"--match li", "--match type2", "--match similar",
                                              "--match type1"};

static void make_store(const char *tree)
{
    run_valid(
        NULL,
        "set -e; cd \"$SCRATCH\"; \"$TOKFIX\" mine %s -o m.db --force; \"$TOKFIX\" dedup m.db\n"
        "\"$TOKFIX\" export m.db --category all --format pairs --force -o all.jsonl\n"
        "awk 'NR %% 9 == 4' all.jsonl > part.jsonl\n"
        "\"$TOKFIX\" export m.db --format nbf --force -o all-nbf.jsonl\n"
        "awk 'NR %% 11 == 4' all-nbf.jsonl > part-nbf.jsonl",
        tree);
}

/* The number after a key of the JSON that a command prints, summed over all places of the key. */
static int sum_of(const struct str *json, const char *key)
{
    int sum = 0;
    scoped(str) quoted = str_of("\"%s\":", key);
    for (const char *at = str_text(json); (at = strstr(at, str_text(&quoted)));) {
        at += quoted.length;
        sum += atoi(at + strspn(at, " \t"));
    }
    return sum;
}

static const char marks[] = "SELECT * FROM set_splits; SELECT * FROM set_exclusions";

/* The view split_sizes says what export writes. */
static void check_sizes(void)
{
    run_valid(NULL,
              "set -e; cd \"$SCRATCH\"; for split in train validation test; do\n"
              "left=$(sqlite3 m.db \"select coalesce(sum(n_left), 0) from split_sizes "
              "where split = '$split'\")\n"
              ": >rows.jsonl; if [ $left -gt 0 ]; then "
              "\"$TOKFIX\" export m.db --category all --split $split --format pairs --force "
              "-o rows.jsonl; fi\n"
              "[ $left = $(wc -l <rows.jsonl) ] || { echo \"$split: $left\"; exit 1; }; done");
}

/* Marks, and looks again: there must be nothing left. Returns the number of leaks before. */
static int mark_and_look_again(int round, const char *benchmark)
{
    scoped(str) output =
        output_of("cd \"$SCRATCH\"; \"$TOKFIX\" split m.db --ratio 3:1:1 --seed %d "
                  "--group-by %s",
                  round, groupings[round]);
    run_valid(&output, "cd \"$SCRATCH\"; sqlite3 m.db '%s' >before.rows", marks);
    run_valid(&output,
              "cd \"$SCRATCH\"; \"$TOKFIX\" check m.db --against %s %s --group-by %s --mark --json",
              benchmark, matches[round], groupings[round]);
    scoped(str) again =
        output_of("cd \"$SCRATCH\"; \"$TOKFIX\" check m.db --against %s %s --group-by %s --json",
                  benchmark, matches[round], groupings[round]);
    int n = sum_of(&output, "n_leaks");
    if (sum_of(&again, "n_leaks") != 0 || sum_of(&again, "leaking") != 0)
        fail_msg("round %d, %s: found again:\n%s", round, benchmark, str_text(&again));
    check_sizes();
    run_valid(&output,
              "cd \"$SCRATCH\"; \"$TOKFIX\" check m.db --unmark; sqlite3 m.db '%s' >after.rows; "
              "cmp before.rows after.rows",
              marks);
    return n;
}

static void check_marks(const char *name, const char *tree)
{
    int n = 0;
    make_store(tree);
    for (int round = 0; round < N_ROUNDS; round++)
        n += mark_and_look_again(round, round % 2 ? "part-nbf.jsonl" : "part.jsonl");
    assert_true(n > 30);
    printf("note: marks: %s: %d leaks marked in %d rounds, none found again, and all clean\n", name,
           n, N_ROUNDS);
}

TEST(marks__leave_nothing_to_find)
{
    check_marks("sample", "\"$SAMPLE/Project_CodeNet\"");
    if (has_atcoder("leaks marked in real fixes"))
        check_marks("atcoder", "\"$SHARED/data/atcoder\"");
}

/* A split closed over users alone leaves duplicates and problems in several splits; marking the
 * relatives takes the duplicates away. */
TEST(marks__make_a_split_clean)
{
    scoped(str) output = {0};
    int n_dirty = 0;
    make_store("\"$SAMPLE/Project_CodeNet\"");
    for (int seed = 0; seed < 6; seed++) {
        run_valid(&output,
                  "cd \"$SCRATCH\"; \"$TOKFIX\" check m.db --unmark\n"
                  "\"$TOKFIX\" split m.db --ratio 2:1:1 --seed %d --group-by user",
                  seed);
        n_dirty += run_shell(&output, "\"$TOKFIX\" check \"$SCRATCH/m.db\" --group-by "
                                      "user,duplicates") != 0;
        run_valid(&output, "\"$TOKFIX\" check \"$SCRATCH/m.db\" --mark");
        if (run_shell(&output, "\"$TOKFIX\" check \"$SCRATCH/m.db\" --group-by "
                               "user,duplicates") != 0)
            fail_msg("seed %d: %s", seed, str_text(&output));
    }
    assert_true(n_dirty > 0);
}
