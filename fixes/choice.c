/* One query reads all fixes, and SQLite finds the first filter that leaves each fix out. All are
 * read because users want to know how many fixes each filter leaves out. Then come marks, one fix
 * per cluster, splits and samples. Steps that depend on all rows are in sampling.c; correct
 * programs are in negatives.c. */
#include "fixes/choice.h"

#include "base/hash.h"
#include "base/spdx.h"
#include "base/str.h"
#include "classify/classify.h"
#include "classify/region.h"
#include "db/fix_names.h"
#include "db/store.h"
#include "fixes/fix_filter.h"
#include "fixes/fix_id.h"
#include "fixes/negatives.h"
#include "fixes/sampling.h"

#include <inttypes.h>
#include <string.h>

void fix_choice_release(struct fix_choice *choice)
{
    fix_filters_release(choice);
    array_release(&choice->splits);
}

const char *fix_choice_language(const struct fix_choice *choice)
{
    const struct filter_value *named = &choice->filters[FILTER_LANGUAGE];
    return named->list.n == 1 && !named->without.n ? named->list.items[0] : NULL;
}

enum {
    FIX_KEY,
    FATE,
    CATEGORY,
    SPLIT,
    IS_CONFLICTING,
    IS_EXCLUDED,
    EXACT,
    CLUSTER,
    SOURCE,
    FIXED_DATE,
    BUGGY_DATE,
    ID,
    ORIGIN,
    REGION,
    SWEEP,
    REFUSING,
    SPLIT_LEFT_OUT,
    LANGUAGE,
    N_TOKENS
};

/* The first of the filters whose effect alone is counted. */
enum { FIRST_COUNTED = FILTER_SWEEP };

/* Finds the licences of the database's files that these allow (spdx_is_one_of()). A database has
 * few different ones, so they are judged here, and SQLite compares texts. The first item is the
 * licence of no file, so that the list is not empty. */
static int find_allowed_licenses(struct text_list *out, struct arena *arena, struct db *db,
                                 const struct text_list *licenses, struct err *err)
{
    int status;
    if (!licenses->n)
        return 0;
    scoped(db_statement) *s = db_query(
        db, err, "SELECT DISTINCT license FROM file_versions WHERE license IS NOT NULL", NULL);
    array_push(out, " ");
    while ((status = db_step(s, err)) == 1)
        if (spdx_is_one_of(db_text(s, 0), licenses))
            array_push(out, arena_text(arena, db_text(s, 0)));
    return status;
}

static int write_query(struct str *sql, struct arena *arena, struct db *db,
                       const struct fix_choice *choice, struct err *err)
{
    struct fix_choice found = *choice;
    struct filter_value *allowed = &found.filters[FILTER_LICENSE];
    const struct filter_value *asked = &choice->filters[FILTER_LICENSE];
    scoped(str) refusing = {0};
    *allowed = (struct filter_value){0};
    int status = find_allowed_licenses(&allowed->list, arena, db, &asked->list, err);
    if (status == 0)
        status = find_allowed_licenses(&allowed->without, arena, db, &asked->without, err);
    str_add_text(sql, "SELECT f.fix_key, CASE WHEN 0 THEN 0");
    fix_filters_add_sql(sql, &found);
    fix_filters_add_refusing(&refusing, &found, FIRST_COUNTED);
    filter_value_release(allowed);
    str_print(sql, " ELSE %d END, ", (int)FATE_CHOSEN);
    str_add_text(sql, "f.category, m.split, m.is_conflicting, m.is_excluded, "
                      "coalesce(e.representative_fix_key, 0), "
                      "coalesce(d.representative_fix_key, 0), a.source_key, a.date, b.date, " FIX_ID
                      ", f.origin, f.region, " FIX_SWEEP_KIND ", ");
    str_print(sql, "%s, f.fix_key IN (SELECT fix_key FROM split_left_out), b.language, %s",
              str_text(&refusing), fix_choice_counted_tokens(choice));
    str_add_text(sql,
                 " FROM fixes f JOIN submissions b ON b.submission_key = f.buggy_submission_key "
                 "JOIN submissions a ON a.submission_key = f.fixed_submission_key "
                 "JOIN fix_marks m USING (fix_key) "
                 "LEFT JOIN duplicate_clusters e ON e.fix_key = f.fix_key AND e.kind = 'exact' "
                 "LEFT JOIN duplicate_clusters d ON d.fix_key = f.fix_key AND d.kind = ");
    fix_filter_add_quoted(sql, choice->one_per_cluster ? choice->one_per_cluster : "");
    str_add_text(sql, " ORDER BY f.fix_key");
    return status;
}

