/* What a row can tell by itself is left to SQLite; marks are counted here, because a reader wants
 * to know how much they took. What looks at all rows together is in sampling.c. */
#include "export/choice.h"

#include "base/hash.h"
#include "base/str.h"
#include "export/sampling.h"

#include <inttypes.h>
#include <string.h>

const char *const export_splits[] = {"train", "validation", "test"};

struct export_choice export_choice_default(void)
{
    return (struct export_choice){
        .max_tokens = INT64_MAX,
        .since = INT64_MIN,
        .before = INT64_MAX,
        .repair_in_program = -1,
        .n_sample = -1,
        .seed = "0",
    };
}

void export_choice_release(struct export_choice *choice)
{
    struct export_names *const lists[] = {
        &choice->categories, &choice->patterns, &choice->roles,
        &choice->statuses,   &choice->dialects, &choice->original_languages,
        &choice->splits,     &choice->problems, &choice->tokens,
        &choice->texts,      &choice->origins};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        array_release(&lists[i]->list);
    array_release(&choice->edits);
}

static void add_quoted(struct str *sql, const char *text)
{
    str_add_text(sql, "'");
    for (; *text; text++)
        str_add(sql, *text == '\'' ? "''" : text, *text == '\'' ? 2 : 1);
    str_add_text(sql, "'");
}

/* "('a', 'b')" */
static void add_list(struct str *sql, const struct export_names *names)
{
    for (size_t i = 0; i < names->list.n; i++) {
        str_add_text(sql, i ? ", " : "(");
        add_quoted(sql, names->list.items[i]);
    }
    str_add_text(sql, ")");
}

/* " AND column IN ('a', 'b')", when there are names. */
static void add_names(struct str *sql, const char *column, const struct export_names *names)
{
    if (!names->list.n)
        return;
    str_print(sql, " AND %s IN ", column);
    add_list(sql, names);
}

/* What the edit is, and what stands around it. */
static void add_content(struct str *sql, const struct export_choice *choice)
{
    if (choice->tokens.list.n) {
        str_add_text(sql, " AND (f.before IN ");
        add_list(sql, &choice->tokens);
        str_add_text(sql, " OR f.after IN ");
        add_list(sql, &choice->tokens);
        str_add_text(sql, ")");
    }
    for (size_t i = 0; i < choice->edits.n; i++) {
        str_add_text(sql, i ? ", (" : " AND (f.before, f.after) IN (VALUES (");
        add_quoted(sql, choice->edits.items[i].before);
        str_add_text(sql, ", ");
        add_quoted(sql, choice->edits.items[i].after);
        str_add_text(sql, ")");
    }
    str_add_text(sql, choice->edits.n ? ")" : "");
    for (size_t i = 0; i < choice->texts.list.n; i++) {
        str_add_text(sql, " AND EXISTS (SELECT 1 FROM sources s WHERE s.source_id IN "
                          "(b.source_id, a.source_id) AND instr(s.code, ");
        add_quoted(sql, choice->texts.list.items[i]);
        str_add_text(sql, "))");
    }
}

static void add_marks(struct str *sql, unsigned marked)
{
    if (!marked)
        return;
    str_print(sql, " AND (%d AND m.is_duplicate OR %d AND m.is_conflicting OR %d AND m.is_excluded",
              (marked & MARK_DUPLICATE) != 0, (marked & MARK_CONFLICTING) != 0,
              (marked & MARK_EXCLUDED) != 0);
    str_print(sql, " OR %d AND NOT (m.is_duplicate OR m.is_conflicting OR m.is_excluded))",
              (marked & MARK_NONE) != 0);
}

