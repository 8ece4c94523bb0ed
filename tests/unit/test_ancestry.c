/* Relatives in lesser splits, compared with a search without forests. */
#include "guard/ancestry.h"
#include "tests/support/mutation.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

enum { N = 40, FAR = 1000 };

static const char *const kinds[] = {"exact", "renamed", "near"};

/* What a store is made of. */
struct family {
    int problems[N], users[N], splits[N]; /* split: NO_SPLIT for none */
    bool is_excluded[N];
    int links[N][N]; /* 1 + kind, both ways */
    bool has_folds;
};

static void link_pairs(struct family *family, size_t a, size_t b, int kind)
{
    family->links[a][b] = family->links[b][a] = 1 + kind;
}

static void make(const struct family *family, bool has_dedup)
{
    struct made_fix fixes[N];
    static char problems[N][8], users[N][8];
    scoped(str) sql = {0};
    for (size_t i = 0; i < N; i++) {
        snprintf(problems[i], sizeof problems[i], "p%d", family->problems[i]);
        snprintf(users[i], sizeof users[i], "u%d", family->users[i]);
        fixes[i] = (struct made_fix){problems[i], users[i], "a = 1\n", "a = 2\n", true};
    }
    made_store("family.db", fixes, N);
    str_add_text(&sql, MADE_RUN "'seed', '', 1, 1, 1, '', 0);");
    if (has_dedup)
        str_add_text(&sql, "INSERT INTO dedup_run VALUES (1, 'allamanis', 1, 1, 1, 1, 1, 1);");
    for (size_t i = 0; i < N; i++) {
        if (family->splits[i] != NO_SPLIT)
            str_print(&sql, "INSERT INTO splits VALUES (%zu, '%s', %zu);", i + 1,
                      split_names[family->splits[i]], i + 1);
        if (family->is_excluded[i])
            str_print(&sql, "INSERT INTO exclusions VALUES (%zu, 'benchmark', 'x');", i + 1);
        for (size_t k = i + 1; k < N; k++)
            if (family->links[i][k])
                str_print(&sql, "INSERT INTO duplicate_links VALUES ('%s', %zu, %zu, 0.9, 0.8);",
                          kinds[family->links[i][k] - 1], i + 1, k + 1);
    }
    store_changed("family.db", str_text(&sql));
}

/* How many steps there are from each pair to each, over links or within histories. */
static void measure(int steps[N][N], const struct family *family, enum relation_kind kind)
{
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++) {
            bool is_step = kind == RELATED_DUPLICATE ? family->links[i][k] != 0
                                                     : family->problems[i] == family->problems[k] &&
                                                           family->users[i] == family->users[k];
            steps[i][k] = i == k ? 0 : is_step ? 1 : FAR;
        }
    for (int via = 0; via < N; via++)
        for (int i = 0; i < N; i++)
            for (int k = 0; k < N; k++)
                if (steps[i][via] + steps[via][k] < steps[i][k])
                    steps[i][k] = steps[i][via] + steps[via][k];
}

static bool counts(const struct family *family, int pair)
{
    return family->splits[pair] != NO_SPLIT && !family->is_excluded[pair];
}

static int most_among(const struct family *family, int steps[N][N], int pair)
{
    int most = 0;
    for (int k = 0; k < N; k++)
        if (steps[pair][k] < FAR && counts(family, k) && family->splits[k] > most)
            most = family->splits[k];
    return most;
}

/* Whether a pair is held out from another one: it is of the greatest split among its relatives, or
 * of another fold. */
static bool is_held_out(const struct family *family, int pair, int other, int most)
{
    return counts(family, pair) && counts(family, other) &&
           (family->has_folds ? family->splits[pair] != family->splits[other]
                              : family->splits[pair] == most && family->splits[other] < most);
}

/* Whether a relative is held out from the pair. */
static bool is_leaking(const struct family *family, int steps[N][N], int pair)
{
    for (int k = 0; k < N; k++)
        if (steps[pair][k] < FAR && is_held_out(family, k, pair, most_among(family, steps, pair)))
            return true;
    return false;
}

/* The chain is one of links, as long as the shortest way to any lesser pair. */
static void check_chain(const struct ancestry_leak *leak, const struct family *family,
                        int n_shortest)
{
    uint32_t at = leak->held_out;
    assert_int_equal(leak->n_steps, n_shortest);
    for (size_t i = 0; i < leak->n_steps; i++) {
        const struct forest_link *step = link_forest_step(leak->forest, at);
        int link = family->links[at][step->to];
        assert_true(link > 0);
        assert_string_equal(duplicate_kind_names[step->kind], kinds[link - 1]);
        assert_true(step->jaccard == 0.9);
        at = step->to;
    }
    assert_int_equal(at, leak->relative);
}