/* Each use of the seed gets its own seed, so that the uses are independent. */
struct ranks {
    uint64_t sample, clean;
};

static uint64_t seed_of(const char *seed, uint64_t use)
{
    return hash_bytes(seed, strlen(seed), use);
}

static int category_find(const char *name)
{
    int category = bug_category_find(name);
    return category >= 0 ? category : FIX_MAX_VALUES - 1;
}

static struct fix_item read_item(struct db_statement *s, const struct ranks *seeds)
{
    const char *id = db_text(s, ID), *category = db_text(s, CATEGORY);
    const struct language *language = language_find(db_text(s, LANGUAGE));
    size_t length = db_text_length(s, ID);
    return (struct fix_item){
        .fix_key = db_int(s, FIX_KEY),
        .values = {[BY_ORIGIN] = (unsigned char)fix_origin_find(db_text(s, ORIGIN)),
                   [BY_CATEGORY] = (unsigned char)category_find(category),
                   [BY_SPLIT] = (unsigned char)split_stratum(db_text(s, SPLIT))},
        .language = (unsigned char)(language ? language_number(language) : MAX_LANGUAGES),
        .is_split_left_out = db_int(s, SPLIT_LEFT_OUT) != 0,
        .exact = db_int(s, EXACT),
        .cluster = db_int(s, CLUSTER),
        .fixed_source = db_int(s, SOURCE),
        .dates = {db_int(s, FIXED_DATE), db_int(s, BUGGY_DATE)},
        .sample_rank = hash_bytes(id, length, seeds->sample),
        .clean_rank = hash_bytes(id, length, seeds->clean),
    };
}

bool fix_choice_takes_split(const struct fix_choice *choice, int split)
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

/* Returns the fate that the split decides, after everything else. */
static enum fix_fate fate_of_split(const struct fix_selection *selection,
                                   const struct fix_choice *choice, const struct fix_item *item)
{
    int split = item->values[BY_SPLIT];
    if (choice->splits.n && fix_choice_takes_split(choice, split))
        return FATE_CHOSEN;
    if (choice->splits.n)
        return split == STRATUM_NONE ? FATE_NO_SPLIT : FATE_SPLIT;
    bool is_needed = choice->takes_split_only && selection->account.has_split;
    return is_needed && split == STRATUM_NONE ? FATE_NO_SPLIT : FATE_CHOSEN;
}

static void leave_out(struct fix_selection *selection, const struct fix_choice *choice,
                      const struct fix_item *item, enum fix_fate fate)
{
    selection->account.n[FATE_CHOSEN]--;
    selection->account.n[fate]++;
    if (fate >= FATE_DUPLICATE && fate <= FATE_EXCLUDED &&
        fate_of_split(selection, choice, item) == FATE_CHOSEN)
        selection->account.n_marked[fate - FATE_DUPLICATE]++;
    if (fate == FATE_LONG && fate_of_split(selection, choice, item) == FATE_CHOSEN)
        selection->account.n_long++;
    if (fate == FATE_NO_SPLIT && item->is_split_left_out)
        selection->account.has_split_left_out = true;
}

static bool is_long(struct db_statement *s, const struct fix_choice *choice)
{
    return db_int(s, N_TOKENS) > choice->format_max_tokens;
}