static void write_query(struct str *sql, const struct export_choice *choice)
{
    str_add_text(
        sql, "SELECT f.fix_id, f.category, coalesce(m.split, ''), m.is_duplicate, "
             "m.is_conflicting, m.is_excluded, coalesce(d.representative, 0), a.source_id, "
             "a.date, b.date, b.problem_id || '-' || b.submission_id || '-' || a.submission_id, "
             "f.origin <> 'real' "
             "FROM fixes f JOIN submissions b ON b.submission_key = f.buggy "
             "JOIN submissions a ON a.submission_key = f.fixed "
             "JOIN fix_marks m USING (fix_id) CROSS JOIN run r "
             "LEFT JOIN duplicate_clusters d ON d.fix_id = f.fix_id AND d.kind = ");
    add_quoted(sql, choice->one_per_cluster ? choice->one_per_cluster : "");
    str_add_text(sql, " WHERE true");
    add_names(sql, "f.origin", &choice->origins);
    add_names(sql, "f.category", &choice->categories);
    add_names(sql, "f.pattern", &choice->patterns);
    add_names(sql, "coalesce(f.role, 'none')", &choice->roles);
    add_names(sql, "b.status", &choice->statuses);
    add_names(sql, "coalesce(f.dialect, 'none')", &choice->dialects);
    add_names(sql, "b.original_language", &choice->original_languages);
    add_names(sql, "m.split", &choice->splits);
    add_names(sql, "b.problem_id", &choice->problems);
    add_content(sql, choice);
    add_marks(sql, choice->marked);
    if (choice->language) {
        str_add_text(sql, " AND r.language = ");
        add_quoted(sql, choice->language);
    }
    str_print(sql, " AND f.n_tokens BETWEEN %" PRId64 " AND %" PRId64, choice->min_tokens,
              choice->max_tokens);
    if (choice->since != INT64_MIN) /* which SQLite would read as a real number */
        str_print(sql, " AND a.date >= %" PRId64, choice->since);
    if (choice->before != INT64_MAX)
        str_print(sql, " AND a.date < %" PRId64, choice->before);
    if (choice->repair_in_program >= 0)
        str_print(sql, " AND f.repair_in_program = %d", choice->repair_in_program);
    str_add_text(sql, " ORDER BY f.fix_id");
}

/* The last mark that leaves the row out, or -1. Where one of each cluster is taken, that is no
 * duplicate any more: of an exact cluster (and each kind's hold those) another fix may stand for
 * one that was filtered away. */
static int mark_of(struct db_statement *s, const struct export_choice *choice)
{
    unsigned kept = choice->kept | (choice->one_per_cluster ? MARK_DUPLICATE : 0);
    for (int mark = N_EXPORT_MARKS - 1; mark >= 0; mark--)
        if (db_int(s, 3 + mark) && !(kept & (1u << mark)))
            return mark;
    return -1;
}

/* Seeds of the several uses of one seed, so that they do not depend on each other. */
struct ranks {
    uint64_t sample, clean, shuffle;
};

static uint64_t seed_of(const char *seed, uint64_t use)
{
    return hash_bytes(seed, strlen(seed), use);
}

static struct export_item read_item(struct db_statement *s, const struct ranks *seeds,
                                    struct arena *arena)
{
    const char *id = db_text(s, 10);
    size_t length = db_text_length(s, 10);
    const char *split = db_text(s, 2), *category = db_text(s, 1);
    return (struct export_item){
        .fix_id = db_int(s, 0),
        .category = arena_copy_text(arena, category, strlen(category)),
        .split = *split ? arena_copy_text(arena, split, strlen(split)) : NULL,
        .cluster = db_int(s, 6),
        .fixed_source = db_int(s, 7),
        .dates = {db_int(s, 8), db_int(s, 9)},
        .sample_rank = hash_bytes(id, length, seeds->sample),
        .clean_rank = hash_bytes(id, length, seeds->clean),
        .shuffle_rank = hash_bytes(id, length, seeds->shuffle),
    };
}

static int read_items(struct export_selection *out, struct db *db,
                      const struct export_choice *choice, struct err *err)
{
    const char *shuffle = choice->shuffle_seed ? choice->shuffle_seed : "";
    struct ranks seeds = {seed_of(choice->seed, 1), seed_of(choice->seed, 2), seed_of(shuffle, 3)};
    struct str sql = {0};
    struct db_statement *s;
    int64_t has_real;
    if (db_get_int(db, &has_real, "SELECT EXISTS (SELECT 1 FROM fixes WHERE origin = 'real')",
                   err) != 0)
        return ERR;
    bool leaves_made_out = has_real && !choice->takes_made && !choice->origins.list.n;
    write_query(&sql, choice);
    int status = db_prepare(&s, db, str_text(&sql), err);
    str_release(&sql);
    if (status != 0)
        return ERR;
    while ((status = db_step(s, err)) == 1) {
        int mark = mark_of(s, choice);
        if (leaves_made_out && db_int(s, 11))
            out->n_made++;
        else if (mark >= 0)
            out->n_marked[mark]++;
        else
            array_push(&out->items, read_item(s, &seeds, &out->arena));
    }
    db_finish(s);
    return status;
}

