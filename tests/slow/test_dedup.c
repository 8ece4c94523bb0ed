/* A search through all pairs of fixes, with its own numbering of names and its own sets, gives the
 * stored results of dedup. */
#include "tests/support/brute_dedup.h"
#include "tests/support/programs.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

#include "db/store.h"

static const char *const preset_names[] = {"allamanis", "buglab", "bigcode"};
static const char *const kind_names[] = {"exact", "renamed", "near", "patch"};

static struct db *open_store(const char *name)
{
    return store_opened(name);
}

/* Representatives as the store has them, by place in the brute force's list. */
static void read_clusters(uint32_t *representatives, struct brute *brute, struct db *db,
                          const char *kind)
{
    scoped(db_statement) *s = NULL;
    struct err err;
    for (uint32_t i = 0; i < brute->fixes.n; i++)
        representatives[i] = i;
    assert_success(
        db_prepare(&s, db,
                   "SELECT fix_key, representative_fix_key FROM duplicate_clusters WHERE kind = ?",
                   &err),
        err);
    assert_success(db_bind(s, &err, "t", kind), err);
    while (db_step(s, &err) == 1)
        representatives[brute_place(brute, db_int(s, 0))] = brute_place(brute, db_int(s, 1));
}

static size_t count_clusters(const uint32_t *representatives, size_t n)
{
    size_t n_shared = 0;
    for (size_t i = 0; i < n; i++)
        n_shared += representatives[i] != i;
    return n_shared;
}

/* Near clusters may miss what MinHash misses, and nothing else: the stored ones are parts of the
 * true ones, and hold nearly all near pairs. */
static void compare_near(struct brute *brute, const uint32_t *stored, const char *what)
{
    size_t n = brute->fixes.n, n_missed = 0;
    for (uint32_t i = 0; i < n; i++)
        if (brute->clusters[BRUTE_NEAR][i] != brute->clusters[BRUTE_NEAR][stored[i]])
            fail_msg("%s: fixes %d and %d are in one near cluster without a reason", what,
                     (int)brute->fixes.items[i].fix_key,
                     (int)brute->fixes.items[stored[i]].fix_key);
    for (size_t i = 0; i < brute->near.n; i++)
        n_missed += stored[brute->near.items[i].a] != stored[brute->near.items[i].b];
    for (uint32_t i = 0; i < n && n_missed == 0; i++)
        assert_int_equal(stored[i], brute->clusters[BRUTE_NEAR][i]);
    printf("note: dedup: %s: %zu of %zu near pairs missed\n", what, n_missed, brute->near.n);
    assert_true(n_missed * 100 <= brute->near.n);
}

static void check_near_links(struct brute *brute, struct db *db)
{
    scoped(db_statement) *s = NULL;
    struct err err;
    assert_success(db_prepare(&s, db,
                              "SELECT fix_key_a, fix_key_b, jaccard FROM duplicate_links "
                              "WHERE kind = 'near'",
                              &err),
                   err);
    while (db_step(s, &err) == 1) {
        double set;
        uint32_t a = brute_place(brute, db_int(s, 0)), b = brute_place(brute, db_int(s, 1));
        assert_true(a < b);
        assert_true(brute_is_near(brute, a, b, &set));
        assert_true(set == db_double(s, 2));
    }
}

static void check_conflicts(struct brute *brute, struct db *db)
{
    scoped(db_statement) *s = NULL;
    struct err err;
    size_t n = 0, n_expected = 0;
    for (uint32_t i = 0; i < brute->fixes.n; i++)
        n_expected += brute_conflict(brute, i) != BRUTE_NONE;
    assert_success(db_prepare(&s, db, "SELECT fix_key, first_fix_key FROM conflicts", &err), err);
    for (; db_step(s, &err) == 1; n++)
        assert_int_equal(brute_conflict(brute, brute_place(brute, db_int(s, 0))),
                         brute_place(brute, db_int(s, 1)));
    assert_int_equal(n, n_expected);
}

/* Runs dedup on a store and compares all that it finds; `least` are the numbers of fixes that must
 * be redundant, by kind, for the comparison to say something. */
static void compare(const char *name, const size_t *least)
{
    for (size_t p = 0; p < N_ITEMS(preset_names); p++) {
        const char *what = printed("%s, %s", name, preset_names[p]);
        run_valid(NULL, "\"$TOKFIX\" dedup \"$SCRATCH/%s\" --preset %s", name, preset_names[p]);
        scoped(db) *db = open_store(name);
        struct brute brute;
        brute_read(&brute, db, preset_names[p]);
        scoped_memory uint32_t *stored = mem_alloc(brute.fixes.n, sizeof *stored);
        for (int kind = 0; kind < N_BRUTE_KINDS; kind++) {
            const uint32_t *expected = brute.clusters[kind];
            read_clusters(stored, &brute, db, kind_names[kind]);
            printf("%s: %s: %zu fixes are redundant\n", what, kind_names[kind],
                   count_clusters(stored, brute.fixes.n));
            assert_true(count_clusters(expected, brute.fixes.n) >= least[kind]);
            if (kind == BRUTE_NEAR)
                compare_near(&brute, stored, what);
            for (uint32_t i = 0; i < brute.fixes.n && kind != BRUTE_NEAR; i++)
                if (stored[i] != expected[i])
                    fail_msg("%s, %s: fix %d is with %d, not with %d", what, kind_names[kind],
                             (int)brute.fixes.items[i].fix_key,
                             (int)brute.fixes.items[stored[i]].fix_key,
                             (int)brute.fixes.items[expected[i]].fix_key);
        }
        check_near_links(&brute, db);
        check_conflicts(&brute, db);
        brute_release(&brute);
    }
}

