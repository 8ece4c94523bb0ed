/* Items of a file are its rows. A file with an incomplete row is refused, because the score of a
 * part would look like the score of the whole. Only what scoring needs is kept. */
#include "score/gold.h"

#include "base/file.h"
#include "base/lines.h"
#include "base/str.h"
#include "db/store.h"
#include "export/format.h"
#include "score/answer.h"
#include "tokenize/difference.h"

#include <inttypes.h>
#include <string.h>

struct reading {
    struct gold *gold;
    const char *path;
    bool is_place_given; /* asked for by the user */
};

static struct token_text keep(struct gold *gold, const char *bytes, size_t length)
{
    return (struct token_text){arena_copy_text(&gold->arena, bytes, length), length};
}

/* Keeps a program without its byte order mark. */
static struct token_text keep_program(struct gold *gold, const char *text)
{
    text += utf8_byte_order_mark(text, strlen(text));
    return keep(gold, text, strlen(text));
}

/* ---- Rows with ids ---- */

/* All rows with ids must have the same question. Returns what is wrong, or NULL. */
static const char *take_question(struct reading *reading, const struct question *question,
                                 bool is_marked)
{
    struct gold *gold = reading->gold;
    bool is_given = is_marked && question->is_repair, is_first = gold->items.n == 0;
    if (!is_first && question != gold->question)
        return "the task differs from that of earlier rows";
    gold->question = question;
    if (reading->is_place_given && !is_marked)
        return "the place is not marked in the row; omit --mark-location";
    if (!is_first && is_given != gold->is_place_given)
        return "the place is marked in only some of the rows";
    gold->is_place_given = is_given;
    return NULL;
}

/* Takes the answer, which gives the place or the fixed code. */
static const char *take_answer(struct gold_item *item, struct gold *gold, const char *text)
{
    if (gold->question->is_repair) {
        item->fixed = keep(gold, text, strlen(text));
        item->bug.is_unplaced = true;
        return NULL;
    }
    item->right = arena_text(&gold->arena, text);
    struct answer answer = answer_read(item->right, gold->question);
    if (answer.kind == ANSWER_UNREADABLE || answer.kind == ANSWER_NO_BUG)
        return "the answer does not fit the task";
    item->bug.line = answer.line;
    item->bug.column = answer.column;
    if (answer.kind == ANSWER_CHANGE)
        item->bug.after = keep(gold, answer.after.bytes, answer.after.length).bytes;
    return NULL;
}

static const char *read_with_ids(struct gold_item *item, const struct json *row,
                                 struct reading *reading)
{
    const char *category = json_text_at(row, "category"), *answer = export_find_answer(row);
    const struct question *question = question_find(json_text_at(row, "task"));
    bool is_correct = json_is_true(json_get(row, "negative"));
    if (!question)
        return "unknown task";
    if (!item->language)
        return "unknown language";
    item->category = is_correct ? GOLD_CORRECT : category ? bug_category_find(category) : -1;
    if (item->category < 0)
        return "unknown category";
    item->program = item->fixed =
        keep(reading->gold, json_text_at(row, "code"), strlen(json_text_at(row, "code")));
    const char *fault =
        take_question(reading, question, json_is_true(json_get(row, "location_marked")));
    if (fault || is_correct)
        return fault;
    return answer ? take_answer(item, reading->gold, answer)
                  : "the row has no answer as a format with answers, such as messages, has it";
}

/* ---- pairs ---- */

static const char *read_pair(struct gold_item *item, const struct json *row, struct gold *gold)
{
    const char *category = json_text_at(row, "category"), *after = json_text_at(row, "after");
    const char *dialect = json_text_at(row, "dialect");
    size_t start;
    if (!item->language && json_text_at(row, "language"))
        return "unknown language";
    if (!item->language)
        item->language = languages[0];
    if (!category || !after)
        return "category or after is missing";
    bool is_correct = strcmp(category, "none") == 0;
    item->category = is_correct ? GOLD_CORRECT : bug_category_find(category);
    if (item->category < 0)
        return "unknown category";
    item->program = keep_program(gold, json_text_at(row, "buggy_code"));
    item->fixed = keep_program(gold, json_text_at(row, "fixed_code"));
    item->dialect = dialect && *dialect ? arena_text(&gold->arena, dialect) : NULL;
    if (is_correct)
        return NULL;
    item->bug =
        (struct gold_bug){json_int(json_get(row, "line"), 0), json_int(json_get(row, "column"), -1),
                          arena_text(&gold->arena, after), false};
    return text_find_place(&start, item->program.bytes, item->program.length, item->bug.line,
                           item->bug.column)
               ? NULL
               : "line and column are not a place in buggy_code";
}

