/* All pairs are in memory, in the clusters that their ties make. What puts each into a split is a
 * division by strata, the dates, or lists of problems; the rest is the same. */
#include "guard/split.h"

#include "base/beneath.h"
#include "base/hash.h"
#include "base/lines.h"
#include "guard/stratify.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- The ratio ---- */

/* The numbers of a ratio are read as whole millionths, which avoids binary fractions. Whole numbers
 * stay as they are given; others are multiplied by a power of ten. */
enum { MILLION = 1000000, MAX_TERM = 1000000, MAX_PLACES = 6, MAX_DIGITS = 12 };

/* Reads digits, a point followed by digits, or both, up to the end or a colon or slash, in
 * millionths. Sets `text` to what is after that, or NULL. Returns -1 for any other text. */
static int64_t read_millionths(const char **text)
{
    static const char digits[] = "0123456789";
    const char *at = *text;
    size_t n_whole = strspn(at, digits);
    size_t n_places = at[n_whole] == '.' ? strspn(at + n_whole + 1, digits) : 0;
    const char *end = at + n_whole + (n_places ? 1 + n_places : 0);
    if (end == at || n_whole + n_places > MAX_DIGITS || n_places > MAX_PLACES ||
        (*end && !strchr(":/", *end)))
        return -1;
    *text = *end ? end + 1 : NULL;
    return llround(strtod(at, NULL) * MILLION);
}

int split_ratio_read(int64_t ratio[N_SPLITS], const char *text)
{
    int64_t amounts[N_SPLITS], unit = MILLION; /* the greatest power of ten that divides all */
    int n = 0;
    for (; text; n++)
        if (n == N_SPLITS || (amounts[n] = read_millionths(&text)) < 0)
            return ERR;
    if (n < 2)
        return ERR;
    const int64_t terms[N_SPLITS] = {
        [SPLIT_TRAIN] = amounts[0],
        [SPLIT_VALIDATION] = n == N_SPLITS ? amounts[1] : 0,
        [SPLIT_TEST] = amounts[n - 1],
    };
    for (int split = 0; split < N_SPLITS; split++)
        while (terms[split] % unit != 0)
            unit /= 10;
    int64_t most = 0;
    for (int split = 0; split < N_SPLITS; split++)
        most = terms[split] / unit > most ? terms[split] / unit : most;
    if (!most || most > MAX_TERM)
        return ERR;
    for (int split = 0; split < N_SPLITS; split++)
        ratio[split] = terms[split] / unit;
    return 0;
}

/* ---- A split before it is written ---- */

struct splitting {
    const struct split_options *options;
    const char *origin, *seed; /* as in the table split_sets */
    struct pairs pairs;
    struct union_find clusters; /* of pairs */
    int *splits;                /* by pair: number, or NO_SPLIT */
    int *pins; /* by pair: the subset that it had in the earlier database, or NO_SUBSET */
    int first_subset, n_subsets;
    double shares[N_SUBSETS]; /* that the subsets should have, from the first one on */
    int64_t n_previous;
};

static void splitting_release(struct splitting *splitting)
{
    pairs_release(&splitting->pairs);
    union_find_release(&splitting->clusters);
    free(splitting->splits);
    free(splitting->pins);
}
SCOPED_VALUE(splitting, splitting_release)

static int read_pairs(struct splitting *splitting, struct db *db, struct err *err)
{
    if (pairs_read(&splitting->pairs, db, true, err) != 0)
        return ERR;
    size_t n = splitting->pairs.list.n;
    splitting->splits = mem_alloc(n, sizeof *splitting->splits);
    splitting->pins = mem_alloc(n, sizeof *splitting->pins);
    for (size_t i = 0; i < n; i++) {
        splitting->splits[i] = NO_SPLIT;
        splitting->pins[i] = NO_SUBSET;
    }
    return 0;
}