TEST(dedup__of_the_sample_is_what_a_search_through_all_finds)
{
    static const size_t least[] = {3, 3, 20, 3};
    run_valid(
        NULL,
        "\"$TOKFIX\" mine --language python \"$SAMPLE/Project_CodeNet\" -o \"$SCRATCH/sample\"");
    compare("sample", least);
}

TEST(dedup__of_real_fixes_is_what_a_search_through_all_finds)
{
    static const size_t least[] = {0, 2, 3, 9};
    if (!has_atcoder("the search through all real fixes"))
        skip();
    run_valid(NULL, "\"$TOKFIX\" mine \"$SHARED/data/atcoder\" -o \"$SCRATCH/real\"");
    compare("real", least);
}

/* The file of a copy: the program as it is, with other layout, or with other names. */
static void write_copy(const char *folder, const char *submission, char side, int way,
                       const char *code)
{
    scoped(str) copy = {0};
    struct program program;
    if (way == 0)
        str_add_text(&copy, code);
    else if (way == 1)
        str_print(&copy, "# a copy\n\n%s", code);
    else if (tokenize_bytes(&program, code, strlen(code)))
        renaming_apply(&copy, &program, "z_", way == 2 ? RENAME_ALL : (int64_t)0);
    if (way > 1)
        program_release(&program);
    const char *path = printed("%s/data/p1/Python/%s%c%d.py", folder, submission, side, way);
    write_test_file(path, str_text(&copy), copy.length);
}

/* A tree with four copies of each fix of a store, by four users each. */
static void make_copies(const char *name, const char *folder)
{
    struct err err;
    scoped(str) rows = {0};
    scoped(str) output =
        output_of("mkdir -p \"%s/data/p1/Python\" \"%s/metadata\"", folder, folder);
    scoped(db) *db = open_store(name);
    scoped(db_statement) *s = NULL;
    assert_success(
        db_prepare(&s, db,
                   "SELECT buggy_submission_id || '_' || fix_key, buggy_code, fixed_code "
                   "FROM fix_details",
                   &err),
        err);
    str_add_text(&rows, "submission_id,problem_id,user_id,date,language,original_language,"
                        "filename_ext,status,cpu_time,memory,code_size,accuracy\n");
    for (int i = 0; db_step(s, &err) == 1; i++)
        for (int way = 0; way < 4; way++) {
            static const char *const sides[] = {"Wrong Answer", "Accepted"};
            const int dates[] = {i,
                                 100000 - i}; /* the bugs in this order, the fixes in the other */
            for (int side = 0; side < 2; side++) {
                str_print(&rows, "%s%c%d,p1,u%d_%d,%d,Python,Python3,py,%s,0,0,0,\n", db_text(s, 0),
                          "ba"[side], way, i, way, dates[side], sides[side]);
                write_copy(folder, db_text(s, 0), "ba"[side], way, db_text(s, 1 + side));
            }
        }
    write_test_file(printed("%s/metadata/p1.csv", folder), str_text(&rows), rows.length);
}

TEST(dedup__of_copies_is_what_a_search_through_all_finds)
{
    static const size_t least[] = {90, 180, 250, 100};
    run_valid(
        NULL,
        "\"$TOKFIX\" mine --language python \"$SAMPLE/Project_CodeNet\" -o \"$SCRATCH/first\"");
    make_copies("first", scratch_path("copies"));
    run_valid(NULL, "\"$TOKFIX\" mine \"$SCRATCH/copies\" -o \"$SCRATCH/copied\"");
    compare("copied", least);
}

static void dump(struct str *out, const char *name, const char *options)
{
    run_valid(out,
              "\"$TOKFIX\" dedup -q \"$SCRATCH/%s\" %s >\"$SCRATCH/report\" && "
              "sqlite3 \"$SCRATCH/%s\" 'delete from steps' .dump && cat \"$SCRATCH/report\"",
              name, options, name);
}

TEST(dedup__gives_the_same_whatever_the_threads_and_however_often)
{
    static const char *const options[] = {"-j 1", "-j 2", "-j 7"};
    scoped(str) first = {0}, next = {0};
    scoped(str) output = output_of(
        "if test -f \"$SHARED/data/atcoder/expected.tsv\"; then "
        "\"$TOKFIX\" mine \"$SHARED/data/atcoder\" -o \"$SCRATCH/same\"; else "
        "\"$TOKFIX\" mine --language python \"$SAMPLE/Project_CodeNet\" -o \"$SCRATCH/same\"; fi "
        "&& "
        "cp \"$SCRATCH/same\" \"$SCRATCH/fresh\"");
    for (size_t p = 0; p < N_ITEMS(preset_names); p++)
        for (size_t i = 0; i < N_ITEMS(options); i++) {
            const char *all = printed("%s --preset %s", options[i], preset_names[p]);
            dump(i ? &next : &first, "same", all); /* over what the last one left */
            if (i == 0) {
                run_valid(&output, "cp \"$SCRATCH/fresh\" \"$SCRATCH/other\"");
                dump(&next, "other", all);
            }
            assert_true(first.length > 10000);
            assert_int_equal(first.length, next.length);
            assert_memory_equal(first.text, next.text, first.length);
        }
}
