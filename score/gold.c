/* Items of a database are those that `tokfix export --format pairs` would write with the same
 * options; items of a file are its rows. A file with an incomplete row is refused, because the
 * score of a part would look like the score of the whole. Only what scoring needs is kept. */
#include "score/gold.h"

#include "base/mem.h"
#include "base/file.h"
#include "base/lines.h"
#include "db/store.h"
#include "fixes/fix_reader.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

int gold_find_kind(bool *is_store, const char *path, struct err *err)
{
    struct file_start start = {0};
    if (strcmp(path, "-") != 0 && file_start_read(&start, path, err) != 0)
        return ERR;
    *is_store = start.kind == FILE_KIND_DATABASE;
    if (start.kind == FILE_KIND_FOLDER || start.kind == FILE_KIND_TEXT)
        return err_set(err,
                       "'%s' is %s; give a database of tokfix mine, or JSON lines of tokfix export",
                       path, start.kind == FILE_KIND_TEXT ? "text without rows" : "a folder");
    return 0;
}

/* The state of a reader. */
struct reading {
    struct gold *gold;
    const char *path;
    struct gold_viewer *viewer;

    /* For a database: the fixes marked as excluded, in the order of their keys; the problems that
     * are identical to others, and the clusters of these. */
    ARRAY(int64_t) excluded;
    struct table identical;
    ARRAY(const char *) clusters;
};

/* Fails if the item's id is a duplicate; the message begins with `place`. */
static int add_item(struct gold *gold, const struct gold_item *item, const char *place,
                    struct err *err)
{
    if (table_add(&gold->ids, item->id) == TABLE_NONE)
        return err_set(err, "%s: duplicate id '%.200s'", place, item->id);
    array_push(&gold->items, *item);
    gold->n_correct += item->category == GOLD_CORRECT;
    return 0;
}

/* All rows with ids must have the same task, the chosen one. Returns what is wrong, or NULL. */
static const char *take_task(struct reading *reading, const struct export_task *task,
                             bool is_marked)
{
    struct gold *gold = reading->gold;
    bool is_given = is_marked && task->is_repair, is_first = gold->items.n == 0;
    if (gold->task && task != gold->task)
        return "the task differs from that of earlier rows";
    gold->task = task;
    if (reading->viewer->view->has_marks && !is_marked)
        return "the place is not marked in the row; omit --mark-location";
    if (!is_first && is_given != gold->is_place_given)
        return "the place is marked in only some of the rows";
    gold->is_place_given = is_given;
    return NULL;
}

static int take_line(void *context, const struct json_line *line, struct err *err)
{
    struct reading *reading = context;
    struct gold_item item = {0};
    scoped(str) place = {0};
    const struct export_task *task = NULL;
    const char *problem =
        line->value ? gold_item_read(&item, &task, line->value, reading->viewer) : line->problem;
    if (!problem && task)
        problem = take_task(reading, task, json_is_true(json_get(line->value, "location_marked")));
    str_print(&place, "%s:%" PRIu64, reading->path, line->number);
    return problem ? err_set(err, "%s: %s", str_text(&place), problem)
                   : add_item(reading->gold, &item, str_text(&place), err);
}

static const char *problem_of(const struct reading *reading, const char *id)
{
    int64_t number = table_find(&reading->identical, id);
    if (number != TABLE_NONE)
        return reading->clusters.items[number];
    return *id ? arena_text(&reading->gold->arena, id) : NULL;
}

static int add_row(struct reading *reading, const struct fix *row, int64_t fix_key, bool is_leaked,
                   struct err *err)
{
    struct gold *gold = reading->gold;
    int category = row->is_clean ? GOLD_CORRECT : bug_category_find(row->category);
    struct gold_item item = {
        .id = arena_text(&gold->arena, row->id),
        .problem = problem_of(reading, row->problem_id),
        .fix_key = fix_key,
        .is_row_shown = true,
        .language = language_find(row->language),
        .dialect = *row->dialect ? arena_text(&gold->arena, row->dialect) : NULL,
        .category = category,
        .is_leaked = is_leaked,
        .bug = {row->line, row->column, .after = arena_text(&gold->arena, row->after)},
    };
    if (category < 0)
        return err_set(err, "unknown category '%s' of fix %s", row->category, row->id);
    if (!item.language)
        return err_set(err, "unknown language '%s' of fix %s", row->language, row->id);
    item.program.bytes = arena_copy_text(&gold->arena, row->buggy_code, row->buggy_length);
    item.program.length = row->buggy_length;
    item.fixed = item.program;
    if (!row->is_clean) {
        item.fixed.bytes = arena_copy_text(&gold->arena, row->fixed_code, row->fixed_length);
        item.fixed.length = row->fixed_length;
    }
    const char *problem = gold_item_show(&item, row, reading->viewer);
    if (problem)
        return err_set(err, "fix %s cannot be shown: %s", row->id, problem);
    return add_item(gold, &item, reading->path, err);
}