/* Removes earlier splits of the set, and writes how the new ones are made. */
static int store_run(const struct splitting *splitting, struct db *db, struct err *err)
{
    const struct split_options *options = splitting->options;
    const struct split_days *days = &options->days;
    bool has_ratio = !days->is_given && !options->n_folds;
    scoped(str) names = {0};
    ties_add_names(&names, options->ties);
    if (db_execute(db,
                   "DELETE FROM split_sets WHERE split_set = " CHOSEN_SPLIT_SET ";"
                   "DELETE FROM set_splits WHERE split_set = " CHOSEN_SPLIT_SET ";"
                   "DELETE FROM set_lists WHERE split_set = " CHOSEN_SPLIT_SET,
                   err) != 0)
        return ERR;
    return db_change(db, err,
                     "INSERT INTO split_sets SELECT split_set, ?, ?, ?, ?, ?, ?, iif(?, ?, NULL), "
                     "iif(?, ?, NULL), ?, ? FROM chosen_split_set",
                     "ttiiiiiiiiti", splitting->origin, splitting->seed,
                     has_ratio ? options->ratio[SPLIT_TRAIN] : 0,
                     has_ratio ? options->ratio[SPLIT_VALIDATION] : 0,
                     has_ratio ? options->ratio[SPLIT_TEST] : 0, options->n_folds,
                     (int64_t)(days->is_given && days->has_validation), days->validation_from,
                     (int64_t)days->is_given, days->test_from, str_text(&names),
                     splitting->n_previous);
}

static int store_splits(struct splitting *splitting, struct db *db, struct err *err)
{
    const struct pair *pairs = splitting->pairs.list.items;
    for (uint32_t i = 0; i < splitting->pairs.list.n; i++)
        if (splitting->splits[i] != NO_SPLIT &&
            db_change(db, err, "INSERT INTO set_splits VALUES (" CHOSEN_SPLIT_SET ", ?, ?, ?)",
                      "iti", pairs[i].fix_key, split_names[splitting->splits[i]],
                      pairs[union_find_root(&splitting->clusters, i)].fix_key) != 0)
            return ERR;
    return 0;
}

/* ---- Splits divided by strata ---- */

static void set_subsets(struct splitting *splitting)
{
    const struct split_options *options = splitting->options;
    bool has_folds = options->n_folds > 0;
    int64_t total = 0;
    splitting->first_subset = has_folds ? SPLIT_FOLDS : SPLIT_TRAIN;
    splitting->n_subsets = has_folds ? (int)options->n_folds : N_SPLITS;
    for (int split = 0; split < N_SPLITS; split++)
        total += options->ratio[split];
    for (int subset = 0; subset < splitting->n_subsets; subset++)
        splitting->shares[subset] = has_folds ? 1.0 / (double)options->n_folds
                                              : (double)options->ratio[subset] / (double)total;
}

/* Opens the earlier database, with the split set that has the name of this one. */
static int open_previous(struct db **out, const char *path, struct db *db, struct err *err)
{
    int64_t n_runs;
    scoped(db_statement) *s = db_query(db, err, "SELECT split_set FROM chosen_split_set", NULL);
    if (db_step(s, err) != 1 || store_open(out, path, err) != 0 ||
        store_view_split_set(*out, db_text(s, 0), err) != 0 ||
        db_get_int(*out, &n_runs, "SELECT count(*) FROM split_run", err) != 0)
        return ERR;
    return n_runs ? 0
                  : err_set(err,
                            "'%s' has no split set '%s' to keep; name a database in which "
                            "tokfix split has made it",
                            path, db_text(s, 0));
}

/* Reads the splits of the earlier database. Pairs are matched by their ids. Several pairs may have
 * one id, because ids of submissions may contain hyphens: the split is then that of the first. */
