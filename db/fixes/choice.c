/* One query gives each fix its fate (choice.sql, fates), because users want to know how many fixes
 * each filter leaves out. A second one counts the fates. Then the chosen fixes are read, and a
 * sample of them is kept.
 *
 * Correct programs are drawn last. Their candidates are sorted by split and rank. In each split,
 * candidates are tested in this order until there are enough that the format can represent. Each
 * test takes as many as are still missing. */
#include "db/fixes/choice.h"

#include "base/hash.h"
#include "base/spdx.h"
#include "db/query_table.h"
#include "db/fixes/fix_id.h"
#include "tokenize/languages/language.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char choice_sql[] = {
#include "db/fixes/choice.sql.inc"
};

/* The column `fate` of temp.fates, by enum fix_fate. Other texts are names of filters. */
static const char *const fate_names[N_FIX_FATES + 1] = {
    "chosen",      "license",  "category", "region",   "made", "duplicate",
    "conflicting", "excluded", "long",     "no split", NULL};

const struct fix_filter fix_filters[N_FIX_FILTERS] = {
    [FILTER_LANGUAGE] = {"language", "SELECT language FROM run_languages"},
    [FILTER_LICENSE] = {"license", "SELECT '' UNION SELECT license FROM file_versions "
                                   "WHERE license IS NOT NULL"},
    [FILTER_ORIGIN] = {"origin", "VALUES ('real'), ('mutant'), ('rewrite')"},
    [FILTER_REGION] = {"region", "SELECT region FROM regions"},
    [FILTER_CATEGORY] = {"category", "SELECT category FROM categories"},
};

void filter_value_add(struct filter_value *value, const char *item)
{
    if (item[0] == '!')
        array_push(&value->without, item + 1);
    else
        array_push(&value->list, item);
}

bool filter_value_has(const struct filter_value *value, const char *name)
{
    bool is_taken = value->list.n == 0;
    for (size_t i = 0; i < value->list.n; i++)
        is_taken = is_taken || strcmp(value->list.items[i], name) == 0;
    for (size_t i = 0; i < value->without.n; i++)
        is_taken = is_taken && strcmp(value->without.items[i], name) != 0;
    return is_taken;
}

/* A list of licences allows expressions, and an unknown licence is none. */
static bool has_value(const struct fix_choice *choice, int number, const char *value)
{
    const struct filter_value *asked = &choice->filters[number];
    if (number != FILTER_LICENSE)
        return filter_value_has(asked, value);
    return (!asked->list.n || (*value && spdx_is_one_of(value, &asked->list))) &&
           !(asked->without.n && *value && spdx_is_one_of(value, &asked->without));
}

void filter_value_release(struct filter_value *value)
{
    array_release(&value->list);
    array_release(&value->without);
}

void fix_choice_release(struct fix_choice *choice)
{
    for (int number = 0; number < N_FIX_FILTERS; number++)
        filter_value_release(&choice->filters[number]);
    array_release(&choice->splits);
}

const char *fix_choice_language(const struct fix_choice *choice)
{
    const struct filter_value *named = &choice->filters[FILTER_LANGUAGE];
    return named->list.n == 1 && !named->without.n ? named->list.items[0] : NULL;
}

bool fix_choice_has_split(const struct fix_choice *choice, int split)
{
    bool is_named = false, has_names = false;
    for (size_t i = 0; i < choice->splits.n; i++) {
        const char *name = choice->splits.items[i];
        bool is_left_out = *name == '!', is_all = strcmp(name + is_left_out, "all") == 0;
        bool is_this = is_all ? split != STRATUM_NONE : split_stratum(name + is_left_out) == split;
        if (is_this && is_left_out)
            return false;
        is_named = is_named || is_this;
        has_names = has_names || !is_left_out;
    }
    return is_named || choice->splits.n == 0 || (!has_names && split != STRATUM_NONE);
}

/* ---- Fates ---- */

