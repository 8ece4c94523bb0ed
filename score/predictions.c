/* Lines are read in any order, then sorted by item and rank. Missing and duplicate ranks then show
 * between neighbours. */
#include "score/predictions.h"

#include "base/lines.h"
#include "export/export.h"

#include <inttypes.h>
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

/* Sets the error for a line. Returns ERR. */
#define refuse(reading, err, format, ...) \
    err_set(err, "%s:%" PRIu64 ": " format, (reading)->path, (reading)->row, __VA_ARGS__)

/* The keys that say what is predicted, then the others, with what they must be. */
static const struct {
    const char *key, *holds;
} keys[] = {
    {"line", "the line of the token, from 1, or null for \"no bug\""},
    {"column", "the column of the token, from 0"},
    {"repair", "the right token, or \"\" to delete the token"},
    {"answer", "the system's answer"},
    {"code", "the code of the row after the system's repair"},
    {"id", "the id of the row"},
    {"commit_sha", "the id of the row"},
    {"rank", "a whole number"},
    {"probability", "a number from 0 to 1"},
};
enum { N_KEYS = sizeof keys / sizeof *keys, N_CONTENT_KEYS = 5, MAX_NAMED = 10 };

static bool has(const struct reading *reading, const char *key)
{
    return json_kind(json_get(reading->object, key)) != JSON_NULL;
}

/* Appends the keys of the line. */
static void add_own_keys(struct str *out, const struct json *object)
{
    int n = 0;
    json_each(member, object)
        if (n++ < MAX_NAMED)
            str_print(out, "%s%.40s", n > 1 ? ", " : "", json_name(member));
    str_add_text(out, n > MAX_NAMED ? ", ..." : n ? "" : "none");
}

/* Refuses a key that is missing or has a wrong value. */
static int refuse_key(struct reading *reading, const char *key, struct err *err)
{
    size_t i = 0;
    scoped(str) own = {0}, value = {0};
    while (strcmp(keys[i].key, key) != 0)
        i++;
    add_own_keys(&own, reading->object);
    if (has(reading, key))
        json_print(&value, json_get(reading->object, key));
    return refuse(
        reading, err,
        "the key \"%s\" is %.80s; it must be %s (the line has the keys %s; see tokfix score "
        "--help)",
        key, value.length ? str_text(&value) : "missing", keys[i].holds, str_text(&own));
}

/* Refuses a line that has only keys that score does not know: another tool's, or misspelt ones. */
static int check_keys(struct reading *reading, struct err *err)
{
    bool has_content = false, has_others = false;
    json_each(member, reading->object) {
        int i = 0;
        while (i < N_KEYS && strcmp(keys[i].key, json_name(member)) != 0)
            i++;
        has_content = has_content || i < N_CONTENT_KEYS;
        has_others = has_others || i == N_KEYS;
    }
    if (has_content || !has_others)
        return 0;
    scoped(str) own = {0};
    add_own_keys(&own, reading->object);
    return refuse(reading, err,
                  "the line has the keys %s, but none of line, column and repair, answer, and "
                  "code; for \"no bug\", give id and \"line\": null (see tokfix score --help)",
                  str_text(&own));
}

static int read_int(struct reading *reading, const char *key, int64_t min, int64_t max,
                    int64_t *number, struct err *err)
{
    const struct json *value = json_get(reading->object, key);
    *number = json_int(value, 0);
    if (json_is_int(value) && *number >= min && *number <= max)
        return 0;
    return refuse_key(reading, key, err);
}

/* Reads the text of `answer` or `code`: NULL without the key, "" for null. */
static int read_text(struct reading *reading, const char *key, const char **text, struct err *err)
{
    const struct json *value = json_get(reading->object, key);
    *text = value && !has(reading, key) ? "" : json_text(value);
    return has(reading, key) && !*text ? refuse_key(reading, key, err) : 0;
}