/* Returns the fate of a row that passes the filters: that of its origin, marks and length. */
static enum fix_fate fate_after_filters(struct db_statement *s, const struct fix_item *item,
                                        const struct fix_choice *choice, bool leaves_made_out)
{
    if (leaves_made_out && item->values[BY_ORIGIN] != ORIGIN_REAL)
        return FATE_MADE;
    if (db_int(s, IS_EXCLUDED) && !(choice->marks & MARK_EXCLUDED))
        return FATE_EXCLUDED;
    if (db_int(s, IS_CONFLICTING) && !(choice->marks & MARK_CONFLICTING))
        return FATE_CONFLICTING;
    return is_long(s, choice) ? FATE_LONG : FATE_CHOSEN;
}

static bool is_exact_duplicate(const struct fix_item *item)
{
    return item->exact && item->exact != item->fix_key;
}

/* Whether the fix is left out only because of its bug. */
static bool may_give_program(struct db_statement *s, const struct fix_item *item,
                             enum fix_fate fate)
{
    const struct fix_filter *filter = fix_filter_of(fate);
    bool is_of_bug = fate == FATE_MADE || (filter && filter->is_of_bug);
    return is_of_bug && !is_exact_duplicate(item) && !db_int(s, IS_CONFLICTING) &&
           !db_int(s, IS_EXCLUDED);
}

/* Whether the choice has all categories but other, as by default. */
static bool has_named(const struct fix_choice *choice)
{
    for (int i = 0; i < N_CATEGORIES; i++)
        if (filter_value_takes(&choice->filters[FILTER_CATEGORY],
                               bug_category_name((enum bug_category)i)) != (i != CATEGORY_OTHER))
            return false;
    return true;
}

_Static_assert((int)N_REGIONS < FIX_MAX_REGIONS, "");

static int region_find(const char *name)
{
    int region = 0;
    while (region < N_REGIONS && strcmp(fix_region_name(region), name) != 0)
        region++;
    return region;
}

/* Counts a row that would be chosen but for the defaults of categories, regions and commits. A fix
 * that the last two leave out may have no split. */
static void count_left_out(struct fix_selection *selection, struct db_statement *s,
                           const struct fix_choice *choice, const struct fix_item *item,
                           bool counts_other)
{
    enum {
        COMMIT = 1 << (FILTER_SWEEP - FIRST_COUNTED),
        TOKEN = 1 << (FILTER_REGION - FIRST_COUNTED),
        KIND = 1 << (FILTER_CATEGORY - FIRST_COUNTED)
    };
    struct fix_account *account = &selection->account;
    int64_t refusing = db_int(s, REFUSING);
    enum fix_fate fate = fate_of_split(selection, choice, item);
    if (refusing == KIND)
        account->n_other += counts_other && fate == FATE_CHOSEN;
    bool is_default = choice->filters[refusing & TOKEN ? FILTER_REGION : FILTER_SWEEP].is_default;
    if (!is_default || refusing & KIND || (fate != FATE_CHOSEN && fate != FATE_NO_SPLIT))
        return;
    if (refusing & TOKEN)
        account->n_of_region[region_find(db_text(s, REGION))]++;
    else
        account->n_of_sweep[text_place(db_text(s, SWEEP), sweep_kind_names)]++;
    account->n_of_both += refusing == (COMMIT | TOKEN);
    account->n_of_no_split += fate == FATE_NO_SPLIT;
}

