/* Performance veracity from lists of ids, and the paper's figures from their counts. */
#include "guard/leak.h"

#include "tests/support/guarded.h"
#include "tests/support/test.h"

/* The paper's rows. It has 86.91 % for AlphaRepair, a misprint. */
TEST(veracity__is_what_the_paper_prints)
{
    static const struct {
        const char *system;
        int64_t n_repaired, n_leaked, total;
        double percent;
    } rows[] = {
        {"CoCoNuT", 44, 9, 44 - 5, 89.74},     {"RewardRepair", 32, 11, 32, 100 * 21 / 32.0},
        {"SequenceR", 13, 1, 13, 1200 / 13.0}, {"Recoder", 46, 5, 46, 4100 / 46.0},
        {"AlphaRepair", 74, 10, 74, 86.49},
    };
    for (size_t i = 0; i < N_ITEMS(rows); i++) {
        double percent =
            100 * performance_veracity(rows[i].n_repaired, rows[i].n_leaked, rows[i].total);
        if (fabs(percent - rows[i].percent) > 0.005)
            fail_msg("%s: %.3f %%, expected %.3f %%", rows[i].system, percent, rows[i].percent);
    }
    assert_true(isnan(performance_veracity(0, 0, 0)));
    assert_true(isnan(performance_veracity(3, 3, 0)));
}

static void add_leak(struct leak_search *search, uint32_t item, enum leak_kind kind)
{
    array_push(&search->leaks.list, (struct leak){.item = item, .kind = kind});
}

/* Items with both sides: `pair` leaks as such, in two fixes; `buggy` and `fixed b` with one side;
 * `crossed` only on the other side; `-` only into a test fix. `bug` and `fix` have one program,
 * which leaks. */
static void make_search(struct leak_search *search, const char *with_sides)
{
    static const char *const ids[] = {"pair", "buggy", "fixed b", "crossed", "-", "bug", "fix"};
    static const struct match_options options = {.match = MATCH_TYPE1, .min_tokens = 20};
    *search = (struct leak_search){.benchmark.name = "bench"};
    for (size_t i = 0; i < N_ITEMS(ids); i++)
        benchmark_add(&search->benchmark, ids[i],
                      strchr(with_sides, 'b') && i != 6 ? "print(1)\n" : NULL,
                      strchr(with_sides, 'f') && i != 5 ? "print(2)\n" : NULL);
    needles_of(&search->needles, &search->benchmark, &options);
    for (int fix = 0; fix < 2; fix++)
        for (enum leak_kind kind = LEAK_PAIR; kind <= LEAK_FIXED; kind++)
            add_leak(search, 0, kind);
    add_leak(search, 1, LEAK_BUGGY);
    add_leak(search, 1, LEAK_FIXED_IN_BUGGY);
    add_leak(search, 2, LEAK_FIXED);
    add_leak(search, 3, LEAK_BUGGY_IN_FIXED);
    add_leak(search, 3, LEAK_FIXED_IN_BUGGY);
    array_push(&search->leaks.list, (struct leak){.item = 4, .pair = 1, .kind = LEAK_BUGGY});
    add_leak(search, 5, LEAK_BUGGY);
    add_leak(search, 6, LEAK_FIXED);
}

/* `retrained` may be NULL. */
static int read_ids(struct veracity *veracity, const char *with_sides, enum leak_kind kind,
                    const char *repaired, const char *retrained, struct err *err)
{
    scoped(leak_search) search = {0};
    struct veracity_options options = {.kind = kind, .repaired = scratch_path("repaired")};
    scoped(pairs) pairs = {0};
    array_push(&pairs.list, (struct pair){.split = SPLIT_TRAIN});
    array_push(&pairs.list, (struct pair){.split = SPLIT_TEST});
    make_search(&search, with_sides);
    write_test_file(options.repaired, repaired, strlen(repaired));
    if (retrained) {
        options.retrained = scratch_path("retrained");
        write_test_file(options.retrained, retrained, strlen(retrained));
    }
    int status = veracity_read(veracity, &options, &search, &pairs, err);
    return status;
}