/* Reads an answer, code, or a place with its repair. If none is given, it means "no bug". */
static int read_content(struct reading *reading, struct prediction *prediction, struct err *err)
{
    const char *repair = json_text_at(reading->object, "repair");
    bool has_place = has(reading, "line") || has(reading, "column");
    bool has_answer = has(reading, "answer"), has_code = has(reading, "code");
    prediction->repair = "";
    if (read_text(reading, "answer", &prediction->answer, err) != 0 ||
        read_text(reading, "code", &prediction->code, err) != 0)
        return ERR;
    if (has_answer + has_code + has_place > 1)
        return refuse(reading, err, "it has more than one of answer, code and a place; %s",
                      "give only one");
    /* in tables null is a cell without a value; null alone is an empty answer */
    if (has_code || has_place)
        prediction->answer = NULL;
    if (has_answer || has_place || prediction->answer)
        prediction->code = NULL;
    if (has_place && !has(reading, "line"))
        return refuse(reading, err, "column is given without line; %s",
                      "omit both if the program has no bug");
    if (has_place) {
        prediction->repair = repair;
        if (read_int(reading, "line", 1, INT32_MAX, &prediction->line, err) != 0 ||
            read_int(reading, "column", 0, INT32_MAX, &prediction->column, err) != 0)
            return ERR;
        return repair ? 0 : refuse_key(reading, "repair", err);
    }
    if (!prediction->answer && !prediction->code && repair && reading->gold->is_place_given) {
        prediction->line = PREDICTION_AT_BUG;
        prediction->repair = repair;
    }
    return 0;
}

/* Reads a prediction. Its texts are borrowed from the object. */
static int read_prediction(struct reading *reading, struct prediction *prediction, struct err *err)
{
    int64_t rank = 1;
    if (!reading->are_samples && has(reading, "rank") &&
        read_int(reading, "rank", 1, MAX_RANK, &rank, err) != 0)
        return ERR;
    *prediction = (struct prediction){.row = reading->row, .rank = (int32_t)rank};
    return check_keys(reading, err) == 0 ? read_content(reading, prediction, err) : ERR;
}

static void take_unknown(struct reading *reading, const char *id)
{
    struct predictions *out = reading->out;
    out->n_unknown++;
    out->n_unknown_ids += table_add(&reading->unknown, id) != TABLE_NONE;
    if (!out->first_unknown)
        out->first_unknown = arena_text(&out->arena, id);
}

static int take_line(void *context, const struct json_line *line, struct err *err)
{
    struct reading *reading = context;
    struct predictions *out = reading->out;
    struct prediction prediction;
    reading->row = line->number;
    reading->object = line->value;
    if (!line->value)
        return refuse(reading, err, "%s", line->problem);
    if (json_kind(line->value) != JSON_OBJECT)
        return refuse(reading, err, "%s", "not a JSON object");
    const char *id = json_text_at(line->value, json_get(line->value, "id") ? "id" : "commit_sha");
    if (!id)
        return refuse_key(reading, "id", err);
    if (read_prediction(reading, &prediction, err) != 0)
        return ERR;
    int64_t item = table_find(&reading->gold->ids, id);
    if (item == TABLE_NONE) {
        take_unknown(reading, id);
        return 0;
    }
    prediction.item = (uint32_t)item;
    prediction.repair = arena_text(&out->arena, prediction.repair);
    prediction.answer = arena_text(&out->arena, prediction.answer);
    prediction.code = arena_text(&out->arena, prediction.code);
    out->n_in_words += prediction.answer != NULL;
    array_push(&out->list, prediction);
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

/* The ranks of each item must be 1, 2, ...; samples get these ranks. */
static int check_ranks(struct reading *reading, struct err *err)
{
    for (size_t i = 0; i < reading->out->list.n; i++) {
        struct prediction *one = &reading->out->list.items[i];
        int32_t rank = i == 0 || one[-1].item != one->item ? 1 : one[-1].rank + 1;
        reading->row = one->row;
        if (reading->are_samples)
            one->rank = rank;
        else if (one->rank != rank)
            return refuse(reading, err,
                          "'%.200s' has rank %" PRId32 " where its rank %" PRId32
                          " should be; if the predictions are samples, give --pass-at",
                          reading->gold->items.items[one->item].id, one->rank, rank);
    }
    return 0;
}

void predictions_index(struct predictions *out, const struct gold *gold)
{
    size_t at = 0;
    array_sort(&out->list, compare_predictions);
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
    predictions_index(out, gold);
    if (check_ranks(&reading, err) != 0)
        return ERR;
    if (!out->n_answered)
        return out->first_unknown
                   ? err_set(err,
                             "%s: no prediction fits a row: it has ids such as '%.200s', but the "
                             "rows have ids such as '%.200s'",
                             path, out->first_unknown, gold->items.items[0].id)
                   : err_set(err, "'%s' has no predictions", path);
    return 0;
}

int predictions_write(const struct predictions *predictions, const struct gold *gold,
                      const char *path, bool is_replacing, struct err *err)
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

void predictions_release(struct predictions *predictions)
{
    array_release(&predictions->list);
    free(predictions->first);
    arena_release(&predictions->arena);
}