static int read_items(struct fix_selection *out, struct db *db, const struct fix_choice *choice,
                      struct err *err)
{
    struct ranks seeds = {seed_of(choice->seed, 1), seed_of(choice->seed, 2)};
    scoped(str) sql = {0};
    int64_t has_real;
    int status;
    if (db_get_int(db, &has_real, "SELECT EXISTS (SELECT 1 FROM fixes WHERE origin = 'real')",
                   err) != 0)
        return ERR;
    const struct filter_value *origins = &choice->filters[FILTER_ORIGIN];
    bool leaves_made_out = has_real && !choice->takes_made && !origins->list.n &&
                           filter_value_takes(origins, store_origins[ORIGIN_REAL]);
    bool tells_other = has_named(choice);
    out->account.format_omits_other = choice->format_omits_other;
    if (write_query(&sql, &out->arena, db, choice, err) != 0)
        return ERR;
    scoped(db_statement) *s = db_query(db, err, str_text(&sql), NULL);
    while ((status = db_step(s, err)) == 1) {
        struct fix_item item = read_item(s, &seeds);
        const char *category = db_text(s, CATEGORY);
        enum fix_fate fate = (enum fix_fate)db_int(s, FATE);
        if (fate == FATE_CHOSEN)
            fate = fate_after_filters(s, &item, choice, leaves_made_out);
        else if (fate >= (enum fix_fate)(FATE_FILTER + FIRST_COUNTED) &&
                 (!is_exact_duplicate(&item) || choice->marks & MARK_DUPLICATE) &&
                 fate_after_filters(s, &item, choice, leaves_made_out) == FATE_CHOSEN)
            count_left_out(out, s, choice, &item, tells_other);
        out->account.n[FATE_CHOSEN]++;
        item.category = item.values[BY_CATEGORY] < N_CATEGORIES
                            ? bug_category_name((enum bug_category)item.values[BY_CATEGORY])
                            : arena_copy_text(&out->arena, category, strlen(category));
        if (fate == FATE_CHOSEN)
            array_push(&out->items, item);
        else
            leave_out(out, choice, &item, fate);
        if (choice->negatives > 0 && !is_long(s, choice) && may_give_program(s, &item, fate))
            array_push(&out->others, item);
    }
    return status;
}

/* Fails if the choice names a split that the split set does not have. */
static int check_splits(unsigned parts, const struct fix_choice *choice, struct err *err)
{
    if (choice->splits.n && !parts)
        return err_set(err, "the database has no splits; run tokfix split on it first");
    for (size_t i = 0; i < choice->splits.n; i++)
        if (store_check_part(parts, choice->splits.items[i] + (*choice->splits.items[i] == '!'),
                             err) != 0)
            return ERR;
    return 0;
}

static int check_store(struct fix_selection *out, struct db *db, const struct fix_choice *choice,
                       struct err *err)
{
    int64_t n_dedup;
    if (db_get_int(db, &n_dedup, "SELECT count(*) FROM dedup_run", err) != 0 ||
        store_read_parts(&out->account.parts, db, err) != 0 ||
        check_splits(out->account.parts, choice, err) != 0)
        return ERR;
    out->account.has_dedup = n_dedup > 0;
    out->account.has_split = out->account.parts != 0;
    if (choice->one_per_cluster && !out->account.has_dedup)
        return err_set(err, "the database has no clusters; run tokfix dedup on it first");
    return 0;
}

enum { MAX_NAMED = 10 }; /* maximum number of values in a message */

/* Appends the values of a column of fix_details: the first ones, or the least and the greatest
 * number. Those of programs are not shown. */
static int add_values(struct str *out, struct db *db, const char *column, struct err *err)
{
    scoped(str) sql = {0};
    if (strcmp(column, "buggy_code") == 0 || strcmp(column, "fixed_code") == 0)
        return 0;
    str_print(&sql, "SELECT min(\"%s\"), max(\"%s\") FROM fix_details", column, column);
    scoped(db_statement) *s = db_query(db, err, str_text(&sql), NULL);
    if (db_step(s, err) != 1)
        return ERR;
    str_print(out, "%s%s: ", out->length ? "; " : "", column);
    if (db_type(s, 0) == DB_NUMBER) {
        str_print(out, "%s to %s", db_text(s, 0), db_text(s, 1));
        return 0;
    }
    str_clear(&sql);
    str_print(&sql, "SELECT DISTINCT \"%s\" FROM fix_details ORDER BY 1", column);
    scoped(db_statement) *values = db_query(db, err, str_text(&sql), NULL);
    return fix_names_add(out, values, MAX_NAMED, err) < 0 ? ERR : 0;
}

/* Checks the expression of --where. Fails if it takes none of the fixes: the message has the values
 * that its columns have. */