/* Adds the values that the filters and --split take to temp.taken_values. */
static int add_chosen(struct db *db, const struct fix_choice *choice, bool has_split,
                      struct err *err)
{
    int status = 0;
    scoped(db_statement) *insert =
        db_query(db, err, "INSERT INTO temp.taken_values VALUES (?, ?)", NULL);
    for (int number = 0; number < N_FIX_FILTERS && status == 0; number++) {
        scoped(db_statement) *s = db_query(db, err, fix_filters[number].values, NULL);
        while ((status = db_step(s, err)) == 1)
            if (has_value(choice, number, db_text(s, 0)) &&
                db_run(insert, err, "tt", fix_filters[number].name, db_text(s, 0)) != 0)
                return ERR;
    }
    bool needs_split = choice->takes_split_only && has_split;
    for (int split = 0; split < N_STRATA && status == 0; split++)
        if (choice->splits.n ? fix_choice_has_split(choice, split)
                             : !needs_split || split != STRATUM_NONE)
            status = db_run(insert, err, "tt", "split", split_names[split]);
    return status;
}

/* Fills temp.fates. */
static int find_fates(struct db *db, const struct fix_choice *choice, bool has_split,
                      struct err *err)
{
    static const char mark[] = "$where";
    scoped(str) fates = {0}, sql = {0};
    query_table_sql(&fates, choice_sql, "fates");
    const char *text = str_text(&fates), *place = strstr(text, mark);
    bool takes_duplicates = choice->marks & MARK_DUPLICATE;
    str_print(&sql, "%.*s%s%s", (int)(place - text), text, choice->where ? choice->where : "1",
              place + strlen(mark));
    if (db_temporary_begin(db, err) != 0 ||
        db_execute(db,
                   "DROP TABLE IF EXISTS temp.fates; DROP TABLE IF EXISTS temp.taken_values;"
                   "CREATE TEMP TABLE taken_values (filter TEXT, value TEXT, "
                   "PRIMARY KEY (filter, value)) WITHOUT ROWID",
                   err) != 0 ||
        add_chosen(db, choice, has_split, err) != 0)
        return ERR;
    scoped(db_statement) *s =
        db_query(db, err, str_text(&sql), "iiiiitt", choice->max_tokens, choice->format.max_tokens,
                 (int64_t)choice->format.shows_programs, (int64_t)choice->marks,
                 (int64_t)(!choice->takes_artificial && !choice->filters[FILTER_ORIGIN].list.n &&
                           has_value(choice, FILTER_ORIGIN, store_origins[ORIGIN_REAL])),
                 choice->one_per_cluster ? choice->one_per_cluster
                 : takes_duplicates      ? ""
                                         : "exact",
                 choice->one_per_cluster ? "one-per-cluster" : "duplicate");
    return db_step(s, err) != 0 ? ERR : db_temporary_end(db, err);
}

static int count_fates(struct fix_account *account, struct db *db, const struct fix_choice *choice,
                       struct err *err)
{
    int status;
    scoped(str) sql = {0};
    query_table_sql(&sql, choice_sql, "account");
    scoped(db_statement) *s =
        db_query(db, err, str_text(&sql), "i", (int64_t)(choice->marks & MARK_DUPLICATE));
    while ((status = db_step(s, err)) == 1) {
        int fate = text_place(db_text(s, 0), fate_names);
        int64_t n = db_int(s, 2);
        if (fate < N_FIX_FATES)
            account->n[fate] += n;
        account->has_split_left_out = account->has_split_left_out || db_int(s, 4);
        if (fate != FATE_REGION || !choice->filters[FILTER_REGION].is_default)
            continue;
        account->regions.n[text_place(db_text(s, 1), fix_region_names)] += n;
        account->regions.n_in_no_split += db_int(s, 3);
    }
    return status;
}

/* Each use of the seed has ranks of its own, so that the uses are independent. */
static uint64_t rank_of(const char *id, const char *seed, uint64_t use)
{
    return hash_bytes(id, strlen(id), hash_bytes(seed, strlen(seed), use));
}

/* Reads the chosen fixes, and the others whose fixed programs can be correct ones: they are left
 * out because of their bugs alone. */
