/* What was found is in the store, in the place of what was there before. */
#include "guard/duplicates.h"
#include "tests/support/guarded.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

/* The first fix is the later one. */
#define SIX "a, b, c, d, e, f\n"
static const struct guarded_fix fixes[] = {
    {.buggy = SIX "x = 1\n", .fixed = SIX "x = 2\n", .fixed_date = 9},
    {.buggy = SIX "x = 1\n", .fixed = SIX "x = 2\n", .fixed_date = 1},
    {.buggy = SIX "x = 1\n", .fixed = SIX "x = 3\n", .fixed_date = 2},
    {.buggy = SIX "y = 1\n", .fixed = SIX "y = 2\n", .fixed_date = 3},
    {.buggy = "x = 1\n", .fixed = "x = 2\n", .fixed_date = 4},
    {.buggy = SIX SIX "x = 1\n", .fixed = SIX SIX "x = 2\n", .fixed_date = 5},
};

static const char run_sql[] =
    "SELECT dedup_run_id, preset, run_length, set_threshold, multiset_threshold, "
    "min_tokens, renames_literals, n_bands, n_rows FROM dedup_run";

static void find_and_store(struct db *db, const char *preset, bool renames_literals)
{
    struct guarded guarded;
    struct duplicates duplicates;
    struct fingerprint_options options = guarded_preset(preset);
    options.renames_literals = renames_literals;
    guarded_read(&guarded, db, &options);
    duplicates_find(&duplicates, &guarded.pairs, &guarded.prints, false, NULL);
    assert_done(duplicates_store(&duplicates, &guarded.pairs, &guarded.prints, db, &err));
    duplicates_release(&duplicates);
    fingerprints_release(&guarded.prints);
    pairs_release(&guarded.pairs);
}

static void assert_buglab(struct db *db)
{
    assert_rows(db, run_sql, "1|buglab|1|0.85|-|10|0|25|10\n");
    assert_rows(db,
                "SELECT kind, fix_id, representative FROM duplicate_clusters "
                "ORDER BY kind || fix_id",
                "exact|1|2\nexact|2|2\n"
                "near|1|2\nnear|2|2\nnear|4|2\nnear|6|2\n"
                "patch|1|2\npatch|2|2\npatch|5|2\npatch|6|2\n"
                "renamed|1|2\nrenamed|2|2\nrenamed|4|2\n");
    assert_rows(db,
                "SELECT kind, fix_a, fix_b, jaccard, multiset_jaccard FROM duplicate_links "
                "WHERE kind <> 'near' ORDER BY kind || fix_b",
                "exact|2|1|1|-\npatch|2|1|1|-\npatch|2|5|1|-\npatch|2|6|1|-\nrenamed|2|4|1|-\n");
    assert_rows(db, "SELECT count(*) FROM duplicate_links WHERE kind = 'near' AND jaccard >= 0.85",
                "1\n");
    assert_rows(db, "SELECT fix_id, first FROM conflicts ORDER BY 1", "1|2\n2|2\n3|2\n");
    assert_rows(db, "SELECT fix_id, is_duplicate, is_conflicting FROM fix_marks ORDER BY 1",
                "1|1|1\n2|0|1\n3|0|1\n4|0|0\n5|0|0\n6|0|0\n");
}

TEST(duplicates_store__keeps_clusters_links_and_conflicts)
{
    scoped(db) *db = guarded_store("kept", fixes, N_ITEMS(fixes));
    assert_rows(db, "SELECT count(*) FROM fix_marks WHERE is_duplicate OR is_conflicting", "0\n");
    find_and_store(db, "buglab", false);
    assert_buglab(db);
}

TEST(duplicates_store__takes_the_place_of_an_earlier_run)
{
    scoped(db) *db = guarded_store("again", fixes, N_ITEMS(fixes));
    find_and_store(db, "buglab", false);
    find_and_store(db, "allamanis", true);
    assert_rows(db, run_sql, "1|allamanis|1|0.8|0.7|20|1|32|8\n");
    assert_rows(db,
                "SELECT kind, fix_id, representative FROM duplicate_clusters "
                "WHERE kind = 'renamed' OR kind = 'near' ORDER BY kind || fix_id",
                "near|1|2\nnear|2|2\nnear|3|2\nnear|4|2\n"
                "renamed|1|2\nrenamed|2|2\nrenamed|3|2\nrenamed|4|2\n");
    find_and_store(db, "buglab", false);
    assert_buglab(db);
}

TEST(duplicates_store__keeps_the_similarity_of_multisets_where_it_counts)
{
#define NAMES "a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r\n"
    static const struct guarded_fix two[] = {
        {.buggy = NAMES "x = 1\n", .fixed = NAMES "x = 2\n"},
        {.buggy = NAMES "x = 1 + 1\n", .fixed = NAMES "x = 1 + 2\n"},
    };
    scoped(db) *db = guarded_store("multiset", two, 2);
    find_and_store(db, "allamanis", false);
    /* the less similar sides: 22 of 24 different tokens, 38 of 40 all in all */
    assert_rows(db,
                "SELECT kind, fix_a, fix_b, round(jaccard * 240), round(multiset_jaccard * 4000) "
                "FROM duplicate_links",
                "near|1|2|220|3800\n");
    find_and_store(db, "buglab", false);
    assert_rows(db, "SELECT kind, multiset_jaccard FROM duplicate_links", "near|-\n");
}

TEST(duplicates_store__fails_where_it_cannot_write)
{
    struct db *db = guarded_store("refused", fixes, N_ITEMS(fixes));
    scoped(guarded) guarded = {0};
    scoped(duplicates) duplicates = {0};
    struct fingerprint_options options = guarded_preset("buglab");
    static const char *const tables[] = {"dedup_run", "duplicate_links", "duplicate_clusters",
                                         "conflicts"};
    guarded_read(&guarded, db, &options);
    duplicates_find(&duplicates, &guarded.pairs, &guarded.prints, false, NULL);
    for (size_t i = 0; i < N_ITEMS(tables); i++) {
        const char *sql = printed("SAVEPOINT s; CREATE TRIGGER no BEFORE INSERT ON %s "
                                  "BEGIN SELECT raise(ABORT, 'no more'); END",
                                  tables[i]);
        assert_done(db_execute(db, sql, &err));
        assert_error_with(duplicates_store(&duplicates, &guarded.pairs, &guarded.prints, db, &err),
                          "no more");
        assert_done(db_execute(db, "ROLLBACK TO s; RELEASE s", &err));
    }
}