/* Reads which fixes are marked as excluded, and the name of the data set. */
static int read_marks(struct reading *reading, struct db *db, struct err *err)
{
    scoped(db_statement) *s =
        db_query(db, err,
                 "SELECT DISTINCT fix_key FROM exclusions WHERE reason NOT IN ('split', 'program') "
                 "ORDER BY fix_key",
                 NULL);
    scoped(db_statement) *run =
        db_query(db, err, "SELECT dataset FROM run WHERE dataset <> ''", NULL);
    int status;
    while ((status = db_step(s, err)) == 1)
        array_push(&reading->excluded, db_int(s, 0));
    if (status == 0 && (status = db_step(run, err)) == 1)
        reading->gold->dataset = arena_text(&reading->gold->arena, db_text(run, 0));
    reading->gold->has_exclusions = reading->excluded.n > 0;
    return status < 0 ? ERR : 0;
}

static int read_clusters(struct reading *reading, struct db *db, struct err *err)
{
    scoped(db_statement) *s =
        db_query(db, err, "SELECT problem_id, cluster_id FROM problem_clusters", NULL);
    int status;
    while ((status = db_step(s, err)) == 1) {
        table_add(&reading->identical, db_text(s, 0));
        array_push(&reading->clusters, arena_text(&reading->gold->arena, db_text(s, 1)));
    }
    return status;
}

static int compare_ids(const void *a, const void *b)
{
    int64_t first = *(const int64_t *)a, second = *(const int64_t *)b;
    return COMPARE(first, second);
}

static int take(void *context, const struct fix *fix, const struct fix_item *item, void *made,
                struct err *err)
{
    struct reading *reading = context;
    (void)made;
    bool is_leaked =
        reading->excluded.n && bsearch(&item->fix_key, reading->excluded.items, reading->excluded.n,
                                       sizeof item->fix_key, compare_ids);
    return add_row(reading, fix, item->fix_key, is_leaked, err);
}

/* Selects the fixes. Each fold is predicted by a model of the other folds, so all folds are scored
 * together unless some are named. */
static int choose(struct fix_selection *selection, struct db *db, const struct fix_choice *choice,
                  struct err *err)
{
    struct fix_choice chosen = *choice;
    scoped_array struct text_list all = {0};
    unsigned parts;
    if (store_read_parts(&parts, db, err) != 0)
        return ERR;
    array_push(&all, "all");
    if (!choice->splits.n && parts >> SPLIT_FOLDS)
        chosen.splits = all;
    return fix_select(selection, db, &chosen, err) == 0
               ? fix_refuse_mixed_splits(selection, &chosen, "one score", "", err)
               : ERR;
}

static int read_store(struct reading *reading, const struct fix_choice *choice, struct err *err)
{
    scoped(db) *db = NULL;
    scoped(fix_selection) selection = {0};
    struct fix_visit visit = {.context = reading, .take = take};
    if (store_open(&db, reading->path, err) != 0 ||
        store_choose_split_set(db, reading->path, choice->split_set, true, err) != 0 ||
        read_marks(reading, db, err) != 0 || read_clusters(reading, db, err) != 0 ||
        choose(&selection, db, choice, err) != 0)
        return ERR;
    reading->gold->account = selection.account;
    return fixes_visit(db, selection.items.items, selection.items.n, &visit, err);
}

/* In the order of the items, so that a store and its rows give the same numbers. */
static void number_problems(struct gold *gold)
{
    scoped(table) known = {0};
    scoped_array ARRAY(size_t) numbers = {0};
    for (size_t i = 0; i < gold->items.n; i++) {
        struct gold_item *item = &gold->items.items[i];
        size_t at = item->problem ? (size_t)table_number(&known, item->problem) : 0;
        if (!item->problem || at == numbers.n)
            item->problem_number = gold->n_problems++;
        if (item->problem && at == numbers.n)
            array_push(&numbers, item->problem_number);
        if (item->problem)
            item->problem_number = numbers.items[at];
        gold->n_without_problem += !item->problem;
    }
}

static int refuse_nothing(const char *path, const struct fix_choice *choice, struct err *err)
{
    scoped(str) splits = {0};
    for (size_t i = 0; i < choice->splits.n; i++)
        str_print(&splits, "%s%s", i ? "," : " in ", choice->splits.items[i]);
    return err_set(
        err,
        "no fix of '%s' is left%s: the filters or tokfix split have left out all; tokfix "
        "stats counts them",
        path, str_text(&splits));
}

int gold_read(struct gold *out, const char *path, const struct gold_options *options,
              struct err *err)
{
    *out =
        (struct gold){.is_place_given = options->view.has_marks && options->view.task->is_repair};
    scoped(gold_viewer) viewer = {.view = &options->view, .arena = &out->arena};
    struct reading reading = {.gold = out, .path = path, .viewer = &viewer};
    if (gold_find_kind(&out->is_store, path, err) != 0)
        return ERR;
    int status = out->is_store ? read_store(&reading, options->choice, err)
                               : lines_each_json(path, take_line, &reading, err);
    array_release(&reading.excluded);
    array_release(&reading.clusters);
    table_release(&reading.identical);
    if (status != 0)
        return ERR;
    if (out->items.n == 0)
        return out->is_store ? refuse_nothing(path, options->choice, err)
                             : err_set(err, "'%s' has no rows to score", path);
    if (out->is_place_given && out->n_correct)
        return err_set(err,
                       "'%s' has %s, for which no place can be given; omit --mark-location, or "
                       "score only bugs",
                       path, counted(out->n_correct, "correct program", "correct programs").text);
    number_problems(out);
    return 0;
}

void gold_release(struct gold *gold)
{
    array_release(&gold->items);
    table_release(&gold->ids);
    arena_release(&gold->arena);
}
