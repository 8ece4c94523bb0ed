/* Mutants of one program: how often each is drawn, and which mutations are rejected.
 * tests/cases/mutants.case lists all mutations of many programs. */
#include "augment/mutant.h"
#include "base/table.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"

/* A program and its mutations. */
struct mutated_program {
    struct program program;
    struct mutations mutations;
};

static void mutated_find(struct mutated_program *out, const char *code,
                         const struct real_edits *real)
{
    struct mutation_options options = {.real = real};
    memset(options.is_wanted, true, sizeof options.is_wanted);
    *out = (struct mutated_program){0};
    tokenize_valid(&out->program, code);
    mutations_find(&out->mutations, &out->program, &options);
}

static void mutated_release(struct mutated_program *mutated)
{
    mutations_release(&mutated->mutations);
    program_release(&mutated->program);
}
SCOPED_VALUE(mutated_program, mutated_release)

/* Returns a mutation as "x 2:5 > y", line and column from 1; or "+not 2:5", "-not 2:5". */
static const char *text_of(const struct program *program, const struct mutation *mutation)
{
    struct position at = text_position(program->source, program->length, mutation->range.start);
    bool is_replaced = mutation->kind == EDIT_REPLACE;
    return printed("%s%.*s%s %d:%d%s%.*s", mutation->kind == EDIT_DELETE ? "-" : "",
                   (int)(mutation->range.end - mutation->range.start),
                   program->source + mutation->range.start,
                   mutation->kind == EDIT_INSERT ? "+not" : "", (int)at.line, (int)at.column + 1,
                   is_replaced ? " > " : "", is_replaced ? (int)mutation->text.length : 0,
                   mutation->text.bytes);
}

static const char *const programs[] = {
    "",
    "a = 1\n",
    "if a: pass\n",
    "def f(a, b=1):\n    c = 0\n    while not g(a, b) and c in b:\n        c += 1 + a\n",
    "a = b = c = d = 0\nprint(a + b - c * d, a < b, c is d)\nh(a, b, c, d, 'e')\n",
};

/* Appends all that is drawn, a line each. Fails unless each mutation is drawn once. */
static void draw_all(struct str *out, struct mutated_program *mutated, struct mutation_draws *draws,
                     uint64_t seed)
{
    scoped(table) drawn = {0};
    struct mutation mutation;
    uint64_t n = 0, n_members = 0;
    for (size_t i = 0; i < mutated->mutations.groups.n; i++)
        n_members += mutated->mutations.groups.items[i].n_members;
    str_clear(out);
    mutation_draws_begin(draws, &mutated->mutations, seed);
    for (; mutation_draws_next(draws, &mutation); n++) {
        const char *line = printed("%s %s\n", mutation_rule_name(mutation.rule),
                                   text_of(&mutated->program, &mutation));
        table_add(&drawn, line);
        str_add_text(out, line);
    }
    assert_int_equal(n, n_members);
    assert_int_equal(drawn.keys.n, n_members);
    assert_false(mutation_draws_next(draws, &mutation));
}