static int read_items(struct fix_selection *out, struct db *db, const struct fix_choice *choice,
                      struct err *err)
{
    int status;
    bool takes_others = choice->negatives.per_fix > 0;
    scoped(db_statement) *s =
        db_query(db, err,
                 "SELECT fix_key, split, c.language, source_key, fate <> 'chosen', "
                 "iif(?1, (SELECT fix_id FROM fix_details d WHERE d.fix_key = c.fix_key), '') "
                 "FROM temp.fates c JOIN fixes USING (fix_key) "
                 "JOIN submissions ON submission_key = fixed_submission_key "
                 "WHERE is_asked AND (fate = 'chosen' OR (?2 AND c.n_tokens <= ?3 "
                 "AND fate IN ('marked', 'origin', 'category', 'made') "
                 "AND NOT (is_duplicate OR is_conflicting OR is_excluded))) ORDER BY fix_key",
                 "iii", (int64_t)(takes_others || choice->n_sample >= 0), (int64_t)takes_others,
                 choice->format.max_tokens);
    while ((status = db_step(s, err)) == 1) {
        const struct language *language = language_find(db_text(s, 2));
        struct fix_item item = {
            .fix_key = db_int(s, 0),
            .split = (unsigned char)split_stratum(db_text(s, 1)),
            .language = (unsigned char)(language ? language_number(language) : MAX_LANGUAGES),
            .is_left_out = db_int(s, 4) != 0,
            .fixed_source = db_int(s, 3),
            .sample_rank = rank_of(db_text(s, 5), choice->seed, 1),
            .clean_rank = rank_of(db_text(s, 5), choice->seed, 2),
        };
        if (item.is_left_out)
            array_push(&out->others, item);
        else
            array_push(&out->items, item);
    }
    return status;
}

/* Fails if the choice names a split that the split set does not have. */
static int check_splits(unsigned subsets, const struct fix_choice *choice, struct err *err)
{
    if (choice->splits.n && !subsets)
        return err_set(err, "the database has no splits; run tokfix split on it first");
    for (size_t i = 0; i < choice->splits.n; i++)
        if (store_check_subset(subsets, choice->splits.items[i] + (*choice->splits.items[i] == '!'),
                               err) != 0)
            return ERR;
    return 0;
}

static int check_store(struct fix_account *account, struct db *db, const struct fix_choice *choice,
                       struct err *err)
{
    int64_t n_dedup;
    if (db_get_int(db, &n_dedup, "SELECT count(*) FROM dedup_run", err) != 0 ||
        store_read_subsets(&account->subsets, db, err) != 0 ||
        check_splits(account->subsets, choice, err) != 0)
        return ERR;
    account->has_dedup = n_dedup > 0;
    if (choice->one_per_cluster && !account->has_dedup)
        return err_set(err, "the database has no clusters; run tokfix dedup on it first");
    return 0;
}

enum { MAX_NAMED = 10 }; /* maximum number of values in a message */

/* Appends the values of a column of fix_details in some fixes: the first ones, or the least and the
 * greatest number. Those of programs are not shown. */
static int add_values(struct str *out, struct db *db, const char *column, const char *fixes,
                      struct err *err)
{
    scoped(str) sql = {0};
    if (strcmp(column, "buggy_code") == 0 || strcmp(column, "fixed_code") == 0)
        return 0;
    str_print(&sql, "SELECT min(\"%s\"), max(\"%s\") FROM fix_details %s", column, column, fixes);
    scoped(db_statement) *s = db_query(db, err, str_text(&sql), NULL);
    if (db_step(s, err) != 1)
        return ERR;
    str_print(out, "%s%s: ", out->length ? "; " : "", column);
    if (db_type(s, 0) == DB_NUMBER) {
        str_print(out, "%s to %s", db_text(s, 0), db_text(s, 1));
        return 0;
    }
    str_clear(&sql);
    str_print(&sql, "SELECT DISTINCT \"%s\" FROM fix_details %s ORDER BY 1", column, fixes);
    scoped(db_statement) *values = db_query(db, err, str_text(&sql), NULL);
    return fix_names_add(out, values, MAX_NAMED, err) < 0 ? ERR : 0;
}

/* Fails if --where takes none of the fixes, or, if the choice needs some, none of those that the
 * other filters take. The message has the values of its columns: in all fixes, or in those. */