static int check_where(struct arena *arena, struct db *db, const char *where, struct err *err)
{
    scoped_array struct text_list named = {0};
    scoped(str) sql = {0}, values = {0};
    int64_t n_fixes;
    if (!where)
        return 0;
    if (db_check_expression(&named, arena, db, "fix_details", where, err) != 0 ||
        db_get_int(db, &n_fixes, "SELECT count(*) FROM fixes", err) != 0)
        return ERR;
    str_print(&sql, "SELECT 1 FROM fix_details WHERE (%s\n) LIMIT 1", where);
    scoped(db_statement) *s = db_query(db, err, str_text(&sql), NULL);
    int status = n_fixes ? db_step(s, err) : 1;
    for (size_t i = 0; i < named.n && status == 0; i++)
        status = add_values(&values, db, named.items[i], err);
    if (status != 0)
        return status < 0 ? ERR : 0;
    return err_set(err, "--where takes no fix of the database: %s%s%s", where,
                   values.length ? "; it has " : "", str_text(&values));
}

/* Keeps the chosen items. Counts the others at their fate. */
static void drop(struct fix_selection *selection, const struct fix_choice *choice)
{
    struct fix_item *items = selection->items.items;
    size_t n = 0;
    for (size_t i = 0; i < selection->items.n; i++) {
        if (items[i].fate == FATE_CHOSEN)
            items[n++] = items[i];
        else
            leave_out(selection, choice, &items[i], items[i].fate);
    }
    selection->items.n = n;
}

static void take_splits(struct fix_selection *selection, const struct fix_choice *choice)
{
    for (size_t i = 0; i < selection->items.n; i++) {
        struct fix_item *item = &selection->items.items[i];
        item->fate = fate_of_split(selection, choice, item);
    }
    drop(selection, choice);
}

int fix_select(struct fix_selection *out, struct db *db, const struct fix_choice *choice,
               struct err *err)
{
    *out = (struct fix_selection){0};
    if (check_store(out, db, choice, err) != 0 ||
        check_where(&out->arena, db, choice->where, err) != 0 ||
        read_items(out, db, choice, err) != 0)
        return ERR;
    if (choice->one_per_cluster)
        sampling_mark_later(out, false);
    else if (!(choice->marks & MARK_DUPLICATE))
        sampling_mark_later(out, true);
    drop(out, choice);
    take_splits(out, choice);
    sampling_cut_down(out, choice->n_sample);
    drop(out, choice);
    if (choice->negatives > 0 && negatives_add(out, db, choice, err) != 0)
        return ERR;
    return 0;
}

/* A temporary table is a change, too, but not of the database. */
static int make_keys(struct db *db, const struct fix_selection *selection, struct err *err)
{
    int64_t is_read_only;
    if (db_get_int(db, &is_read_only, "PRAGMA query_only", err) != 0 ||
        db_execute(db,
                   "PRAGMA query_only = OFF; DROP TABLE IF EXISTS temp.filtered_fixes;"
                   "CREATE TEMP TABLE filtered_fixes (fix_key INTEGER PRIMARY KEY)",
                   err) != 0)
        return ERR;
    scoped(db_statement) *s = db_query(db, err, "INSERT INTO temp.filtered_fixes VALUES (?)", NULL);
    for (size_t i = 0; i < selection->items.n; i++)
        if (db_run(s, err, "i", selection->items.items[i].fix_key) != 0)
            return ERR;
    return !s ? ERR : is_read_only ? db_execute(db, "PRAGMA query_only = ON", err) : 0;
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
    if (!selection->account.has_split || choice->splits.n || choice->mixes_splits)
        return 0;
    for (size_t i = 0; i < selection->items.n; i++)
        n[selection->items.items[i].values[BY_SPLIT]] += !selection->items.items[i].is_clean;
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
    bool has_left_out = false;
    for (size_t i = 0; i < selection->items.n; i++)
        has_left_out = has_left_out || selection->items.items[i].is_split_left_out;
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
            has_left_out ? FIX_SPLIT_ALL : "tokfix split", them);
    return 0;
}

void fix_selection_release(struct fix_selection *selection)
{
    array_release(&selection->items);
    array_release(&selection->others);
    arena_release(&selection->arena);
}
