/* Lines are read in any order, then sorted by item and rank. Missing and duplicate ranks then show
 * between neighbours. */
#include "score/predictions.h"

#include "base/lines.h"
#include "export/export.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct reading {
    struct predictions *out;
    const struct gold *gold;
    const char *path;
    bool are_samples;
    struct table unknown;     /* ids */
    struct text_list answers; /* of the current line */
    uint64_t row;             /* the current line */
    const struct json *object;
};

/* Sets the error for a line. Returns ERR. */
#define refuse(reading, err, format, ...) \
    err_set(err, "%s:%" PRIu64 ": " format, (reading)->path, (reading)->row, __VA_ARGS__)

/* The keys that say what is predicted, and from ANSWERS on the names of an answer; the others. */
static const char *const contents[] = {"line",           "column",     "repair",   "code",
                                       "answer",         "prediction", "response", "completion",
                                       "generated_text", "messages",   NULL};
static const char *const others[] = {"custom_id", "id", "commit_sha", "rank", "probability", NULL};
enum { ANSWERS = 4, N_IDS = 3, MAX_NAMED = 10 };

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
static int refuse_key(struct reading *reading, const char *key, const char *holds, struct err *err)
{
    scoped(str) own = {0}, value = {0};
    add_own_keys(&own, reading->object);
    if (isinf(json_number_at(reading->object, key)))
        str_add_text(&value, "too large");
    else if (has(reading, key))
        json_print(&value, json_get(reading->object, key));
    return refuse(
        reading, err,
        "the key \"%s\" is %.80s; it must be %s (the line has the keys %s; see tokfix score "
        "--help)",
        key, value.length ? str_text(&value) : "missing", holds, str_text(&own));
}

/* Refuses a line because of its keys. */
static int refuse_keys(struct reading *reading, const char *fault, struct err *err)
{
    scoped(str) own = {0};
    add_own_keys(&own, reading->object);
    return refuse(reading, err, "the line has the keys %s, %s", str_text(&own), fault);
}

/* Refuses a line that has only keys that score does not know: another tool's, or misspelt ones. */
static int check_keys(struct reading *reading, struct err *err)
{
    bool has_others = false;
    json_each(member, reading->object) {
        if (text_is_one_of(json_name(member), contents))
            return 0;
        has_others = has_others || !text_is_one_of(json_name(member), others);
    }
    return !has_others ? 0
                       : refuse_keys(reading,
                                     "but none of line, column and repair; code; and answer, "
                                     "prediction, response, completion, generated_text, messages; "
                                     "for \"no bug\", give id and \"line\": null (see tokfix "
                                     "score --help)",
                                     err);
}

/* Reads a whole number of at least `min`. */
static int read_int(struct reading *reading, const char *key, const char *holds, int64_t min,
                    int64_t max, int64_t *number, struct err *err)
{
    const struct json *value = json_get(reading->object, key);
    *number = json_int(value, 0);
    if (json_is_int(value) && *number >= min && *number <= max)
        return 0;
    return refuse_key(reading, key, holds, err);
}

/* Collects the texts of an answer: of messages, that of the last one, if it is an assistant's; of a
 * list, all; of an object, those where servers put them. Null is an empty text. */
static void add_answers(struct reading *reading, const struct json *value)
{
    static const char *const inner[] = {"body", "choices",        "message", "content",
                                        "text", "generated_text", NULL};
    const struct json *last = json_is_array(value) ? json_item(value, json_count(value) - 1) : NULL;
    const char *role = json_text_at(last, "role");
    if (role && strcmp(role, "assistant") == 0)
        add_answers(reading, json_get(last, "content"));
    else if (json_is_array(value) && !role)
        json_each(item, value)
            add_answers(reading, item);
    else if (json_text(value) || json_kind(value) == JSON_NULL)
        array_push(&reading->answers, json_text(value) ? json_text(value) : "");
    for (int i = 0; json_kind(value) == JSON_OBJECT && inner[i]; i++)
        if (json_get(value, inner[i])) {
            add_answers(reading, json_get(value, inner[i]));
            return;
        }
}

/* Reads answers, code, or a place with its repair. If none is given, it means "no bug". In tables
 * null is a cell without a value; an answer or code that is null and alone is empty. */
static int read_content(struct reading *reading, struct prediction *prediction, struct err *err)
{
    const struct json *object = reading->object;
    const char *repair = json_text_at(object, "repair"), *given = NULL;
    bool has_place = has(reading, "line") || has(reading, "column");
    int n_given = has_place;
    prediction->repair = "";
    for (const char *const *key = contents + ANSWERS - 1; *key; key++) {
        n_given += has(reading, *key);
        if (json_get(object, *key) && (has(reading, *key) || (!given && !has_place)))
            given = *key;
    }
    if (n_given > 1)
        return refuse_keys(reading,
                           "more than one of which is a prediction; give only id, rank and one of "
                           "answer, code and a place",
                           err);
    if (has_place && !has(reading, "line"))
        return refuse(reading, err, "column is given without line; %s",
                      "omit both if the program has no bug");
    if (has_place) {
        prediction->repair = repair;
        if (read_int(reading, "line", "the line of the token, from 1, or null for \"no bug\"", 1,
                     INT32_MAX, &prediction->line, err) != 0 ||
            read_int(reading, "column", "the column of the token, from 0", 0, INT32_MAX,
                     &prediction->column, err) != 0)
            return ERR;
        return repair ? 0
                      : refuse_key(reading, "repair",
                                   "the right token, or \"\" to delete the token", err);
    }
    if (given)
        add_answers(reading, json_get(object, given));
    bool is_code = given && strcmp(given, "code") == 0;
    if (given && (!reading->answers.n || (is_code && reading->answers.n > 1)))
        return refuse_key(reading, given,
                          "the system's answer: a text, a list of texts, or messages, the last one "
                          "an assistant's",
                          err);
    if (is_code) {
        prediction->code = reading->answers.items[0];
        array_clear(&reading->answers);
    } else if (!given && repair && reading->gold->is_place_given) {
        prediction->line = PREDICTION_AT_BUG;
        prediction->repair = repair;
    }
    return 0;
}

/* Reads a prediction; its answers are apart. Texts are borrowed from the object. */
static int read_prediction(struct reading *reading, struct prediction *prediction, struct err *err)
{
    int64_t rank = 1;
    if (!reading->are_samples && has(reading, "rank") &&
        read_int(reading, "rank", "a whole number", 1, MAX_RANK, &rank, err) != 0)
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
    int key = 0;
    while (key + 1 < N_IDS && !json_get(line->value, others[key]))
        key++;
    const char *id = json_text_at(line->value, others[key]);
    if (!id)
        return refuse_key(reading, has(reading, others[key]) ? others[key] : "id",
                          "the id of the row", err);
    array_clear(&reading->answers);
    if (read_prediction(reading, &prediction, err) != 0)
        return ERR;
    int64_t item = table_find(&reading->gold->ids, id);
    if (item == TABLE_NONE) {
        take_unknown(reading, id);
        return 0;
    }
    prediction.item = (uint32_t)item;
    prediction.repair = arena_text(&out->arena, prediction.repair);
    prediction.code = arena_text(&out->arena, prediction.code);
    out->n_in_words += (int64_t)reading->answers.n;
    if (!reading->answers.n)
        array_push(&out->list, prediction);
    for (size_t i = 0; i < reading->answers.n; i++, prediction.rank++) {
        prediction.answer = arena_text(&out->arena, reading->answers.items[i]);
        array_push(&out->list, prediction);
    }
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
    array_release(&reading.answers);
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
