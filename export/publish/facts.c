/* Rows are looked up one by one: which fixes were written is known here alone, and not to
 * SQLite. */
#include "export/publish/facts.h"

#include "db/query_table.h"
#include "db/store.h"
#include "fixes/fix_filter.h"

#include <stdlib.h>
#include <string.h>

int64_t split_counts_total(const struct split_counts *counts)
{
    int64_t total = 0;
    for (int split = 0; split < N_SPLITS; split++)
        total += counts->of[split];
    return total;
}

static struct split_counts *counts_of(struct tally *tally, const char *name)
{
    size_t number = (size_t)table_number(&tally->names, name);
    if (number == tally->counts.n)
        array_push(&tally->counts, (struct split_counts){0});
    return &tally->counts.items[number];
}

void tally_name(struct tally *tally, const char *name)
{
    counts_of(tally, name);
}

void tally_add(struct tally *tally, const char *name, int split)
{
    counts_of(tally, name)->of[split]++;
}

static int compare(const void *a, const void *b, void *context)
{
    const struct tally *tally = context;
    size_t left = *(const size_t *)a, right = *(const size_t *)b;
    int64_t n_left = split_counts_total(&tally->counts.items[left]);
    int64_t n_right = split_counts_total(&tally->counts.items[right]);
    if (n_left != n_right)
        return n_left < n_right ? 1 : -1;
    return strcmp(tally->names.keys.items[left], tally->names.keys.items[right]);
}

size_t *tally_order(const struct tally *tally)
{
    size_t *order = mem_alloc(tally->counts.n + 1, sizeof *order);
    for (size_t i = 0; i < tally->counts.n; i++)
        order[i] = i;
    qsort_r(order, tally->counts.n, sizeof *order, compare, (void *)tally);
    return order;
}

void tally_release(struct tally *tally)
{
    table_release(&tally->names);
    array_release(&tally->counts);
}

enum {
    CATEGORY,
    STATUS,
    PROBLEM,
    USER,
    LANGUAGE,
    ORIGINAL_LANGUAGE,
    CONTEST,
    BUGGY_DATE,
    FIXED_DATE,
    ORIGIN,
    EDIT,
    BUGGY_IS_ENCODED,
    FIXED_IS_ENCODED,
    PARSES,
    IS_OF_GIT,
    LICENSE
};

static int name_categories(struct facts *facts, struct db *db, struct err *err)
{
    int status;
    scoped(db_statement) *s =
        db_query(db, err, "SELECT category FROM categories ORDER BY sort_order", NULL);
    while ((status = db_step(s, err)) == 1)
        tally_name(&facts->categories, db_text(s, 0));
    return status;
}

int64_t facts_of_origin(const struct facts *facts, const char *origin)
{
    int64_t number = table_find(&facts->origins.names, origin);
    return number == TABLE_NONE ? 0 : split_counts_total(&facts->origins.counts.items[number]);
}

int64_t facts_n_made(const struct facts *facts)
{
    return facts_of_origin(facts, "mutant") + facts_of_origin(facts, "rewrite");
}

static void note_date(struct facts *facts, int64_t date)
{
    if (date < facts->first_date)
        facts->first_date = date;
    if (date > facts->last_date)
        facts->last_date = date;
}

/* A problem may be in several splits. It counts in each of them. */
static void note_problem(struct facts *facts, struct table seen[N_SPLITS], const char *name,
                         int split)
{
    table_number(&facts->all_problems, name);
    facts->problems.of[split] += table_add(&seen[split], name) != TABLE_NONE;
}

