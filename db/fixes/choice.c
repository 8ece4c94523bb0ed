/* One query gives each fix its fate (choice.sql), because users want to know how many fixes each
 * filter leaves out. Another one counts the fates (account.sql), and the chosen fixes are read.
 * Samples are in sampling.c, correct programs in negatives.c. */
#include "db/fixes/choice.h"

#include "base/hash.h"
#include "base/spdx.h"
#include "base/str.h"
#include "db/fix_names.h"
#include "db/store.h"
#include "db/fixes/fix_filter.h"
#include "db/fixes/fix_id.h"
#include "db/fixes/negatives.h"
#include "db/fixes/sampling.h"
#include "tokenize/languages/language.h"

#include <inttypes.h>
#include <string.h>

/* The column `fate` of temp.fates, by enum fix_fate. Other texts are names of filters. */
static const char *const fate_names[N_FIX_FATES + 1] = {
    "chosen",      "license",  "category", "region",   "made", "duplicate",
    "conflicting", "excluded", "long",     "no split", NULL};

static const char fates_sql[] = {
#include "db/fixes/choice.sql.inc"
};
static const char account_sql[] = {
#include "db/fixes/account.sql.inc"
};

/* A temporary table is a change, too, but not of the database. */
static int begin_tables(int64_t *is_read_only, struct db *db, const char *sql, struct err *err)
{
    if (db_get_int(db, is_read_only, "PRAGMA query_only", err) != 0 ||
        db_execute(db, "PRAGMA query_only = OFF", err) != 0)
        return ERR;
    return db_execute(db, sql, err);
}

static int end_tables(int64_t is_read_only, struct db *db, struct err *err)
{
    return is_read_only ? db_execute(db, "PRAGMA query_only = ON", err) : 0;
}

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

/* Adds the values that the filters and --split take to temp.taken_values. */
static int add_taken(struct db *db, const struct fix_choice *choice, bool has_split,
                     struct err *err)
{
    int status = 0;
    scoped(db_statement) *insert =
        db_query(db, err, "INSERT INTO temp.taken_values VALUES (?, ?)", NULL);
    for (int number = 0; number < N_FIX_FILTERS && status == 0; number++) {
        scoped(db_statement) *s = db_query(db, err, fix_filters[number].values, NULL);
        while ((status = db_step(s, err)) == 1)
            if (fix_filter_takes(choice, number, db_text(s, 0)) &&
                db_run(insert, err, "tt", fix_filters[number].name, db_text(s, 0)) != 0)
                return ERR;
    }
    bool needs_split = choice->takes_split_only && has_split;
    for (int split = 0; split < N_STRATA && status == 0; split++)
        if (choice->splits.n ? fix_choice_takes_split(choice, split)
                             : !needs_split || split != STRATUM_NONE)
            status = db_run(insert, err, "tt", "split", split_names[split]);
    return status;
}

/* Fills temp.fates. */
static int find_fates(struct db *db, const struct fix_choice *choice, bool has_split,
                      struct err *err)
{
    static const char mark[] = "$where";
    const char *place = strstr(fates_sql, mark);
    scoped(str) sql = {0};
    int64_t is_read_only;
    bool takes_duplicates = choice->marks & MARK_DUPLICATE;
    str_print(&sql, "%.*s%s%s", (int)(place - fates_sql), fates_sql,
              choice->where ? choice->where : "1", place + strlen(mark));
    if (begin_tables(&is_read_only, db,
                     "DROP TABLE IF EXISTS temp.fates; DROP TABLE IF EXISTS temp.taken_values;"
                     "CREATE TEMP TABLE taken_values (filter TEXT, value TEXT, "
                     "PRIMARY KEY (filter, value)) WITHOUT ROWID",
                     err) != 0 ||
        add_taken(db, choice, has_split, err) != 0)
        return ERR;
    scoped(db_statement) *s =
        db_query(db, err, str_text(&sql), "iiiiitt", choice->max_tokens, choice->format_max_tokens,
                 (int64_t)choice->counts_programs, (int64_t)choice->marks,
                 (int64_t)(!choice->takes_made && !choice->filters[FILTER_ORIGIN].list.n &&
                           fix_filter_takes(choice, FILTER_ORIGIN, store_origins[ORIGIN_REAL])),
                 choice->one_per_cluster ? choice->one_per_cluster
                 : takes_duplicates      ? ""
                                         : "exact",
                 choice->one_per_cluster ? "one-per-cluster" : "duplicate");
    return db_step(s, err) != 0 ? ERR : end_tables(is_read_only, db, err);
}

static int count_fates(struct fix_account *account, struct db *db, const struct fix_choice *choice,
                       struct err *err)
{
    int status;
    scoped(db_statement) *s =
        db_query(db, err, account_sql, "i", (int64_t)(choice->marks & MARK_DUPLICATE));
    while ((status = db_step(s, err)) == 1) {
        int fate = text_place(db_text(s, 0), fate_names);
        int64_t n = db_int(s, 2);
        if (fate < N_FIX_FATES)
            account->n[fate] += n;
        account->has_split_left_out = account->has_split_left_out || db_int(s, 4);
        if (fate != FATE_REGION || !choice->filters[FILTER_REGION].is_default)
            continue;
        account->n_of_region[text_place(db_text(s, 1), fix_region_names)] += n;
        account->n_of_no_split += db_int(s, 3);
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
    bool takes_others = choice->negatives > 0;
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
                 choice->format_max_tokens);
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

int fix_select(struct fix_selection *out, struct db *db, const struct fix_choice *choice,
               struct err *err)
{
    scoped_array struct text_list named = {0};
    struct fix_account *account = &out->account;
    *out = (struct fix_selection){.account.format_omits_other = choice->format_omits_other};
    if (check_store(out, db, choice, err) != 0 ||
        (choice->where &&
         db_check_expression(&named, &out->arena, db, "fix_details", choice->where, err) != 0) ||
        find_fates(db, choice, account->has_split, err) != 0 ||
        count_fates(account, db, choice, err) != 0 ||
        (choice->where && !account->n[FATE_CHOSEN] && check_where(db, choice, &named, err) != 0) ||
        read_items(out, db, choice, err) != 0)
        return ERR;
    sampling_cut_down(out, choice->n_sample);
    return choice->negatives > 0 ? negatives_add(out, db, choice, err) : 0;
}

static int make_keys(struct db *db, const struct fix_selection *selection, struct err *err)
{
    int64_t is_read_only;
    if (begin_tables(&is_read_only, db,
                     "DROP TABLE IF EXISTS temp.filtered_fixes;"
                     "CREATE TEMP TABLE filtered_fixes (fix_key INTEGER PRIMARY KEY)",
                     err) != 0)
        return ERR;
    scoped(db_statement) *s = db_query(db, err, "INSERT INTO temp.filtered_fixes VALUES (?)", NULL);
    for (size_t i = 0; i < selection->items.n; i++)
        if (db_run(s, err, "i", selection->items.items[i].fix_key) != 0)
            return ERR;
    return !s ? ERR : end_tables(is_read_only, db, err);
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