/* ---- Any row ---- */

/* Makes an item of a row. Returns NULL, or a static text with what is wrong. */
static const char *read_row(struct gold_item *item, const struct json *row, struct reading *reading)
{
    struct gold *gold = reading->gold;
    const char *code = json_text_at(row, "task") ? json_text_at(row, "code") : NULL;
    const char *buggy = json_text_at(row, "buggy_code"), *fixed = json_text_at(row, "fixed_code");
    const char *id = json_text_at(row, "id"), *language = json_text_at(row, "language");
    const char *problem = json_text_at(row, "problem_id");
    if (!code && !(buggy && fixed))
        return "neither buggy_code and fixed_code (pairs), nor task and code (the ids of other "
               "formats); score the rows of --format pairs with the same ids";
    if (!id || !*id)
        return "id is missing";
    if (strlen(code ? code : buggy) > GOLD_MAX_BYTES || (fixed && strlen(fixed) > GOLD_MAX_BYTES))
        return "the program is larger than 1 MiB";
    *item = (struct gold_item){.id = arena_text(&gold->arena, id),
                               .problem =
                                   problem && *problem ? arena_text(&gold->arena, problem) : NULL,
                               .language = language ? language_find(language) : NULL,
                               .category = GOLD_CORRECT,
                               .bug.after = "",
                               .split = STRATUM_NONE,
                               .right = ""};
    return code ? read_with_ids(item, row, reading) : read_pair(item, row, gold);
}

static int take_line(void *context, const struct json_line *line, struct err *err)
{
    struct reading *reading = context;
    struct gold *gold = reading->gold;
    struct gold_item item;
    const char *fault = line->value ? read_row(&item, line->value, reading) : line->problem;
    if (fault)
        return err_set(err, "%s:%" PRIu64 ": %s", reading->path, line->number, fault);
    if (table_add(&gold->ids, item.id) == TABLE_NONE)
        return err_set(err, "%s:%" PRIu64 ": duplicate id '%.200s'", reading->path, line->number,
                       item.id);
    array_push(&gold->items, item);
    gold->n_correct += item.category == GOLD_CORRECT;
    return 0;
}

static void number_problems(struct gold *gold)
{
    scoped(table) known = {0};
    scoped_array ARRAY(size_t) numbers = {0};
    for (size_t i = 0; i < gold->items.n; i++) {
        struct gold_item *item = &gold->items.items[i];
        size_t at = item->problem ? (size_t)table_number(&known, item->problem) : numbers.n;
        item->problem_number = at < numbers.n ? numbers.items[at] : gold->n_problems++;
        if (item->problem && at == numbers.n)
            array_push(&numbers, item->problem_number);
        gold->n_without_problem += !item->problem;
    }
}

/* Fails if the path is not that of rows. */
static int check_kind(const char *path, struct err *err)
{
    static const char *const others[FILE_KIND_TEXT + 1] = {
        [FILE_KIND_DATABASE] = "a database; export its rows (tokfix export DB --split test -o "
                               "test.jsonl), score those, and name it with --database",
        [FILE_KIND_FOLDER] = "a folder; give a file of rows in it",
        [FILE_KIND_TEXT] = "text without rows; give JSON lines of tokfix export",
    };
    struct file_start start = {0};
    if (strcmp(path, "-") != 0 && file_start_read(&start, path, err) != 0)
        return ERR;
    return others[start.kind] ? err_set(err, "'%s' is %s", path, others[start.kind]) : 0;
}

int gold_read(struct gold *out, const char *path, bool is_place_given, struct err *err)
{
    struct reading reading = {out, path, is_place_given};
    *out = (struct gold){.question = questions[0], .is_place_given = is_place_given};
    if (check_kind(path, err) != 0 || lines_each_json(path, take_line, &reading, err) != 0)
        return ERR;
    if (out->items.n == 0)
        return err_set(err, "'%s' has no rows to score", path);
    if (out->is_place_given && out->n_correct)
        return err_set(err,
                       "'%s' has %s, for which no place can be given; omit --mark-location, or "
                       "score only bugs",
                       path, counted(out->n_correct, "correct program", "correct programs").text);
    number_problems(out);
    return 0;
}

int gold_find_fixes(struct gold *gold, struct db *db, const char *path, struct err *err)
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

void gold_release(struct gold *gold)
{
    array_release(&gold->items);
    table_release(&gold->ids);
    arena_release(&gold->arena);
}
