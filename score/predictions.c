/* Lines are read in any order, then sorted by item and rank. Missing and duplicate ranks then show
 * between neighbours. */
#include "score/predictions.h"

#include "base/lines.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct reading {
    struct predictions *out;
    const struct gold *gold;
    const char *path;
    bool are_samples;
    struct table unknown; /* ids */
    uint64_t row;         /* the current line */
    const struct json *object;
};

static bool complain(struct reading *reading, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Stores an error about the current line and returns false. */
static bool complain(struct reading *reading, const char *format, ...)
{
    struct predictions *out = reading->out;
    if (++out->n_errors > MAX_SHOWN_ERRORS)
        return false;
    scoped(str) text = {0};
    va_list args;
    str_print(&text, "%s:%" PRIu64 ": ", reading->path, reading->row);
    va_start(args, format);
    str_print_list(&text, format, args);
    va_end(args);
    array_push(&out->errors, arena_copy_text(&out->arena, str_text(&text), text.length));
    return false;
}

static bool is_absent(const struct json *value)
{
    return json_kind(value) == JSON_NULL;
}

/* Reports a key that is missing or has a value of another type, with its required value. */
static bool complain_of_key(struct reading *reading, const char *key, bool is_missing)
{
    static const struct {
        const char *key, *holds;
    } keys[] = {
        {"id", "the id of the item"},
        {"line", "the line of the token, from 1"},
        {"column", "the column of the token, from 0"},
        {"repair", "the right token, or \"\" to delete the token"},
        {"answer", "the system's answer"},
        {"code", "the shown code after the system's repair"},
    };
    size_t i = 0;
    while (strcmp(keys[i].key, key) != 0)
        i++;
    return complain(reading, "the key \"%s\" %s; it must be %s (see tokfix score --help)", key,
                    is_missing ? "is missing" : "is not a string", keys[i].holds);
}

/* Reads a whole number. If it is not between `min` and `max`, reports it and returns false. */
static bool read_int(struct reading *reading, const char *key, int64_t min, int64_t max,
                     int64_t *number)
{
    const struct json *value = json_get(reading->object, key);
    if (json_is_int(value) && json_int(value, 0) >= min && json_int(value, 0) <= max) {
        *number = json_int(value, 0);
        return true;
    }
    if (is_absent(value))
        return complain_of_key(reading, key, true);
    return complain(reading, "%s is not a whole number from %" PRId64 " to %" PRId64, key, min,
                    max);
}

static bool read_probability(struct reading *reading, double *probability)
{
    const struct json *value = json_get(reading->object, "probability");
    *probability = json_number(value, NAN);
    if (is_absent(value) || (*probability >= 0 && *probability <= 1))
        return true;
    return complain(reading, "probability is not a number from 0 to 1");
}

/* Reads place and repair, if the prediction has them. */
static bool read_edit(struct reading *reading, struct prediction *prediction)
{
    const struct json *repair = json_get(reading->object, "repair");
    if (!read_int(reading, "line", 1, INT32_MAX, &prediction->line) ||
        !read_int(reading, "column", 0, INT32_MAX, &prediction->column))
        return false;
    if (!json_text(repair))
        return complain_of_key(reading, "repair", is_absent(repair));
    prediction->repair = json_text(repair);
    return true;
}

/* Reads the text of `answer` or `code`: NULL without the key, "" for null. Reports any other value
 * and returns false. */
static bool read_text(struct reading *reading, const char *key, const char **text)
{
    const struct json *value = json_get(reading->object, key);
    if (value && !is_absent(value) && !json_text(value))
        return complain_of_key(reading, key, false);
    *text = !value ? NULL : is_absent(value) ? "" : json_text(value);
    return true;
}

/* Reads an answer, code, or a place with its repair. If none is given, it means "no bug". */
static bool read_content(struct reading *reading, struct prediction *prediction)
{
    const struct json *object = reading->object;
    bool has_line = !is_absent(json_get(object, "line"));
    bool has_place = has_line || !is_absent(json_get(object, "column"));
    prediction->repair = "";
    if (!read_text(reading, "answer", &prediction->answer) ||
        !read_text(reading, "code", &prediction->code))
        return false;
    bool has_answer = !is_absent(json_get(object, "answer"));
    bool has_code = !is_absent(json_get(object, "code"));
    if (has_answer + has_code + has_place > 1)
        return complain(reading, "it has more than one of answer, code and a place; give only one");
    /* in tables null is a cell without a value; null alone is an empty answer */
    if (has_code || has_place)
        prediction->answer = NULL;
    if (has_answer || has_place || prediction->answer)
        prediction->code = NULL;
    if (has_line)
        return read_edit(reading, prediction);
    if (has_place)
        return complain(reading,
                        "column is given without line; omit both to say that there is no bug");
    const char *repair = json_text_at(object, "repair");
    bool is_alone = !prediction->answer && !prediction->code;
    if (is_alone && repair && reading->gold->is_place_given) {
        prediction->line = PREDICTION_AT_BUG;
        prediction->repair = repair;
    }
    return true;
}

/* Reads a prediction. Its texts are borrowed from the object. */
static bool read_prediction(struct reading *reading, struct prediction *prediction)
{
    int64_t rank = 1;
    if (!reading->are_samples && !is_absent(json_get(reading->object, "rank")) &&
        !read_int(reading, "rank", 1, MAX_RANK, &rank))
        return false;
    prediction->rank = (int32_t)rank;
    if (!read_content(reading, prediction))
        return false;
    return read_probability(reading, &prediction->probability);
}

static void take_unknown(struct reading *reading, const char *id)
{
    struct predictions *out = reading->out;
    out->n_unknown++;
    out->n_unknown_ids += table_add(&reading->unknown, id) != TABLE_NONE;
    if (out->first_unknown)
        return;
    out->first_unknown = arena_text(&out->arena, id);
    out->first_unknown_row = reading->row;
}

/* Reads the current line. Returns false if it is wrong. */
static bool take_object(struct reading *reading)
{
    struct predictions *out = reading->out;
    const struct json *object = reading->object;
    struct prediction prediction = {.row = reading->row};
    const struct json *name = json_get(object, json_get(object, "id") ? "id" : "commit_sha");
    const char *id = json_text(name);
    if (json_kind(object) != JSON_OBJECT)
        return complain(reading, "not a JSON object");
    if (!id)
        return complain_of_key(reading, "id", is_absent(name));
    if (!read_prediction(reading, &prediction))
        return false;
    int64_t item = table_find(&reading->gold->ids, id);
    if (item == TABLE_NONE) {
        take_unknown(reading, id);
        return true;
    }
    prediction.item = (uint32_t)item;
    prediction.repair = arena_text(&out->arena, prediction.repair);
    prediction.answer = arena_text(&out->arena, prediction.answer);
    prediction.code = arena_text(&out->arena, prediction.code);
    out->n_in_words += prediction.answer != NULL;
    array_push(&out->list, prediction);
    return true;
}

static int take_line(void *context, const struct json_line *line, struct err *err)
{
    struct reading *reading = context;
    (void)err;
    reading->row = line->number;
    reading->object = line->value;
    if (line->value)
        take_object(reading);
    else
        complain(reading, "%s", line->problem);
    return 0;
}

static int compare_predictions(const void *a, const void *b)
{
    const struct prediction *first = a, *second = b;
    if (first->item != second->item)
        return COMPARE(first->item, second->item);
    return first->rank != second->rank ? COMPARE(first->rank, second->rank)
                                       : COMPARE(first->row, second->row);
}

static void number_samples(struct predictions *out)
{
    for (size_t i = 1; i < out->list.n; i++) {
        struct prediction *one = &out->list.items[i];
        if (one[-1].item == one->item)
            one->rank = one[-1].rank + 1;
    }
}

/* A prediction whose rank is not one more than the previous rank. */
struct misplaced {
    const struct prediction *prediction;
    bool is_twice;
};

static int compare_rows(const void *a, const void *b)
{
    uint64_t first = ((const struct misplaced *)a)->prediction->row;
    uint64_t second = ((const struct misplaced *)b)->prediction->row;
    return COMPARE(first, second);
}

/* The ranks of each item must be 1, 2, ...; errors are reported in the order of the file. */
static void check_ranks(struct reading *reading)
{
    struct predictions *out = reading->out;
    ARRAY(struct misplaced) wrong = {0};
    for (size_t i = 0; i < out->list.n; i++) {
        const struct prediction *one = &out->list.items[i];
        int32_t before = i == 0 || one[-1].item != one->item ? 0 : one[-1].rank;
        if (one->rank != before + 1)
            array_push(&wrong, (struct misplaced){one, one->rank == before});
    }
    array_sort(&wrong, compare_rows);
    for (size_t i = 0; i < wrong.n; i++) {
        const struct prediction *one = wrong.items[i].prediction;
        const char *id = reading->gold->items.items[one->item].id;
        reading->row = one->row;
        if (wrong.items[i].is_twice)
            complain(reading,
                     "duplicate rank of '%.200s': %" PRId32 "; if it is a sample, give --pass-at",
                     id, one->rank);
        else
            complain(reading, "'%.200s' has rank %" PRId32 ", but no rank %" PRId32, id, one->rank,
                     one->rank - 1);
    }
    array_release(&wrong);
}

static void index_items(struct predictions *out, const struct gold *gold)
{
    size_t at = 0;
    out->first = mem_alloc(mem_add(gold->items.n, 1), sizeof *out->first);
    for (size_t item = 0; item < gold->items.n; item++) {
        out->first[item] = at;
        while (at < out->list.n && out->list.items[at].item == item)
            at++;
        out->n_answered += at > out->first[item];
    }
    out->first[gold->items.n] = at;
}

int predictions_read(struct predictions *out, const char *path, const struct gold *gold,
                     bool are_samples, struct err *err)
{
    struct reading reading = {.out = out, .gold = gold, .path = path, .are_samples = are_samples};
    *out = (struct predictions){0};
    int status = lines_each_json(path, take_line, &reading, err);
    table_release(&reading.unknown);
    if (status != 0)
        return ERR;
    array_sort(&out->list, compare_predictions);
    if (are_samples)
        number_samples(out);
    else if (out->n_errors == 0) /* else ranks may be missing because of these errors */
        check_ranks(&reading);
    index_items(out, gold);
    return 0;
}

void predictions_release(struct predictions *predictions)
{
    array_release(&predictions->list);
    array_release(&predictions->errors);
    free(predictions->first);
    arena_release(&predictions->arena);
}