static int check_where(struct db *db, const struct fix_choice *choice,
                       const struct text_list *named, struct err *err)
{
    scoped(str) fates = {0}, values = {0};
    int64_t n_fixes, n_asked;
    int status = 0;
    if (db_get_int(db, &n_fixes, "SELECT count(*) FROM temp.fates", err) != 0 ||
        db_get_int(db, &n_asked, "SELECT count(*) FROM temp.fates WHERE is_asked", err) != 0)
        return ERR;
    if (!n_fixes || (n_asked && !choice->needs_fixes))
        return 0;
    for (size_t i = 0; i < named->n && status == 0; i++)
        status = add_values(
            &values, db, named->items[i],
            n_asked ? "WHERE fix_key IN (SELECT fix_key FROM temp.fates WHERE fate = 'chosen')"
                    : "",
            err);
    if (status != 0)
        return ERR;
    if (!n_asked)
        return err_set(err, "--where takes no fix of the database: %s%s%s", choice->where,
                       values.length ? "; it has " : "", str_text(&values));
    scoped(db_statement) *s =
        db_query(db, err,
                 "SELECT fate || ' ' || count(*) FROM temp.fates WHERE is_asked "
                 "GROUP BY fate ORDER BY count(*) DESC, fate",
                 NULL);
    if (fix_names_add(&fates, s, MAX_NAMED, err) < 0)
        return ERR;
    return err_set(err,
                   "--where takes %s of the database, and other filters leave %s out (%s): %s%s%s",
                   counted(n_asked, "fix", "fixes").text, plural((double)n_asked, "it", "them"),
                   str_text(&fates), choice->where,
                   values.length ? "; without it, what is chosen has " : "", str_text(&values));
}

/* ---- Samples and correct programs ---- */

static int by_store(const void *a, const void *b)
{
    const struct fix_item *x = a, *y = b;
    int result = COMPARE(x->fix_key, y->fix_key);
    return result ? result : x->is_clean - y->is_clean;
}

static int by_sample_rank(const void *a, const void *b)
{
    const struct fix_item *x = a, *y = b;
    int result = COMPARE(x->sample_rank, y->sample_rank);
    return result ? result : by_store(a, b);
}

/* Keeps `n_sample` fixes (-1: all). */
static void cut_down(struct fix_selection *selection, int64_t n_sample)
{
    if (n_sample < 0 || (size_t)n_sample >= selection->items.n)
        return;
    array_sort(&selection->items, by_sample_rank);
    selection->items.n = (size_t)n_sample;
    array_sort(&selection->items, by_store);
}

/* Candidates from the selection come first. */
static int by_rank(const struct fix_item *x, const struct fix_item *y)
{
    int result = x->is_left_out - y->is_left_out;
    if (!result)
        result = COMPARE(x->clean_rank, y->clean_rank);
    return result ? result : COMPARE(x->fix_key, y->fix_key);
}

static int by_source(const void *a, const void *b)
{
    const struct fix_item *x = a, *y = b;
    int result = COMPARE(x->fixed_source, y->fixed_source);
    return result ? result : by_rank(x, y);
}

static int by_split(const void *a, const void *b)
{
    const struct fix_item *x = a, *y = b;
    int result = x->split - y->split;
    return result ? result : by_rank(x, y);
}

struct candidates {
    ARRAY(struct fix_item) list;
};

static void release_candidates(struct candidates *candidates)
{
    array_release(&candidates->list);
}
SCOPED_VALUE(candidates, release_candidates)

/* For a source: whether it is also a buggy program; and, if fixes in several splits have it as
 * their fixed program, the greatest of these splits, whichever are written. */
static const char find_uses[] =
    "SELECT EXISTS (SELECT 1 FROM submissions b JOIN fixes f "
    "ON f.buggy_submission_key = b.submission_key WHERE b.source_key = ?1), "
    "(SELECT iif(count(DISTINCT split) > 1, "
    "max(CASE split WHEN 'test' THEN 2 WHEN 'validation' THEN 1 WHEN 'train' THEN 0 "
    "ELSE 2 + substr(split, 5) END), NULL) "
    "FROM submissions a JOIN fixes f ON f.fixed_submission_key = a.submission_key "
    "JOIN splits USING (fix_key) WHERE a.source_key = ?1)";