static void note_row(struct facts *facts, struct table seen[N_SPLITS], struct db_statement *s,
                     const struct published_row *row)
{
    facts->rows.of[row->split]++;
    facts->clean.of[row->split] += row->is_clean;
    facts->n_encoded += db_int(s, FIXED_IS_ENCODED);
    tally_add(&facts->languages, db_text(s, LANGUAGE), row->split);
    tally_add(&facts->original_languages, db_text(s, ORIGINAL_LANGUAGE), row->split);
    tally_add(&facts->contests, db_text(s, CONTEST), row->split);
    if (db_int(s, IS_OF_GIT))
        tally_add(&facts->licenses, db_text(s, LICENSE), row->split);
    note_problem(facts, seen, db_text(s, PROBLEM), row->split);
    table_number(&facts->all_users, db_text(s, USER));
    note_date(facts, db_int(s, FIXED_DATE));
    if (row->is_clean)
        return;
    note_date(facts, db_int(s, BUGGY_DATE));
    tally_add(&facts->categories, db_text(s, CATEGORY), row->split);
    tally_add(&facts->statuses, db_text(s, STATUS), row->split);
    tally_add(&facts->origins, db_text(s, ORIGIN), row->split);
    facts->n_encoded += db_int(s, BUGGY_IS_ENCODED);
    facts->n_unparsed += !db_int(s, PARSES);
    facts->n_swaps += strcmp(db_text(s, EDIT), "swap") == 0;
}

static int note_rows(struct facts *facts, struct table seen[N_SPLITS], struct db_statement *s,
                     const struct published_row *rows, size_t n, struct err *err)
{
    for (size_t i = 0; i < n; i++) {
        int status = db_run(s, err, "i", rows[i].fix_key);
        if (status < 0)
            return ERR;
        if (status == 1)
            note_row(facts, seen, s, &rows[i]);
        db_rewind(s);
    }
    return 0;
}

static int count_only(struct db *db, const struct published_row *rows, size_t n, struct err *err)
{
    scoped_memory int64_t *fix_keys = mem_alloc(n, sizeof *fix_keys);
    size_t n_fixes = 0;
    for (size_t i = 0; i < n; i++)
        if (!rows[i].is_clean)
            fix_keys[n_fixes++] = rows[i].fix_key;
    return store_count_only(db, fix_keys, n_fixes, err);
}

static const char duplicates[] = {
#include "export/publish/facts.sql.inc"
};

static int collect_duplicates(struct json **out, struct db *db, struct err *err)
{
    int64_t n_runs;
    int status = db_get_int(db, &n_runs, "SELECT count(*) FROM dedup_run", err);
    *out = status == 0 && n_runs ? json_object() : NULL;
    return *out ? query_tables_collect(*out, db, duplicates, 0, err) : status;
}

int facts_collect(struct facts *out, struct db *db, const struct published_row *rows, size_t n,
                  struct err *err)
{
    scoped(db_statement) *s = NULL;
    struct table seen[N_SPLITS] = {0};
    *out = (struct facts){.first_date = INT64_MAX, .last_date = INT64_MIN};
    for (const char *const *origin = store_origins; *origin; origin++)
        tally_name(&out->origins, *origin);
    if (name_categories(out, db, err) != 0 ||
        db_prepare(
            &s, db,
            "SELECT f.category, b.status, b.problem_id, b.user_id, b.language, "
            "b.original_language, coalesce(p.contest, ''), b.date, a.date, f.origin, f.edit, "
            "b.encoding <> 'utf-8', a.encoding <> 'utf-8', f.parses, "
            "EXISTS (SELECT 1 FROM repositories r WHERE r.problem_id = a.problem_id), "
            "" FIX_FILTER_FILE_LICENSE " "
            "FROM fixes f JOIN submissions b ON b.submission_key = f.buggy_submission_key "
            "JOIN submissions a ON a.submission_key = f.fixed_submission_key "
            "JOIN problems p ON p.problem_id = b.problem_id WHERE f.fix_key = ?",
            err) != 0)
        return ERR;
    int status = note_rows(out, seen, s, rows, n, err);
    for (int split = 0; split < N_SPLITS; split++)
        table_release(&seen[split]);
    return status == 0 && count_only(db, rows, n, err) == 0
               ? collect_duplicates(&out->duplicates, db, err)
               : ERR;
}

void facts_release(struct facts *facts)
{
    tally_release(&facts->categories);
    tally_release(&facts->origins);
    tally_release(&facts->statuses);
    tally_release(&facts->languages);
    tally_release(&facts->original_languages);
    tally_release(&facts->contests);
    tally_release(&facts->licenses);
    table_release(&facts->all_problems);
    table_release(&facts->all_users);
    json_free(facts->duplicates);
}