static int read_previous(struct splitting *splitting, struct db *db, struct err *err)
{
    const char *path = splitting->options->previous;
    scoped(db) *earlier = NULL;
    scoped(table) ids = {0};
    scoped_array ARRAY(int) splits = {0}; /* by the numbers of `ids` */
    bool is_any_known = false;
    int status;
    if (open_previous(&earlier, path, db, err) != 0)
        return ERR;
    scoped(db_statement) *s = db_query(earlier, err,
                                       "SELECT fix_id, split FROM fix_details "
                                       "ORDER BY origin <> 'real', fixed_date, buggy_date, fix_key",
                                       NULL);
    while ((status = db_step(s, err)) == 1)
        if (table_add(&ids, db_text(s, 0)) != TABLE_NONE)
            array_push(&splits, split_find(db_text(s, 1)));
    for (size_t i = 0; i < splitting->pairs.list.n && status == 0; i++) {
        int64_t found = table_find(&ids, splitting->pairs.list.items[i].id);
        int split = found == TABLE_NONE ? NO_SPLIT : splits.items[found];
        int subset = split - splitting->first_subset;
        if (split == NO_SPLIT)
            continue;
        if (subset < 0 || subset >= splitting->n_subsets)
            return err_set(err, "'%s' has %s in this set, which cannot be kept here", path,
                           split_names[split]);
        splitting->pins[i] = subset;
        is_any_known = true;
    }
    if (status != 0 || is_any_known)
        return status;
    return err_set(err,
                   "no fix of this database has a split in '%s'; name an earlier database of the "
                   "same dataset",
                   path);
}

/* Each subset should have its share of all fixes, of each category, of each language, of each
 * source (the data set that the problem is from; all git repositories are one), and of each
 * category of a language of a source. These are the strata. */
static const char strata_sql[] = {
#include "guard/sql/strata.sql.inc"
};

enum { N_STRATA_OF_FIX = 4 };

/* A pair that decides, its cluster (the one of the union-find), and its strata. */
struct member {
    uint32_t cluster, pair, strata[N_STRATA_OF_FIX]; /* STRATIFY_ALL: none */
};

/* Clusters one after the other. */
struct members {
    struct member *items;
    size_t n, capacity;
};

static int compare_members(const void *a, const void *b)
{
    const struct member *x = a, *y = b;
    return x->cluster != y->cluster ? COMPARE(x->cluster, y->cluster) : COMPARE(x->pair, y->pair);
}

static int read_members(struct members *members, struct stratify *division,
                        struct splitting *splitting, struct db *db, struct err *err)
{
    scoped(db_statement) *row = db_query(db, err, strata_sql, NULL);
    int status;
    while ((status = db_step(row, err)) == 1) {
        uint32_t pair = pairs_find(&splitting->pairs, db_int(row, 0));
        struct member member = {.pair = pair};
        if (pair == PAIR_NONE)
            continue;
        member.cluster = union_find_root(&splitting->clusters, pair);
        for (int i = 0; i < N_STRATA_OF_FIX; i++) {
            uint32_t stratum = member.strata[i] = (uint32_t)db_int(row, i + 1);
            division->n_strata = stratum < division->n_strata ? division->n_strata : stratum + 1;
        }
        array_push(members, member);
    }
    array_sort(members, compare_members);
    return status;
}

static bool is_first(const struct members *members, size_t at)
{
    return !at || members->items[at].cluster != members->items[at - 1].cluster;
}

static void add_clusters(struct stratify *division, const struct members *members,
                         const struct splitting *splitting)
{
    uint64_t seed = hash_bytes(splitting->seed, strlen(splitting->seed), 0);
    for (size_t at = 0; at < members->n; at++) {
        const struct member *member = &members->items[at];
        const char *id = splitting->pairs.list.items[member->pair].id;
        uint64_t rank = hash_bytes(id, strlen(id), seed);
        int pin = splitting->pins[member->pair];
        if (is_first(members, at))
            array_push(
                &division->clusters,
                (struct stratify_cluster){.first = division->counts.n, .rank = rank, .pin = pin});
        struct stratify_cluster *cluster = &division->clusters.items[division->clusters.n - 1];
        cluster->rank = rank < cluster->rank ? rank : cluster->rank;
        cluster->pin = pin > cluster->pin ? pin : cluster->pin;
        array_push(&division->counts, ((struct stratum_count){STRATIFY_ALL, 1}));
        for (int i = 0; i < N_STRATA_OF_FIX; i++)
            if (member->strata[i] != STRATIFY_ALL)
                array_push(&division->counts, ((struct stratum_count){member->strata[i], 1}));
        if (at + 1 == members->n || is_first(members, at + 1))
            stratify_close_cluster(division);
    }
}

