/* What `tokfix export --format pairs` would write, with the same choice: items come one after the
 * other from the store, and of each only what scoring needs is kept. */
#include "score/gold.h"

#include "base/array.h"
#include "classify/classify.h"
#include "db/store.h"
#include "fixes/fix_reader.h"
#include "score/gold_view.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *keep(struct gold *gold, const char *text)
{
    return arena_copy_text(&gold->arena, text, strlen(text));
}

/* The fixes that are marked as excluded, in the order of their numbers. */
struct exclusions {
    ARRAY(int64_t) fix_ids;
};

/* What reading works with. */
struct reading {
    struct gold *gold;
    const char *path;
    const struct export_view *view;
    struct gold_viewer viewer;
    struct exclusions exclusions;
};

static int add_row(struct reading *reading, const struct fix *row, bool is_leaked, struct err *err)
{
    struct gold *gold = reading->gold;
    int category = row->is_clean ? GOLD_CORRECT : bug_category_find(row->category);
    struct gold_item item = {
        .id = keep(gold, row->id),
        .language = language_find(row->language),
        .category = category,
        .is_leaked = is_leaked,
        .line = row->line,
        .column = row->column,
        .after = keep(gold, row->after),
    };
    if (!item.language)
        return err_set(err, "the database is of the language '%s', which this tokfix does not read",
                       row->language);
    if (category < 0)
        return err_set(err, "the fix %s has the category '%s', which this tokfix does not know",
                       row->id, row->category);
    item.program.bytes = arena_copy_text(&gold->arena, row->buggy_code, row->buggy_length);
    item.program.length = row->buggy_length;
    item.fixed = item.program;
    if (!row->is_clean) {
        item.fixed.bytes = arena_copy_text(&gold->arena, row->fixed_code, row->fixed_length);
        item.fixed.length = row->fixed_length;
    }
    const char *problem = gold_show(&item, row, reading->view, &reading->viewer, &gold->arena);
    if (problem)
        return err_set(err, "of the fix %s nothing can be shown: %s", row->id, problem);
    return gold_add(gold, &item, reading->path, err);
}

static int read_exclusions(struct exclusions *out, struct db *db, struct err *err)
{
    struct db_statement *s;
    int status = db_prepare(&s, db,
                            "SELECT DISTINCT fix_id FROM exclusions WHERE reason NOT IN "
                            "('split', 'program') ORDER BY fix_id",
                            err);
    if (status != 0)
        return ERR;
    while ((status = db_step(s, err)) == 1)
        array_push(&out->fix_ids, db_int(s, 0));
    db_finish(s);
    return status;
}

static int read_dataset(struct gold *out, struct db *db, struct err *err)
{
    struct db_statement *s;
    int status = db_prepare(&s, db, "SELECT coalesce(dataset, '') FROM run", err);
    if (status != 0)
        return ERR;
    status = db_step(s, err);
    if (status == 1 && *db_text(s, 0))
        out->dataset = keep(out, db_text(s, 0));
    db_finish(s);
    return status < 0 ? ERR : 0;
}

static int compare_ids(const void *a, const void *b)
{
    int64_t first = *(const int64_t *)a, second = *(const int64_t *)b;
    return (first > second) - (first < second);
}

static int take(void *context, const struct fix *fix, const struct fix_item *item, void *made,
                struct err *err)
{
    struct reading *reading = context;
    const struct exclusions *exclusions = &reading->exclusions;
    (void)made;
    bool is_leaked =
        exclusions->fix_ids.n && bsearch(&item->fix_id, exclusions->fix_ids.items,
                                         exclusions->fix_ids.n, sizeof item->fix_id, compare_ids);
    return add_row(reading, fix, is_leaked, err);
}

int gold_read_store(struct gold *out, const char *path, const struct gold_options *options,
                    struct err *err)
{
    struct reading reading = {.gold = out, .path = path, .view = &options->view};
    struct db *db;
    struct fix_selection selection = {0};
    struct fix_visit visit = {.context = &reading, .take = take};
    if (store_open(&db, path, err) != 0)
        return ERR;
    int status = read_dataset(out, db, err);
    if (status == 0)
        status = read_exclusions(&reading.exclusions, db, err);
    if (status == 0)
        status = fix_select(&selection, db, options->choice, err);
    if (status == 0)
        status = fix_refuse_mixed_splits(&selection, options->choice, "one score", "", err);
    if (status == 0) {
        out->has_exclusions = reading.exclusions.fix_ids.n > 0;
        out->account = selection.account;
        status = fixes_visit(db, selection.items.items, selection.items.n, &visit, err);
    }
    gold_viewer_release(&reading.viewer);
    fix_selection_release(&selection);
    array_release(&reading.exclusions.fix_ids);
    db_close(db);
    return status;
}