/* Compares the leaks of a kind; `at` goes through those that were found of both. */
static int check_pair(const struct ancestry *ancestry, size_t *at, const struct family *family,
                      int steps[N][N], enum relation_kind kind, int pair)
{
    int n_lesser = 0, nearest = FAR, first = -1, most = most_among(family, steps, pair);
    for (int k = 0; k < N; k++)
        if (steps[pair][k] < FAR && is_held_out(family, pair, k, most)) {
            n_lesser++;
            nearest = steps[pair][k] < nearest ? steps[pair][k] : nearest;
            first = first < 0 ? k : first;
        }
    if (!n_lesser)
        return 0;
    assert_true(*at < ancestry->leaks.n);
    const struct ancestry_leak *leak = &ancestry->leaks.items[(*at)++];
    assert_int_equal(leak->held_out, pair);
    assert_int_equal(leak->kind, kind);
    assert_int_equal(leak->n_relatives, n_lesser);
    assert_true(is_held_out(family, pair, (int)leak->relative, most));
    if (kind == RELATED_DUPLICATE)
        check_chain(leak, family, nearest);
    else
        assert_int_equal(leak->relative, first);
    return 1;
}

static int check(const struct family *family)
{
    static int histories[N][N], duplicates[N][N];
    scoped(db) *db = NULL;
    scoped(pairs) pairs = {0};
    scoped(ancestry) ancestry = {0};
    size_t at = 0;
    int n_leaking = 0, n_held_out = 0, n = 0;
    make(family, true);
    db = made_store_open("family.db");
    assert_done(pairs_read(&pairs, db, true, &err));
    assert_done(ancestry_find(&ancestry, db, &pairs, &err));
    measure(histories, family, RELATED_HISTORY);
    measure(duplicates, family, RELATED_DUPLICATE);
    for (int i = 0; i < N; i++) {
        n += check_pair(&ancestry, &at, family, histories, RELATED_HISTORY, i);
        n += check_pair(&ancestry, &at, family, duplicates, RELATED_DUPLICATE, i);
        bool leaks = is_leaking(family, histories, i) || is_leaking(family, duplicates, i);
        assert_int_equal(ancestry.held_out_relative[i] != PAIR_NONE, leaks);
        n_leaking += leaks;
        n_held_out += counts(family, i) && family->splits[i] > 0;
    }
    assert_int_equal(at, ancestry.leaks.n);
    assert_int_equal(ancestry.n_leaking, n_leaking);
    assert_int_equal(ancestry.n_held_out, n_held_out);
    assert_true(ancestry.has_duplicates);
    assert_int_equal(ancestry.has_folds, family->has_folds);
    if (family->has_folds)
        return n;
    assert_done(ancestry_mark(&ancestry, &pairs, db, &err));
    assert_int_equal(
        made_store_number(db, "SELECT count(*) FROM exclusions WHERE reason = 'ancestry'"),
        n_leaking);
    ancestry_release(&ancestry);
    pairs_release(&pairs);
    assert_done(pairs_read(&pairs, db, true, &err));
    assert_done(ancestry_find(&ancestry, db, &pairs, &err));
    assert_int_equal(ancestry.leaks.n, 0);
    return n;
}

/* Forests of links, small histories, three splits or folds, none, and excluded pairs among all. */
TEST(ancestry__finds_all_relatives_and_their_chains)
{
    struct dice chance = {11};
    int n = 0;
    for (int round = 0; round < 60; round++) {
        struct family family = {.has_folds = round % 2};
        int first = family.has_folds ? SPLIT_FOLDS : SPLIT_TRAIN;
        for (size_t i = 0; i < N; i++) {
            int split = (int)dice_below(&chance, 4) - 1;
            family.problems[i] = (int)dice_below(&chance, 6);
            family.users[i] = (int)dice_below(&chance, 6);
            family.splits[i] = split == NO_SPLIT ? NO_SPLIT : first + split;
            family.is_excluded[i] = dice_below(&chance, 6) == 0;
            if (i && dice_below(&chance, 4))
                link_pairs(&family, i, dice_below(&chance, i), (int)dice_below(&chance, 3));
        }
        n += check(&family);
    }
    printf("note: ancestry: %d relatives as a search of all chains finds them, none once marked\n",
           n);
    assert_true(n > 300);
}

TEST(ancestry__knows_histories_without_dedup)
{
    static struct family family;
    scoped(pairs) pairs = {0};
    scoped(ancestry) ancestry = {0};
    for (int i = 0; i < N; i++) {
        family.problems[i] = i;
        family.splits[i] = SPLIT_TRAIN;
    }
    family.problems[7] = family.problems[3];
    family.splits[7] = SPLIT_TEST;
    make(&family, false);
    scoped(db) *db = made_store_open("family.db");
    assert_done(pairs_read(&pairs, db, true, &err));
    assert_done(ancestry_find(&ancestry, db, &pairs, &err));
    assert_false(ancestry.has_duplicates);
    assert_int_equal(ancestry.leaks.n, 1);
    assert_int_equal(ancestry.leaks.items[0].held_out, 7);
    assert_int_equal(ancestry.leaks.items[0].relative, 3);
}