/* Sets the splits, and counts those of pairs that had one, and the others among these. */
static int divide(struct splitting *splitting, int64_t *n_moved, struct db *db, struct err *err)
{
    scoped_array struct members members = {0};
    scoped(stratify)
        division = {.n_strata = 1, .n_subsets = splitting->n_subsets, .shares = splitting->shares};
    if (read_members(&members, &division, splitting, db, err) != 0)
        return ERR;
    add_clusters(&division, &members, splitting);
    stratify(&division);
    for (size_t at = 0, n_clusters = 0; at < members.n; at++) {
        n_clusters += is_first(&members, at);
        uint32_t pair = members.items[at].pair;
        int subset = division.clusters.items[n_clusters - 1].subset, pin = splitting->pins[pair];
        splitting->splits[pair] = subset + splitting->first_subset;
        splitting->n_previous += pin != NO_SUBSET;
        *n_moved += pin != NO_SUBSET && pin != subset;
    }
    return 0;
}

/* ---- Splits by date ---- */

enum { UNDATED = N_SPLITS };

/* Sets `splits` to the split that the date of each pair gives it by itself. */
static int read_dates(struct splitting *splitting, struct db *db, struct err *err)
{
    const struct split_days *days = &splitting->options->days;
    scoped(db_statement) *s = db_query(db, err,
                                       "SELECT fix_key, date FROM fixes "
                                       "JOIN submissions ON submission_key = fixed_submission_key",
                                       NULL);
    int status;
    while ((status = db_step(s, err)) == 1) {
        uint32_t i = pairs_find(&splitting->pairs, db_int(s, 0));
        int64_t date = db_int(s, 1);
        if (i == PAIR_NONE || !pair_decides(&splitting->pairs, &splitting->pairs.list.items[i]))
            continue;
        splitting->splits[i] = !date                     ? UNDATED
                               : date >= days->test_from ? SPLIT_TEST
                               : days->has_validation && date >= days->validation_from
                                   ? SPLIT_VALIDATION
                                   : SPLIT_TRAIN;
    }
    return status;
}

/* Leaves out what has no date, and of each cluster what is later than its first split. */
static int leave_out_late(struct splitting *splitting, struct db *db, struct err *err)
{
    size_t n = splitting->pairs.list.n;
    scoped_memory int *first = mem_alloc(n, sizeof *first); /* by the first pair of each cluster */
    for (uint32_t i = 0; i < n; i++)
        first[i] = UNDATED;
    for (uint32_t i = 0; i < n; i++) {
        int *split = &first[union_find_root(&splitting->clusters, i)];
        if (splitting->splits[i] != NO_SPLIT && splitting->splits[i] < *split)
            *split = splitting->splits[i];
    }
    for (uint32_t i = 0; i < n; i++) {
        int split = splitting->splits[i];
        bool is_undated = split == UNDATED;
        if (split == NO_SPLIT ||
            (!is_undated && split == first[union_find_root(&splitting->clusters, i)]))
            continue;
        splitting->splits[i] = NO_SPLIT;
        if (db_change(db, err, "INSERT INTO set_left_out VALUES (" CHOSEN_SPLIT_SET ", ?, ?)", "it",
                      splitting->pairs.list.items[i].fix_key,
                      is_undated ? "undated" : "straddles") != 0)
            return ERR;
    }
    return 0;
}

/* ---- Splits given by lists of problems ---- */

/* The state of reading the lists. */
struct lists {
    struct db *db;
    struct table ids;
    ARRAY(int) splits; /* by the numbers of `ids` */
    int split;         /* of the list that is read */
    const char *path;
};

static void lists_release(struct lists *lists)
{
    table_release(&lists->ids);
    array_release(&lists->splits);
}
SCOPED_VALUE(lists, lists_release)