/* Lists the fixed programs that may be used, each with the first of its candidates. */
static int find_candidates(struct candidates *candidates, struct db *db,
                           const struct fix_selection *selection, struct err *err)
{
    size_t n = 0;
    scoped(db_statement) *s = NULL;
    for (size_t i = 0; i < selection->items.n; i++)
        array_push(&candidates->list, selection->items.items[i]);
    for (size_t i = 0; i < selection->others.n; i++)
        array_push(&candidates->list, selection->others.items[i]);
    struct fix_item *items = candidates->list.items;
    for (size_t i = 0; i < candidates->list.n; i++)
        items[i].is_clean = true;
    if (db_prepare(&s, db, find_uses, err) != 0)
        return ERR;
    array_sort(&candidates->list, by_source);
    for (size_t i = 0, end; i < candidates->list.n; i = end) {
        int64_t source = items[i].fixed_source;
        if (db_run(s, err, "i", source) < 0)
            return ERR;
        bool is_buggy = db_int(s, 0), is_shared = db_type(s, 1) != DB_NULL;
        int split = (int)db_int(s, 1);
        size_t first = SIZE_MAX;
        db_rewind(s);
        for (end = i; end < candidates->list.n && items[end].fixed_source == source; end++)
            if (first == SIZE_MAX && (!is_shared || items[end].split == split))
                first = end;
        if (!is_buggy && first != SIZE_MAX)
            items[n++] = items[first];
    }
    candidates->list.n = n;
    return 0;
}

/* Finds which of the items can be written as rows. Without a probe, all can. */
static int probe(bool **is_taken, struct db *db, const struct fix_item *items, size_t n,
                 const struct fix_choice *choice, struct err *err)
{
    *is_taken = mem_alloc(n ? n : 1, sizeof **is_taken);
    if (choice->negatives.probe)
        return choice->negatives.probe(choice->negatives.rows, db, items, n, *is_taken, err);
    for (size_t i = 0; i < n; i++)
        (*is_taken)[i] = true;
    return 0;
}

/* Computes the number of correct programs that each split should have. */
static int find_wanted(struct fix_selection *selection, struct db *db,
                       const struct fix_choice *choice, struct err *err)
{
    int64_t n_rows[N_STRATA] = {0};
    const struct fix_item *items = selection->items.items;
    scoped_memory bool *is_taken = NULL;
    if (probe(&is_taken, db, items, selection->items.n, choice, err) != 0)
        return ERR;
    for (size_t i = 0; i < selection->items.n; i++)
        n_rows[items[i].split] += is_taken[i];
    for (int split = 0; split < N_STRATA; split++)
        selection->account.clean.n_wanted[split] =
            llround(choice->negatives.per_fix * (double)n_rows[split]);
    return 0;
}

/* Takes as many candidates of a split as are wanted. */
static int draw(struct fix_selection *selection, struct db *db, int split,
                const struct fix_item *items, size_t n, const struct fix_choice *choice,
                struct err *err)
{
    int64_t *n_drawn = &selection->account.clean.n_drawn[split];
    int64_t n_wanted = selection->account.clean.n_wanted[split];
    for (size_t i = 0; i < n && *n_drawn < n_wanted;) {
        size_t n_tried =
            (size_t)(n_wanted - *n_drawn) < n - i ? (size_t)(n_wanted - *n_drawn) : n - i;
        scoped_memory bool *is_taken = NULL;
        if (probe(&is_taken, db, items + i, n_tried, choice, err) != 0)
            return ERR;
        for (size_t k = 0; k < n_tried; k++)
            if (is_taken[k]) {
                array_push(&selection->items, items[i + k]);
                ++*n_drawn;
            }
        i += n_tried;
    }
    return 0;
}

static int draw_correct_programs(struct fix_selection *selection, struct db *db,
                                 const struct fix_choice *choice, struct err *err)
{
    scoped(candidates) candidates = {0};
    int status = 0;
    if (find_wanted(selection, db, choice, err) != 0 ||
        find_candidates(&candidates, db, selection, err) != 0)
        return ERR;
    array_sort(&candidates.list, by_split);
    for (size_t i = 0, end; i < candidates.list.n && status == 0; i = end) {
        int split = candidates.list.items[i].split;
        for (end = i; end < candidates.list.n && candidates.list.items[end].split == split;)
            end++;
        status = draw(selection, db, split, candidates.list.items + i, end - i, choice, err);
    }
    array_sort(&selection->items, by_store);
    return status;
}

