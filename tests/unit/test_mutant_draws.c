/* Each mutation is drawn once. The frequencies of the first draws agree with the weights. */
#include "augment/mutate.h"
#include "tests/support/listed_mutations.h"
#include "tests/support/test.h"

static const char *const programs[] = {
    "",
    "a = 1\n",
    "if a: pass\n",
    "def f(a, b=1):\n    c = 0\n    while not g(a, b) and c in b:\n        c += 1 + a\n",
    "a = b = c = d = 0\nprint(a + b - c * d, a < b, c is d)\nh(a, b, c, d, 'e')\n",
};

/* All that is drawn, a line each, with the rule in front. Returns how many there are. */
static uint64_t draw_all(struct str *out, struct mutated_program *mutated,
                         struct mutation_draws *draws, uint64_t seed)
{
    struct mutation mutation;
    uint64_t n = 0;
    str_clear(out);
    mutation_draws_begin(draws, &mutated->mutations, seed);
    for (; mutation_draws_next(draws, &mutation); n++) {
        str_print(out, "%s ", mutation_rule_name(mutation.rule));
        mutation_print(out, &mutated->program, &mutation);
        str_add_text(out, "\n");
    }
    return n;
}

static int compare_lines(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Fails when two of `n` lines are equal. */
static void assert_different(const struct str *lines, uint64_t n)
{
    char *copy = mem_copy_text(str_text(lines), lines->length), *rest = copy;
    scoped_memory char **sorted = mem_alloc(n + 1, sizeof *sorted);
    for (uint64_t i = 0; i < n; i++)
        sorted[i] = strsep(&rest, "\n");
    assert_string_equal(rest ? rest : "", "");
    qsort(sorted, n, sizeof *sorted, compare_lines);
    for (uint64_t i = 1; i < n; i++)
        assert_string_not_equal(sorted[i - 1], sorted[i]);
    free(copy);
}

TEST(mutation_draws__take_every_member_once)
{
    scoped(mutation_draws) draws = {0};
    scoped(str) lines = {0};
    for (size_t i = 0; i < N_ITEMS(programs); i++) {
        scoped(mutated_program) mutated = {0};
        struct mutation mutation;
        uint64_t n_members = 0;
        mutated_find(&mutated, programs[i], NULL);
        for (size_t k = 0; k < mutated.mutations.groups.n; k++)
            n_members += mutated.mutations.groups.items[k].n_members;
        for (uint64_t seed = 0; seed < 50; seed++) {
            assert_int_equal(draw_all(&lines, &mutated, &draws, seed), n_members);
            assert_different(&lines, n_members);
            assert_false(mutation_draws_next(&draws, &mutation));
        }
    }
}

/* Nor on what was drawn of other programs with the same memory. */
TEST(mutation_draws__depend_on_seed_and_program_alone)
{
    scoped(mutation_draws) used = {0};
    scoped(str) first = {0}, again = {0}, other = {0};
    for (size_t i = 2; i < N_ITEMS(programs); i++) {
        scoped(mutated_program) mutated = {0};
        scoped(mutation_draws) fresh = {0};
        mutated_find(&mutated, programs[i], NULL);
        uint64_t n = draw_all(&first, &mutated, &fresh, 7);
        draw_all(&again, &mutated, &used, 7);
        draw_all(&other, &mutated, &used, 8);
        assert_string_equal(str_text(&again), str_text(&first));
        assert_int_equal(other.length, first.length);
        if (n > 1)
            assert_string_not_equal(str_text(&other), str_text(&first));
    }
}

enum { N_DRAWS = 20000 };

struct share {
    const char *drawn; /* as the line of a mutation begins */
    double share;      /* of the first draws */
};

/* The first draws of many seeds must be spread as they should be, and nothing else may be drawn.
 * The seeds are always the same, and the bound on chi-square is far above what chance gives. */
static void check_shares(struct mutated_program *mutated, const struct share *shares, size_t n)
{
    scoped(mutation_draws) draws = {0};
    scoped(str) line = {0};
    long counts[32] = {0};
    double chi_square = 0;
    assert_true(n <= N_ITEMS(counts));
    for (uint64_t seed = 0; seed < N_DRAWS; seed++) {
        struct mutation mutation;
        size_t i = 0;
        mutation_draws_begin(&draws, &mutated->mutations, seed);
        assert_true(mutation_draws_next(&draws, &mutation));
        str_clear(&line);
        mutation_print(&line, &mutated->program, &mutation);
        while (i < n && strcmp(shares[i].drawn, str_text(&line)) != 0)
            i++;
        if (i == n)
            fail_msg("drawn: %s", str_text(&line));
        counts[i]++;
    }
    for (size_t i = 0; i < n; i++) {
        double expected = shares[i].share * N_DRAWS, off = (double)counts[i] - expected;
        chi_square += off * off / expected;
    }
    if (chi_square > 4.0 * (double)n + 20)
        fail_msg("chi-square is %g for %zu shares", chi_square, n);
}

/* A rule, of it a token, and what that becomes. */
TEST(mutation_draws__are_uniform_at_every_step)
{
    static const struct share shares[] = {
        {"< 1:3 > <=", 1. / 20}, {"< 1:3 > >", 1. / 20},  {"< 1:3 > >=", 1. / 20},
        {"< 1:3 > ==", 1. / 20}, {"< 1:3 > !=", 1. / 20}, {"in 1:7 > not in", 1. / 4},
        {"0 1:1 > 1", 1. / 8},   {"0 1:1 > 2", 1. / 8},   {"True 1:10 > False", 1. / 4},
    };
    scoped(mutated_program) mutated = {0};
    mutated_find(&mutated, "0 < a in True\n", NULL);
    check_shares(&mutated, shares, N_ITEMS(shares));
}

static struct real_edit real_edit(enum mutation_rule rule, const char *from, const char *to,
                                  int64_t n)
{
    enum edit_kind kind = *from ? EDIT_REPLACE : EDIT_INSERT;
    return (struct real_edit){rule, kind, {from, strlen(from)}, {to, strlen(to)}, n};
}

/* A rule by the fixes of its category, an edit by those that are like it, and any place for it.
 * The 10 fixes of a kind for which there is no place count for none; those of variables do for
 * their category. */
TEST(mutation_draws__follow_the_weights_of_real_fixes)
{
    static const struct share shares[] = {
        {"+ 4:3 > -", .25 * 3 / 4 / 2},
        {"+ 4:7 > -", .25 * 3 / 4 / 2},
        {"+ 4:3 > *", .25 * 1 / 4 / 2},
        {"+ 4:7 > *", .25 * 1 / 4 / 2},
        {"+not 3:4", .125},
        {"a 3:4 > b", .625 / 3 / 1},
        {"a 4:1 > b", .625 / 3 / 1},
        {"b 4:5 > a", .625 / 3 / 1},
    };
    struct mutated_program mutated;
    struct real_edits real = {0};
    real.n_fixes[MUTATE_VARIABLE_MISUSE] = 10;
    real.n_fixes[MUTATE_BINARY_OPERATOR] = 4;
    real.n_fixes[MUTATE_LOGICAL_OPERATOR] = 2;
    real.n_fixes[MUTATE_LITERAL] = 10;
    array_push(&real.list, real_edit(MUTATE_BINARY_OPERATOR, "+", "*", 1));
    array_push(&real.list, real_edit(MUTATE_BINARY_OPERATOR, "+", "-", 3));
    array_push(&real.list, real_edit(MUTATE_LOGICAL_OPERATOR, "", "not", 2));
    array_push(&real.list, real_edit(MUTATE_LITERAL, "7", "8", 10));
    mutated_find(&mutated, "a = 1\nb = 2\nif a: pass\na + b + 3\n", &real);
    check_shares(&mutated, shares, N_ITEMS(shares));
    mutated_release(&mutated);
    array_release(&real.list);
}

/* Fixes of one kind alone: what has no weight is never drawn. */
TEST(mutation_draws__leave_what_has_no_weight)
{
    struct mutated_program mutated;
    struct mutation_draws draws = {0};
    scoped(str) lines = {0};
    struct real_edits real = {0};
    real.n_fixes[MUTATE_COMPARISON_OPERATOR] = 1;
    array_push(&real.list, real_edit(MUTATE_COMPARISON_OPERATOR, "<", ">", 1));
    mutated_find(&mutated, "a = 1\nb = 2\na < b < 3\n", &real);
    assert_int_equal(draw_all(&lines, &mutated, &draws, 1), 2);
    assert_null(strstr(str_text(&lines), "variable"));
    mutated_release(&mutated);
    mutation_draws_release(&draws);
    array_release(&real.list);
}
