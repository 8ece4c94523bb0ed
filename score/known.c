/* The ids of the gold are found in one pass over the fixes. Each split of the gold has a detector
 * of its own (detector.h), which learns from the fixes of the other splits while they are read. */
#include "score/known.h"

#include "db/store.h"
#include "db/fixes/fix_reader.h"
#include "export/export.h"
#include "score/detector.h"

#include <inttypes.h>
#include <string.h>

/* ---- What is known ---- */

int known_find(struct gold *gold, struct db *db, const char *path, struct err *err)
{
    scoped(db_statement) *s =
        db_query(db, err, "SELECT fix_id, fix_key, split FROM fix_details", NULL);
    size_t n = 0;
    int status;
    while ((status = db_step(s, err)) == 1) {
        int64_t at = table_find(&gold->ids, db_text(s, 0));
        if (at == TABLE_NONE)
            continue;
        gold->items.items[at].fix_key = db_int(s, 1);
        gold->items.items[at].split = split_stratum(db_text(s, 2));
        n++;
    }
    if (status == 0 && !n)
        return err_set(err,
                       "'%s' has no fix of the rows, such as '%.200s'; name the database that "
                       "they were exported from",
                       path, gold->items.items[0].id);
    return status;
}

/* ---- The floor ---- */

struct learning {
    struct detector *detector;
    int64_t n;
};

static int learn(void *context, const struct fix *fix, const struct fix_item *item, void *made,
                 struct err *err)
{
    struct learning *learning = context;
    const struct language *language = language_find(fix->language);
    (void)item, (void)made, (void)err;
    learning->n += language != NULL;
    if (language)
        detector_learn(learning->detector, language,
                       (struct token_text){fix->buggy_code, fix->buggy_length},
                       (struct token_text){fix->fixed_code, fix->fixed_length});
    return 0;
}

/* Learns from the fixes of a split, or of all but one. */
static int learn_from(struct learning *learning, struct db *db, const char *split, struct err *err)
{
    struct fix_choice choice = FIX_CHOICE_DEFAULT;
    scoped(fix_selection) selection = {0};
    struct fix_visit visit = {.context = learning, .take = learn};
    choice.splits = (struct text_list){&split, 1, 1};
    return fix_select(&selection, db, &choice, err) == 0
               ? fixes_visit(db, selection.items.items, selection.items.n, &visit, err)
               : ERR;
}

/* Predicts for the bugs of a part. Learns from train, or from the folds that are not this part. */
static int predict_part(struct predictions *out, struct learning *learning, const struct gold *gold,
                        struct db *db, bool has_folds, int part, size_t k,
                        const struct meter *meter, struct err *err)
{
    scoped(str) split = {0};
    if (!has_folds)
        str_add_text(&split, "train");
    else if (part == STRATUM_NONE)
        str_add_text(&split, "all");
    else
        str_print(&split, "!%s", split_names[part]);
    if (learn_from(learning, db, str_text(&split), err) != 0)
        return ERR;
    for (size_t i = 0; i < gold->items.n && learning->n; i++) {
        const struct gold_item *item = &gold->items.items[i];
        meter_count(meter, i, gold->items.n);
        if (item->split == part && item->category != GOLD_CORRECT)
            detector_predict(out, learning->detector, item, (uint32_t)i, k);
    }
    return 0;
}

/* Returns how many bugs are in a split. */
static int64_t count_in(const struct gold *gold, int split)
{
    int64_t n = 0;
    for (size_t i = 0; i < gold->items.n; i++)
        n += gold->items.items[i].split == split && gold->items.items[i].category != GOLD_CORRECT;
    return n;
}

static void find_reason(struct str *out, const struct gold *gold, unsigned parts)
{
    int64_t n_train = count_in(gold, SPLIT_TRAIN);
    if (!(parts >> SPLIT_FOLDS) && !(parts >> SPLIT_TRAIN & 1))
        str_add_text(out, "the database has no split train and no folds to learn from; see tokfix "
                          "split and --split-set");
    else if (n_train)
        str_print(out, "%s in train, which it would learn from",
                  counted(n_train, "row is", "rows are").text);
    else if (gold->is_place_given)
        str_add_text(out, "it finds places, but they are given");
    else if (!gold->question->is_repair && strcmp(gold->question->name, "locate-repair") != 0)
        str_print(out, "it does not answer the task %s", gold->question->name);
}

int floor_predict(struct predictions *out, int64_t *n_learned, struct str *why_not,
                  const struct gold *gold, struct db *db, size_t k, const struct meter *meter,
                  struct err *err)
{
    unsigned parts;
    if (store_read_parts(&parts, db, err) != 0)
        return ERR;
    find_reason(why_not, gold, parts);
    for (int part = 0; part < N_STRATA && !why_not->length; part++) {
        scoped(detector) *detector = detector_new();
        struct learning learning = {detector, 0};
        if (!count_in(gold, part))
            continue;
        if (predict_part(out, &learning, gold, db, parts >> SPLIT_FOLDS, part, k, meter, err) != 0)
            return ERR;
        if (!learning.n)
            str_print(why_not, "there is nothing to learn from outside %s", split_names[part]);
        *n_learned = learning.n > *n_learned ? learning.n : *n_learned;
    }
    predictions_index(out, gold);
    return 0;
}

int floor_write(const struct predictions *predictions, const struct gold *gold, const char *path,
                bool is_replacing, struct err *err)
{
    struct output_plan plan = {path, .is_replacing = is_replacing};
    scoped(output) *output = NULL;
    if (output_open(&output, &plan, err) != 0)
        return ERR;
    for (size_t i = 0; i < predictions->list.n; i++) {
        const struct prediction *one = &predictions->list.items[i];
        scoped(str) line = {0};
        export_add_line(&line,
                        json_make(J_TEXT("id", gold->items.items[one->item].id),
                                  J_INT("rank", one->rank), J_INT("line", one->line),
                                  J_INT("column", one->column), J_TEXT("repair", one->repair)));
        if (output_write(output, &line, false, err) != 0)
            return ERR;
    }
    return output_commit(&output, NULL, err);
}
