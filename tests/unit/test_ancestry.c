/* The relatives of fixes in other splits, compared with a search of all fixes. */
#include "base/chance.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

enum { N = 40 };

static const char *const kinds[] = {"exact", "renamed", "near"};

/* What a store is made of. */
struct family {
    int problems[N], users[N], splits[N]; /* split: NO_SPLIT for none */
    bool is_excluded[N];
    int links[N][N]; /* 1 + kind, both ways */
    bool has_folds;
};

/* The first of the fixes that are linked, through any number of links. */
static int first_linked(const struct family *family, int fix, int before)
{
    int first = fix;
    for (int k = 0; k < N; k++)
        if (k != before && family->links[fix][k]) {
            int found = first_linked(family, k, fix);
            first = found < first ? found : first;
        }
    return first;
}

static void link_pairs(struct family *family, size_t a, size_t b, int kind)
{
    family->links[a][b] = family->links[b][a] = 1 + kind;
}

static void make(const struct family *family)
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
    if (family->has_folds)
        str_add_text(&sql, "UPDATE split_sets SET n_folds = 5;");
    str_add_text(&sql, "INSERT INTO dedup_run VALUES (1, 'allamanis', 1, 1, 1, 1, 1, 1);");
    for (size_t i = 0; i < N; i++) {
        if (family->splits[i] != NO_SPLIT)
            str_print(&sql, "INSERT INTO splits VALUES (%zu, '%s', %zu);", i + 1,
                      split_names[family->splits[i]], i + 1);
        if (family->is_excluded[i])
            str_print(&sql, "INSERT INTO exclusions VALUES (%zu, 'benchmark', 'x');", i + 1);
        str_print(&sql, "INSERT INTO duplicate_clusters VALUES ('near', %zu, %d);", i + 1,
                  first_linked(family, (int)i, -1) + 1);
        for (size_t k = i + 1; k < N; k++)
            if (family->links[i][k])
                str_print(&sql, "INSERT INTO duplicate_links VALUES ('%s', %zu, %zu, 0.9, 0.8);",
                          kinds[family->links[i][k] - 1], i + 1, k + 1);
    }
    store_changed("family.db", str_text(&sql));
}

static bool is_related(const struct family *family, int a, int b, bool is_history)
{
    if (is_history)
        return family->problems[a] == family->problems[b] && family->users[a] == family->users[b];
    return first_linked(family, a, -1) == first_linked(family, b, -1);
}

static bool counts(const struct family *family, int fix)
{
    return family->splits[fix] != NO_SPLIT && !family->is_excluded[fix];
}

/* Appends the row that a fix should have in the view: whether it is held out, the number of its
 * relatives, and the first of them. */
static void add_row(struct str *out, const struct family *family, int fix, bool is_history)
{
    int greatest = 0, n = 0, first = -1;
    for (int k = 0; k < N; k++)
        if (counts(family, k) && is_related(family, fix, k, is_history) &&
            family->splits[k] > greatest)
            greatest = family->splits[k];
    bool is_held_out = family->has_folds || family->splits[fix] == greatest;
    for (int k = N - 1; k >= 0; k--)
        if (counts(family, k) && is_related(family, fix, k, is_history) &&
            family->splits[k] != family->splits[fix] &&
            (is_held_out || family->splits[k] == greatest)) {
            n++;
            first = k;
        }
    if (n)
        str_print(out, "%d %d %d %d\n", fix + 1, is_held_out, n, first + 1);
}

/* Compares the rows of both kinds. Returns their number. */
static int check(const struct family *family)
{
    scoped(db) *db = NULL;
    int n = 0;
    make(family);
    db = made_store_open("family.db");
    for (int is_history = 0; is_history < 2; is_history++) {
        scoped(str) expected = {0};
        for (int i = 0; i < N; i++)
            if (counts(family, i))
                add_row(&expected, family, i, is_history);
        assert_rows(db,
                    printed("SELECT fix_key || ' ' || is_held_out || ' ' || n_relatives || ' ' || "
                            "relative_fix_key FROM relatives WHERE kind = '%s' ORDER BY fix_key",
                            is_history ? "history" : "duplicate"),
                    str_text(&expected));
        for (const char *line = str_text(&expected); *line; line++)
            n += *line == '\n';
    }
    return n;
}

/* Forests of links, small histories, three splits or folds, none, and excluded pairs among all. */
TEST(ancestry__finds_all_relatives)
{
    struct dice chance = {11};
    int n = 0;
    for (size_t round = 0; round < tier_draws(24); round++) {
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
    printf("note: ancestry: %d relatives as a search of all fixes finds them\n", n);
    assert_true(n > (int)tier_draws(300));
}
