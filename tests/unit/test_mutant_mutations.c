/* All mutations of a program, with both distributions. */
#include "tests/support/listed_mutations.h"
#include "tests/support/test.h"

static const char program[] = "def f(a, b=1):\n"
                              "    c = 0\n"
                              "    while not g(a, b) and c in b:\n"
                              "        c += 1 + a\n"
                              "    return True\n";

static void assert_mutations(struct mutations *mutations, enum mutation_rule rule,
                             const char *expected)
{
    scoped(str) line = {0};
    mutations_print(&line, mutations, rule);
    assert_string_equal(str_text(&line), expected);
}

/* The complete list of a small program, by one group for each token that can change. */
TEST(mutations_find__lists_what_every_token_may_become)
{
    static const char *const expected[N_MUTATION_RULES] = {
        [MUTATE_VARIABLE_MISUSE] = "a 3:17 > b, c; b 3:20 > a, c; c 3:27 > a, b; b 3:32 > a, c; "
                                   "a 4:18 > b, c",
        [MUTATE_BINARY_OPERATOR] = "+ 4:16 > -, *, /, //, %, **, <<, >>, @, |, &, ^",
        [MUTATE_COMPARISON_OPERATOR] = "in 3:29 > not in",
        [MUTATE_LOGICAL_OPERATOR] = "and 3:23 > or; -not 3:11",
        [MUTATE_ASSIGNMENT_OPERATOR] =
            "+= 4:11 > =, -=, *=, /=, //=, %=, **=, <<=, >>=, @=, |=, &=, ^=",
        [MUTATE_LITERAL] = "0 2:9 > 1, 2; 1 4:14 > 0, 2; True 5:12 > False",
    };
    static const uint64_t n_sites[N_MUTATION_RULES] = {5, 1, 1, 2, 1, 3};
    scoped(mutated_program) mutated = {0};
    mutated_find(&mutated, program, NULL);
    for (int rule = 0; rule < N_MUTATION_RULES; rule++) {
        assert_mutations(&mutated.mutations, (enum mutation_rule)rule, expected[rule]);
        assert_int_equal(mutated.mutations.n_sites[rule], n_sites[rule]);
        assert_true(mutated.mutations.weights[rule] == 1);
    }
    for (size_t i = 0; i < mutated.mutations.groups.n; i++)
        assert_true(mutated.mutations.groups.items[i].weight == 1);
}

TEST(mutations_find__finds_what_is_asked_for)
{
    scoped(mutated_program) mutated = {0};
    mutated_find(&mutated, program, NULL);
    size_t n_groups[N_MUTATION_RULES + 1];
    memcpy(n_groups, mutated.mutations.first_group, sizeof n_groups);
    for (int wanted = 0; wanted < N_MUTATION_RULES; wanted++) {
        struct mutation_options options = {0};
        options.is_wanted[wanted] = true;
        mutations_find(&mutated.mutations, &mutated.program, &options);
        for (int rule = 0; rule < N_MUTATION_RULES; rule++)
            if (rule != wanted) {
                assert_mutations(&mutated.mutations, (enum mutation_rule)rule, "");
                assert_int_equal(mutated.mutations.n_sites[rule], 0);
            }
        assert_int_equal(mutated.mutations.groups.n, n_groups[wanted + 1] - n_groups[wanted]);
    }
}

static struct token_text text(const char *bytes)
{
    return (struct token_text){bytes, strlen(bytes)};
}

/* Adds what is after the ones before it, by rule and text. */
static void add_real(struct real_edits *real, enum mutation_rule rule, const char *from,
                     const char *to, int64_t n)
{
    enum edit_kind kind = !*from ? EDIT_INSERT : !*to ? EDIT_DELETE : EDIT_REPLACE;
    array_push(&real->list, (struct real_edit){rule, kind, text(from), text(to), n});
    real->n_fixes[rule] += n;
}

/* Groups are the edits of real fixes, which may be ones that BugLab does not know. A token that no
 * such edit changes is not a site. Variables and arguments are as in the uniform distribution. */