/* Nor do they depend on what was drawn of other programs with the same memory. */
TEST(mutation_draws__take_every_member_once_as_seed_and_program_say)
{
    scoped(mutation_draws) used = {0};
    scoped(str) first = {0}, again = {0}, other = {0};
    for (size_t i = 0; i < N_ITEMS(programs); i++) {
        scoped(mutated_program) mutated = {0};
        mutated_find(&mutated, programs[i], NULL);
        for (uint64_t seed = 0; seed < 50; seed++) {
            scoped(mutation_draws) fresh = {0};
            draw_all(&first, &mutated, &fresh, seed);
            draw_all(&again, &mutated, &used, seed);
            draw_all(&other, &mutated, &used, seed + 50);
            assert_string_equal(str_text(&again), str_text(&first));
            assert_true(i < 3 || strcmp(str_text(&other), str_text(&first)) != 0);
        }
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
    long counts[32] = {0};
    double chi_square = 0;
    assert_true(n <= N_ITEMS(counts));
    for (uint64_t seed = 0; seed < N_DRAWS; seed++) {
        struct mutation mutation;
        size_t i = 0;
        mutation_draws_begin(&draws, &mutated->mutations, seed);
        assert_true(mutation_draws_next(&draws, &mutation));
        const char *line = text_of(&mutated->program, &mutation);
        while (i < n && strcmp(shares[i].drawn, line) != 0)
            i++;
        if (i == n)
            fail_msg("drawn: %s", line);
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

/* A rule is drawn by the number of fixes of its category, then an edit by the number of fixes that
 * are like it, then one of its places. The 10 fixes of a kind that has no place in the program do
 * not count; those of variables count for their category. */
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
    struct mutation mutation;
    struct real_edits real = {0};
    real.n_fixes[MUTATE_COMPARISON_OPERATOR] = 1;
    array_push(&real.list, real_edit(MUTATE_COMPARISON_OPERATOR, "<", ">", 1));
    mutated_find(&mutated, "a = 1\nb = 2\na < b < 3\n", &real);
    mutation_draws_begin(&draws, &mutated.mutations, 1);
    for (int i = 0; i < 2; i++) {
        assert_true(mutation_draws_next(&draws, &mutation));
        assert_int_equal(mutation.rule, MUTATE_COMPARISON_OPERATOR);
    }
    assert_false(mutation_draws_next(&draws, &mutation));
    mutated_release(&mutated);
    mutation_draws_release(&draws);
    array_release(&real.list);
}

/* Whatever a mutation says, a mutant differs in one token of the rule's category. */
TEST(mutant_make__holds_the_rule_against_what_is_made)
{
    static const struct {
        const char *code;
        size_t start, end;
        enum mutation_rule rule;
        const char *text;
        bool is_made;
    } cases[] = {
        {"x = 1\n", 4, 5, MUTATE_LITERAL, "2", true},
        {"x = 1\n", 4, 5, MUTATE_LITERAL, "1", false},     /* the same */
        {"x = 1\n", 4, 5, MUTATE_LITERAL, "2 ", true},     /* a blank is none */
        {"x = 1\n", 4, 5, MUTATE_LITERAL, "1 # 2", false}, /* a comment neither */
        {"x = 1\n", 4, 5, MUTATE_LITERAL, "1 + 2", false}, /* more than one token */
        {"x = 1\n", 4, 5, MUTATE_LITERAL, "(", false},     /* no program */
        {"x = 1\n", 4, 5, MUTATE_LITERAL, "", false},
        {"x = 1\n", 4, 5, MUTATE_LITERAL, "y", false}, /* of another category */
        {"x = 1\n", 4, 5, MUTATE_BINARY_OPERATOR, "2", false},
        {"x = 1\n", 4, 5, MUTATE_LITERAL, "1\ny = 2", false}, /* another layout */
        {"x = a\n", 4, 5, MUTATE_VARIABLE_MISUSE, "b", true},
        {"x.a = a\n", 2, 3, MUTATE_VARIABLE_MISUSE, "b", false}, /* an attribute */
        {"x = a + b\n", 6, 7, MUTATE_BINARY_OPERATOR, "<", false},
        {"x = a < b\n", 6, 7, MUTATE_COMPARISON_OPERATOR, "!=", true},
        {"x = a < b\n", 6, 7, MUTATE_COMPARISON_OPERATOR, "<>", false}, /* Python 2 */
        {"x = ''\n", 4, 6, MUTATE_LITERAL, "''''''", true},
    };
    scoped(syntax_parser) *parser = syntax_parser_new(&language_python);
    scoped(dialect_finder) *dialects = dialect_finder_new(&language_python);
    scoped(arena) arena = {0};
    struct mutant_maker maker = {.parser = parser, .dialects = dialects};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct mutant mutant;
        const struct mutation mutation = {
            .rule = cases[i].rule,
            .kind = EDIT_REPLACE,
            .range = {cases[i].start, cases[i].end},
            .text = {cases[i].text, strlen(cases[i].text)},
        };
        scoped(program) program = tokenized(cases[i].code);
        struct mutant_original original = {
            .program = &program,
            .digest = program_digest(&program, &maker.scratch),
            .dialect = dialect_find(dialects, parser, &program, NULL, "Python3"),
            .original_language = "Python3",
        };
        if (mutant_make(&mutant, &maker, &original, &mutation, &arena) != cases[i].is_made)
            fail_msg("case %zu: %s", i, cases[i].is_made ? "no mutant" : "a mutant");
    }
    mutant_maker_release(&maker);
}