TEST(veracity__counts_the_leaks_of_one_kind)
{
    static const struct {
        const char *repaired, *retrained;
        enum leak_kind kind;
        int n_repaired, n_leaked[N_PAPER_LEAK_KINDS], total, n_unsearched, n_besides, n_gained;
    } cases[] = {
        {"", NULL, LEAK_PAIR, 0, {0, 0, 0}, 0, 0, 0, 0},
        {"\n \n", NULL, LEAK_PAIR, 0, {0, 0, 0}, 0, 0, 0, 0},
        {"-", NULL, LEAK_PAIR, 1, {0, 0, 0}, 1, 0, 0, 0},
        {"crossed\n", NULL, LEAK_FIXED, 1, {0, 0, 0}, 1, 0, 0, 0},
        {"pair\n", NULL, LEAK_PAIR, 1, {1, 1, 1}, 1, 0, 0, 0},
        {"  fixed b \r\n\t-\n", NULL, LEAK_FIXED, 2, {0, 0, 1}, 2, 0, 0, 0},
        {"pair\nbuggy\nfixed b\n-\n", NULL, LEAK_PAIR, 4, {1, 2, 2}, 4, 0, 0, 0},
        {"pair\nbug\nfix\n", NULL, LEAK_PAIR, 3, {1, 2, 2}, 3, 2, 0, 0},
        {"pair\nbug\nfix\n", NULL, LEAK_BUGGY, 3, {1, 2, 2}, 3, 1, 0, 0},
        {"pair\nbug\nfix\n", NULL, LEAK_FIXED, 3, {1, 2, 2}, 3, 1, 0, 0},
        /* after retraining: only what leaks in the kind and is lost counts */
        {"pair\nbuggy\n-\n", "pair\nbuggy\n-\n", LEAK_PAIR, 3, {1, 2, 1}, 3, 0, 0, 0},
        {"pair\nbuggy\n-\n", "crossed\n-\n", LEAK_PAIR, 3, {1, 2, 1}, 2, 0, 1, 1},
        {"pair\nbuggy\n-\n", "crossed\nfix\n", LEAK_BUGGY, 3, {1, 2, 1}, 1, 0, 1, 2},
        {"pair\n", "", LEAK_FIXED, 1, {1, 1, 1}, 0, 0, 0, 0},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct veracity veracity;
        assert_done(
            read_ids(&veracity, "bf", cases[i].kind, cases[i].repaired, cases[i].retrained, &err));
        if (veracity.n_repaired != cases[i].n_repaired ||
            (veracity.n_repaired - veracity.n_lost) != cases[i].total ||
            veracity.n_unsearched != cases[i].n_unsearched ||
            veracity.n_lost_besides != cases[i].n_besides || veracity.n_gained != cases[i].n_gained)
            fail_msg("case %zu: repaired %d, total %d, unsearched %d, lost besides %d, gained %d",
                     i, (int)veracity.n_repaired, (int)(veracity.n_repaired - veracity.n_lost),
                     (int)veracity.n_unsearched, (int)veracity.n_lost_besides,
                     (int)veracity.n_gained);
        for (int kind = 0; kind < N_PAPER_LEAK_KINDS; kind++)
            if (veracity.n_leaked[kind] != cases[i].n_leaked[kind])
                fail_msg("case %zu: %s %d", i, leak_kind_names[kind], (int)veracity.n_leaked[kind]);
    }
}

TEST(veracity__refuses_invalid_ids)
{
    static const struct {
        const char *repaired, *retrained, *message;
    } cases[] = {
        {"pair\n\ne\n", NULL, "repaired:3: the benchmark 'bench' has no item 'e'"},
        {"pair\nbuggy\npair\n", NULL, "repaired:3: duplicate id 'pair'; remove one"},
        {"b\n", NULL, "repaired:1: the benchmark 'bench' has no item 'b'"},
        {"pair\n", "-\nb\n", "retrained:2: the benchmark 'bench' has no item 'b'"},
        {"pair\n", "-\n-\n", "retrained:2: duplicate id '-'; remove one"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct veracity veracity;
        assert_error_with(
            read_ids(&veracity, "bf", LEAK_PAIR, cases[i].repaired, cases[i].retrained, &err),
            cases[i].message);
    }
}

TEST(veracity__needs_the_sides_that_can_leak)
{
    static const struct {
        const char *with_sides;
        bool is_good[N_PAPER_LEAK_KINDS];
        const char *needed;
    } cases[] = {
        {"bf", {true, true, true}, ""},
        {"b", {false, true, false}, " fixed program, but the benchmark 'bench' has none"},
        {"f", {false, false, true}, " buggy "},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        for (enum leak_kind kind = 0; kind < N_PAPER_LEAK_KINDS; kind++) {
            struct veracity veracity;
            struct err err;
            int status = read_ids(&veracity, cases[i].with_sides, kind, "", NULL, &err);
            if ((status == 0) != cases[i].is_good[kind] ||
                (status != 0 && !strstr(err.message, cases[i].needed)))
                fail_msg("sides %s, %s: %s", cases[i].with_sides, leak_kind_names[kind],
                         status ? err.message : "taken");
        }
}