TEST(mutations_find__follows_real_edits)
{
    static const char *const expected[N_MUTATION_RULES] = {
        [MUTATE_VARIABLE_MISUSE] = "a 3:17 > b, c; b 3:20 > a, c; c 3:27 > a, b; b 3:32 > a, c; "
                                   "a 4:18 > b, c",
        [MUTATE_BINARY_OPERATOR] = "",
        [MUTATE_COMPARISON_OPERATOR] = "in 3:29 > == * 4; in 3:29 > not in * 2",
        [MUTATE_LOGICAL_OPERATOR] = "and 3:23 > or * 3; -not 3:11 * 9",
        [MUTATE_ASSIGNMENT_OPERATOR] = "= 2:7 > += * 6",
        [MUTATE_LITERAL] = "0 2:9 > 'x' * 5; 1 4:14 > 100",
    };
    static const uint64_t n_sites[N_MUTATION_RULES] = {5, 0, 1, 2, 1, 2};
    static const double weights[N_MUTATION_RULES] = {13, 7, 6, 20, 6, 14};
    struct mutated_program mutated;
    struct real_edits real = {.n_fixes = {[MUTATE_VARIABLE_MISUSE] = 13}};
    add_real(&real, MUTATE_BINARY_OPERATOR, "-", "+", 7); /* there is no minus */
    add_real(&real, MUTATE_COMPARISON_OPERATOR, "in", "==", 4);
    add_real(&real, MUTATE_COMPARISON_OPERATOR, "in", "not in", 2);
    add_real(&real, MUTATE_LOGICAL_OPERATOR, "", "not", 8); /* no name or call is a test */
    add_real(&real, MUTATE_LOGICAL_OPERATOR, "and", "or", 3);
    add_real(&real, MUTATE_LOGICAL_OPERATOR, "not", "", 9);
    add_real(&real, MUTATE_ASSIGNMENT_OPERATOR, "=", "+=", 6); /* not that of the parameter */
    add_real(&real, MUTATE_LITERAL, "0", "'x'", 5);
    add_real(&real, MUTATE_LITERAL, "1", "100", 1); /* nor its value */
    add_real(&real, MUTATE_LITERAL, "3", "4", 8);
    mutated_find(&mutated, program, &real);
    for (int rule = 0; rule < N_MUTATION_RULES; rule++) {
        assert_mutations(&mutated.mutations, (enum mutation_rule)rule, expected[rule]);
        assert_int_equal(mutated.mutations.n_sites[rule], n_sites[rule]);
        assert_true(mutated.mutations.weights[rule] == weights[rule]);
    }
    mutated_release(&mutated);
    array_release(&real.list);
}

TEST(mutations_find__gathers_the_places_of_a_real_edit)
{
    struct mutated_program mutated;
    struct real_edits real = {0};
    add_real(&real, MUTATE_BINARY_OPERATOR, "+", "*", 2);
    add_real(&real, MUTATE_BINARY_OPERATOR, "+", "-", 5);
    add_real(&real, MUTATE_LOGICAL_OPERATOR, "", "not", 4);
    mutated_find(&mutated, "if a and b(1 + 2 + 3):\n    c(+1 + 2)\n", &real);
    assert_mutations(&mutated.mutations, MUTATE_BINARY_OPERATOR,
                     "+ 1:14 > *, 1:18, 2:10 * 2; + 1:14 > -, 1:18, 2:10 * 5");
    assert_mutations(&mutated.mutations, MUTATE_LOGICAL_OPERATOR, "+not 1:4, 1:10 * 4");
    assert_int_equal(mutated.mutations.n_sites[MUTATE_BINARY_OPERATOR], 3);
    mutated_release(&mutated);
    array_release(&real.list);
}

/* No tuple, chain or type: Python takes none of them with +=. */
TEST(mutations_find__augments_what_can_be_augmented)
{
    static const struct text_case cases[] = {
        {"a = 1\n", "= 1:3 > += * 3"},
        {"a.b = 1\na[0] = 1\n", "= 1:5 > +=, 2:6 * 3"},
        {"a, b = 1, 2\n", ""},
        {"[a, b] = 1, 2\n", ""},
        {"a, = b\n", ""},
        {"*a, = b\n", ""},
        {"a = b = 1\n", ""},
        {"a = b = c = 1\n", ""},
        {"a: int = 1\n", ""},
        {"a -= 1\n", "-= 1:3 > +="},
        {"f(a=1)\n", ""},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct mutated_program mutated;
        struct real_edits real = {0};
        add_real(&real, MUTATE_ASSIGNMENT_OPERATOR, "-=", "+=", 1);
        add_real(&real, MUTATE_ASSIGNMENT_OPERATOR, "=", "+=", 3);
        mutated_find(&mutated, cases[i].given, &real);
        assert_mutations(&mutated.mutations, MUTATE_ASSIGNMENT_OPERATOR, cases[i].expected);
        mutated_release(&mutated);
        array_release(&real.list);
    }
}

static void add_times(struct str *out, const char *words, int n)
{
    while (n-- > 0)
        str_add_text(out, words);
}

/* The pairs of ten thousand arguments are counted, and not listed. */
TEST(mutations_find__takes_deep_programs)
{
    scoped(str) code = {0}, line = {0};
    scoped(mutated_program) mutated = {0};
    add_times(&code, "lambda a: ", 3000);
    str_add_text(&code, "lambda b: a\n");
    mutated_find(&mutated, str_text(&code), NULL);
    mutations_print(&line, &mutated.mutations, MUTATE_VARIABLE_MISUSE);
    assert_contains(str_text(&line), "a 1:30011 > b");
}

TEST(mutations_find__finds_none_without_a_site)
{
    static const char *const programs[] = {"", "\n", "# nothing\n", "pass\n", "print('Hello')\n"};
    for (size_t i = 0; i < N_ITEMS(programs); i++) {
        scoped(mutated_program) mutated = {0};
        mutated_find(&mutated, programs[i], NULL);
        assert_int_equal(mutated.mutations.groups.n, 0);
    }
}
