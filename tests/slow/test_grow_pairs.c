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