int fix_add_correct_programs(struct fix_selection *selection, struct db *db, struct err *err)
{
    scoped(candidates) candidates = {0};
    if (find_candidates(&candidates, db, selection, err) != 0)
        return ERR;
    for (size_t i = 0; i < candidates.list.n; i++) {
        struct fix_item *item = &candidates.list.items[i];
        selection->account.clean.n_drawn[item->split]++;
        selection->account.clean.n_wanted[item->split]++;
        array_push(&selection->items, *item);
    }
    array_sort(&selection->items, by_store);
    return 0;
}

/* ---- Selections ---- */

int fix_select(struct fix_selection *out, struct db *db, const struct fix_choice *choice,
               struct err *err)
{
    scoped_array struct text_list named = {0};
    struct fix_account *account = &out->account;
    *out = (struct fix_selection){.account.format_omits_other = choice->format.omits_other};
    if (check_store(account, db, choice, err) != 0 ||
        (choice->where &&
         db_check_expression(&named, &out->arena, db, "fix_details", choice->where, err) != 0) ||
        find_fates(db, choice, account->subsets != 0, err) != 0 ||
        count_fates(account, db, choice, err) != 0 ||
        (choice->where && !account->n[FATE_CHOSEN] && check_where(db, choice, &named, err) != 0) ||
        read_items(out, db, choice, err) != 0)
        return ERR;
    cut_down(out, choice->n_sample);
    return choice->negatives.per_fix > 0 ? draw_correct_programs(out, db, choice, err) : 0;
}

static int make_keys(struct db *db, const struct fix_selection *selection, struct err *err)
{
    if (db_temporary_begin(db, err) != 0 ||
        db_execute(db,
                   "DROP TABLE IF EXISTS temp.filtered_fixes;"
                   "CREATE TEMP TABLE filtered_fixes (fix_key INTEGER PRIMARY KEY)",
                   err) != 0)
        return ERR;
    for (size_t i = 0; i < selection->items.n; i++)
        if (db_change(db, err, "INSERT INTO temp.filtered_fixes VALUES (?)", "i",
                      selection->items.items[i].fix_key) != 0)
            return ERR;
    return db_temporary_end(db, err);
}

int fix_select_keys(struct fix_account *account, struct db *db, const struct fix_choice *choice,
                    struct err *err)
{
    scoped(fix_selection) selection = {0};
    if (fix_select(&selection, db, choice, err) != 0 || make_keys(db, &selection, err) != 0)
        return ERR;
    *account = selection.account;
    account->has_dedup = true;
    return 0;
}

int fix_count_splits(const struct fix_selection *selection, const struct fix_choice *choice,
                     struct str *counts, int64_t *n_in_none)
{
    int64_t n[N_STRATA] = {0};
    int n_splits = 0;
    *n_in_none = 0;
    if (!selection->account.subsets || choice->splits.n)
        return 0;
    for (size_t i = 0; i < selection->items.n; i++)
        n[selection->items.items[i].split] += !selection->items.items[i].is_clean;
    for (int split = 0; split < N_STRATA; split++)
        if (n[split])
            str_print(counts, "%s%" PRId64 " in %s", n_splits++ ? ", " : "", n[split],
                      split_names[split]);
    *n_in_none = n[STRATUM_NONE];
    return n_splits;
}

int fix_refuse_mixed_splits(const struct fix_selection *selection, const struct fix_choice *choice,
                            const char *what, const char *advice, struct err *err)
{
    scoped(str) counts = {0};
    int64_t n_in_none;
    int n_splits = fix_count_splits(selection, choice, &counts, &n_in_none);
    const char *them = plural((double)n_in_none, "it", "them");
    if (n_splits > 1)
        return err_set(err,
                       "the database has splits, and %s would mix them (%s); choose with "
                       "--split, such as --split train (--split all takes every split)%s",
                       what, str_text(&counts), advice);
    if (n_in_none)
        return err_set(
            err,
            "the database has splits, and %s in none; put %s into one with %s, or take %s with "
            "--split none",
            counted(n_in_none, "fix is", "fixes are").text, them,
            selection->account.has_split_left_out ? FIX_SPLIT_ALL : "tokfix split", them);
    return 0;
}

void fix_selection_release(struct fix_selection *selection)
{
    array_release(&selection->items);
    array_release(&selection->others);
    arena_release(&selection->arena);
}