enum { MAX_NAMED = 10 }; /* names that a message tells */

/* Tells which names there are, a row of the query each. */
static int refuse_name(struct db *db, const char *name, const char *what, const char *sql,
                       struct err *err)
{
    struct db_statement *s;
    struct str known = {0};
    int64_t n = 0;
    int status = db_prepare(&s, db, sql, err);
    if (status != 0)
        return ERR;
    for (; (status = db_step(s, err)) == 1; n++)
        if (n < MAX_NAMED)
            str_print(&known, "%s%s", n ? ", " : "", db_text(s, 0));
    db_finish(s);
    if (n > MAX_NAMED)
        str_print(&known, ", and %" PRId64 " more", n - MAX_NAMED);
    if (status == 0)
        err_set(err, "%s '%s'; there are: %s", what, name, str_text(&known));
    str_release(&known);
    return ERR;
}

/* Each name must be one that the query gives. */
static int check_names(struct db *db, const struct export_names *names, const char *what,
                       const char *sql, struct err *err)
{
    struct db_statement *s;
    struct str among = {0};
    str_print(&among, "SELECT ? IN (%s)", sql);
    int status = db_prepare(&s, db, str_text(&among), err);
    str_release(&among);
    if (status != 0)
        return ERR;
    for (size_t i = 0; i < names->list.n && status == 0; i++) {
        const char *name = names->list.items[i];
        status = db_bind(s, err, "t", name);
        if (status == 0 && (status = db_step(s, err)) == 1)
            status = db_int(s, 0) ? 0 : refuse_name(db, name, what, sql, err);
        db_rewind(s);
    }
    db_finish(s);
    return status;
}

static int check_store(struct export_selection *out, struct db *db,
                       const struct export_choice *choice, struct err *err)
{
    int64_t n_dedup, n_split;
    if (db_get_int(db, &n_dedup, "SELECT count(*) FROM dedup_run", err) != 0 ||
        db_get_int(db, &n_split, "SELECT count(*) FROM split_run", err) != 0)
        return ERR;
    out->has_dedup = n_dedup > 0;
    out->has_split = n_split > 0;
    if (choice->splits.list.n && !out->has_split)
        return err_set(err, "the database has no splits; run tokfix split on it first");
    if (choice->one_per_cluster && !out->has_dedup)
        return err_set(err, "the database has no clusters; run tokfix dedup on it first");
    if (check_names(db, &choice->problems, "the database has no problem",
                    "SELECT problem_id FROM problems ORDER BY problem_id", err) != 0 ||
        check_names(db, &choice->statuses, "no fix has the status",
                    "SELECT DISTINCT status FROM submissions s JOIN fixes f "
                    "ON f.buggy = s.submission_key ORDER BY status",
                    err) != 0)
        return ERR;
    return check_names(db, &choice->original_languages, "no fix has the original language",
                       "SELECT DISTINCT original_language FROM submissions s JOIN fixes f "
                       "ON f.buggy = s.submission_key ORDER BY original_language",
                       err);
}

int export_select(struct export_selection *out, struct db *db, const struct export_choice *choice,
                  struct err *err)
{
    *out = (struct export_selection){0};
    if (check_store(out, db, choice, err) != 0 || read_items(out, db, choice, err) != 0)
        return ERR;
    if (choice->one_per_cluster)
        sampling_take_one_per_cluster(out);
    if (sampling_cut_down(out, choice->balances_categories, choice->n_sample, err) != 0)
        return ERR;
    if (choice->negatives > 0 && sampling_add_clean(out, db, choice->negatives, err) != 0)
        return ERR;
    if (choice->shuffle_seed)
        sampling_shuffle(out);
    return 0;
}

void export_selection_release(struct export_selection *selection)
{
    array_release(&selection->items);
    arena_release(&selection->arena);
}
