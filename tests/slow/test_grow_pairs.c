/* Sets of pairs from grow_pairs, which knows every duplicate that it planted and shares no code
 * with the program. */
#include "tests/support/test.h"

enum { N_PAIRS = 300 };

static bool has_generator(void)
{
    return can_run("test -x \"$GROW/grow_pairs\"", "corpora of pairs",
                   "grow_pairs is not built (make grow-programs)");
}

/* The value of a name in the output of check_groups.sh. */
static int value_of(const struct str *output, const char *name)
{
    const char *at = strstr(str_text(output), name);
    int value = -1;
    if (!at || sscanf(at + strlen(name), "%d", &value) != 1)
        fail_msg("no '%s' in:\n%s", name, str_text(output));
    return value;
}

static void make_store(struct str *output, int random_seed)
{
    run_valid(output,
              "rm -rf \"$SCRATCH/corpus\"; mkdir -p \"$SCRATCH/corpus\"; \"$GROW/grow_pairs\" "
              "\"$SAMPLE/Project_CodeNet\" \"$SCRATCH/corpus\" %d %d; \"$TOKFIX\" mine "
              "\"$SCRATCH/corpus/Project_CodeNet\" -o \"$SCRATCH/c.db\" --force -j 2",
              N_PAIRS, random_seed);
}

static void check_groups(int random_seed)
{
    static const char *const wrong[] = {"wrong_pairs", "wrong_exact_split", "wrong_exact_joined",
                                        "wrong_renamed_split", "wrong_renamed_joined"};
    scoped(str) output = {0};
    make_store(&output, random_seed);
    run_valid(&output, "\"$TOKFIX\" dedup \"$SCRATCH/c.db\" -j 2 >/dev/null && "
                       "tests/grow/check_groups.sh \"$SCRATCH/corpus\" \"$SCRATCH/c.db\"");
    assert_int_equal(value_of(&output, "pairs "), N_PAIRS);
    for (size_t i = 0; i < N_ITEMS(wrong); i++)
        if (value_of(&output, wrong[i]) != 0)
            fail_msg("corpus %d:\n%s", random_seed, str_text(&output));
    int n_exact = value_of(&output, "exact_groups"),
        n_renamed = value_of(&output, "renamed_groups");
    assert_int_equal(value_of(&output, "exact_found"), n_exact);
    assert_int_equal(value_of(&output, "renamed_found"), n_renamed);
    assert_true(n_exact > 5 && n_renamed > n_exact);
    printf("note: corpus %d: all %d pairs mined, all %d exact and %d renamed groups found, and no "
           "others\n",
           random_seed, N_PAIRS, n_exact, n_renamed);
}

TEST(grow_pairs__is_mined_completely_and_its_groups_are_found)
{
    if (!has_generator())
        skip();
    for (int random_seed = 1; random_seed <= 3; random_seed++)
        check_groups(random_seed);
}

TEST(grow_pairs__is_the_same_for_the_same_arguments)
{
    scoped(str) first = {0}, second = {0};
    if (!has_generator())
        skip();
    for (int i = 0; i < 2; i++) {
        make_store(&second, 7);
        run_valid(i ? &second : &first, "cd \"$SCRATCH/corpus\" && find . -type f | sort | "
                                        "xargs sha256sum | sha256sum");
    }
    assert_string_equal(str_text(&first), str_text(&second));
}

/* Returns how many clusters of near duplicates have pairs of several blocks, with this BLOCK. */
static int n_mixed(int block)
{
    scoped(str) output = {0};
    run_valid(&output,
              "mkdir -p \"$SCRATCH/blocks\"; \"$GROW/grow_pairs\" \"$SAMPLE/Project_CodeNet\" "
              "\"$SCRATCH/blocks\" 2000 1 %d rows 2>/dev/null | "
              "\"$TOKFIX\" mine - --force -q -o \"$SCRATCH/b.db\" && "
              "\"$TOKFIX\" dedup -q \"$SCRATCH/b.db\" >/dev/null && "
              "echo mixed `sqlite3 \"$SCRATCH/b.db\" \"WITH blocks AS (SELECT problem_id, "
              "(min(CAST(substr(submission_id, 2) AS INT)) - 1) / 1000 AS block "
              "FROM submissions GROUP BY 1) SELECT count(*) FROM (SELECT 1 FROM duplicate_clusters "
              "JOIN fix_details USING (fix_key) JOIN blocks USING (problem_id) WHERE kind = 'near' "
              "GROUP BY representative_fix_key HAVING count(DISTINCT block) > 1)\"`",
              block);
    return value_of(&output, "mixed");
}

TEST(grow_pairs__has_no_near_duplicates_in_two_blocks)
{
    if (!has_generator())
        skip();
    assert_int_equal(n_mixed(500), 0);
    assert_true(n_mixed(0) > 10);
}

TEST(grow_pairs__gives_rows_and_a_tree_with_the_same_fixes)
{
    scoped(str) from_tree = {0}, from_rows = {0};
    if (!has_generator())
        skip();
    for (int i = 0; i < 2; i++)
        run_valid(i ? &from_rows : &from_tree,
                  "mkdir -p \"$SCRATCH/both\" && cd \"$SCRATCH/both\" && \"$GROW/grow_pairs\" "
                  "\"$SAMPLE/Project_CodeNet\" . %d 1 100 %s 2>/dev/null >rows.jsonl && "
                  "\"$TOKFIX\" mine %s --force -q -o both.db && "
                  "sqlite3 both.db 'SELECT fix_id, user_id, language, dialect, buggy_date, "
                  "fixed_date, judged, edit, category, pattern, role, region, before, after, line, "
                  "column, n_tokens, parses, buggy_code, fixed_code FROM fix_details' && "
                  "cat groups.tsv",
                  N_PAIRS, i ? "rows" : "", i ? "rows.jsonl" : "Project_CodeNet");
    assert_true(strstr(str_text(&from_tree), "s000000001") != NULL);
    assert_string_equal(str_text(&from_tree), str_text(&from_rows));
}