static int take_line(void *context, char *line, size_t number, struct err *err)
{
    struct lists *lists = context;
    if (strpbrk(line, " \t,;") || !beneath_is_safe_name(line, strlen(line)))
        return err_set(err, "%s:%zu: '%.100s' is not a problem id; write one id per line",
                       lists->path, number, line);
    size_t known = (size_t)table_number(&lists->ids, line);
    if (known == lists->splits.n) {
        array_push(&lists->splits, lists->split);
        return db_change(lists->db, err,
                         "INSERT INTO set_lists VALUES (" CHOSEN_SPLIT_SET ", ?, ?)", "tt", line,
                         split_names[lists->split]);
    }
    if (lists->splits.items[known] != lists->split)
        return err_set(err, "%s:%zu: the problem '%s' is already in the list for %s", lists->path,
                       number, line, split_names[lists->splits.items[known]]);
    return 0;
}

/* Puts the pairs of listed problems into the splits of their lists; those of a problem are a
 * cluster. Returns whether there are some. */
static bool follow_lists(struct splitting *splitting, const struct lists *lists)
{
    const struct pairs *pairs = &splitting->pairs;
    scoped_memory uint32_t *first = mem_alloc(pairs->problems.keys.n, sizeof *first); /* plus one */
    bool is_any_listed = false;
    for (uint32_t i = 0; i < pairs->list.n; i++) {
        const struct pair *pair = &pairs->list.items[i];
        int64_t listed = table_find(&lists->ids, pairs->problems.keys.items[pair->problem]);
        if (listed == TABLE_NONE || !pair_decides(pairs, pair))
            continue;
        splitting->splits[i] = lists->splits.items[listed];
        first[pair->problem] = first[pair->problem] ? first[pair->problem] : i + 1;
        union_find_join(&splitting->clusters, first[pair->problem] - 1, i);
        is_any_listed = true;
    }
    return is_any_listed;
}

int split_import(struct db *db, const char *const paths[N_SPLITS], struct err *err)
{
    static const struct split_options options = {.ties = TIE_PROBLEM};
    scoped(splitting) splitting = {.options = &options, .origin = "import", .seed = ""};
    scoped(lists) lists = {.db = db};
    if (store_run(&splitting, db, err) != 0)
        return ERR;
    for (lists.split = 0; lists.split < N_SPLITS; lists.split++) {
        lists.path = paths[lists.split];
        if (lists.path && lines_each(lists.path, take_line, &lists, err) != 0)
            return ERR;
    }
    if (read_pairs(&splitting, db, err) != 0)
        return ERR;
    union_find_init(&splitting.clusters, splitting.pairs.list.n);
    return follow_lists(&splitting, &lists)
               ? store_splits(&splitting, db, err)
               : err_set(err, "no problem in these lists has a fix in the database");
}

/* ---- All ---- */

int split_make(int64_t *n_moved, struct db *db, const struct split_options *options,
               struct err *err)
{
    bool is_by_date = options->days.is_given;
    scoped(splitting) splitting = {.options = options,
                                   .origin = is_by_date ? "date" : "seed",
                                   .seed = is_by_date ? "" : options->seed};
    *n_moved = 0;
    if (read_pairs(&splitting, db, err) != 0 ||
        ties_join(&splitting.clusters, db, &splitting.pairs, options->ties, err) != 0)
        return ERR;
    if (is_by_date) {
        if (read_dates(&splitting, db, err) != 0 || leave_out_late(&splitting, db, err) != 0)
            return ERR;
    } else {
        set_subsets(&splitting);
        if ((options->previous && read_previous(&splitting, db, err) != 0) ||
            divide(&splitting, n_moved, db, err) != 0)
            return ERR;
    }
    if (store_run(&splitting, db, err) != 0)
        return ERR;
    return store_splits(&splitting, db, err);
}

/* ---- Fixes that are in no split ---- */

int split_leave_out(struct fix_account *account, struct db *db, const struct fix_choice *choice,
                    struct err *err)
{
    if (fix_select_keys(account, db, choice, err) != 0)
        return ERR;
    return db_execute(db,
                      "DELETE FROM set_left_out WHERE split_set = " CHOSEN_SPLIT_SET ";"
                      "INSERT INTO set_left_out "
                      "SELECT " CHOSEN_SPLIT_SET ", fix_key, 'choice' FROM counted_fixes "
                      "WHERE fix_key NOT IN (SELECT fix_key FROM temp.filtered_fixes)",
                      err);
}
