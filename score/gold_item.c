/* Excerpts are cut as in an export. A row with ids contains the shown code; its format decides
 * where its answer is.
 *
 * The marker of a row of nbf is [start line, start column, end line, end column], all from 0, with
 * lines ended by LF, columns in code points and an exclusive end. With the type `not` and the
 * repair "not", `not` is missing before the marked token. A byte order mark counts in the marker,
 * but is not part of the program. */
#include "score/gold.h"

#include "base/str.h"
#include "score/answer.h"
#include "tokenize/difference.h"

#include <math.h>
#include <string.h>

static struct token_text keep(struct arena *arena, const char *bytes, size_t length)
{
    return (struct token_text){arena_copy_text(arena, bytes, length), length};
}

static void show_all(struct gold_item *item)
{
    item->shown.part_start = item->shown.start_byte = 0;
    item->shown.part_end = item->program.length;
    item->shown.start = (struct position){.line = 1, .column = 0};
    item->shown.right = "";
}

static void use_language(struct gold_viewer *viewer, const struct language *language)
{
    if (viewer->lexical && viewer->lexical->language == language)
        return;
    lexical_free(viewer->lexical);
    viewer->lexical = lexical_new(language);
}

/* Keeps what cuts the shown code from the item's program. */
static const struct fix *keep_fix(const struct gold_item *item, const struct fix *row,
                                  struct arena *arena)
{
    struct fix *kept = arena_alloc(arena, 1, sizeof *kept);
    *kept = (struct fix){
        .edit = arena_text(arena, row->edit),
        .category = arena_text(arena, row->category),
        .before = arena_text(arena, row->before),
        .after = item->bug.after,
        .start_byte = row->start_byte,
        .split_number = row->split_number,
        .end_byte = row->end_byte,
        .token_end_byte = row->token_end_byte,
        .buggy_code = item->program.bytes,
        .buggy_length = item->program.length,
        .fixed_code = item->fixed.bytes,
        .fixed_length = item->fixed.length,
        .provenance.repository = arena_text(arena, row->provenance.repository),
        .place = row->place,
        .place_end = row->place_end,
        .is_clean = row->is_clean,
    };
    return kept;
}

const char *gold_item_show(struct gold_item *item, const struct fix *row,
                           struct gold_viewer *viewer)
{
    struct excerpt *excerpt = &viewer->excerpt;
    const struct export_view *view = viewer->view;
    show_all(item);
    if (granularity_for(view->granularity, row) == GRANULARITY_FUNCTION)
        use_language(viewer, item->language);
    if (!excerpt_cut(excerpt, row, view->granularity, view->n_context, viewer->lexical))
        return "the program cannot be cut into tokens";
    item->shown.part_start = excerpt->part_start;
    item->shown.part_end = excerpt->part_start + excerpt->buggy.length;
    item->shown.start_byte = excerpt->part_start - excerpt->above.length;
    item->shown.start = source_position(row->buggy_code, row->buggy_length, item->shown.start_byte);
    if (!item->fix)
        item->fix = keep_fix(item, row, viewer->arena);
    if (view->task->is_repair || row->is_clean)
        return NULL;
    str_clear(&viewer->answer);
    view->task->answer(&viewer->answer, row, excerpt);
    item->shown.right =
        arena_copy_text(viewer->arena, str_text(&viewer->answer), viewer->answer.length);
    return NULL;
}

void gold_viewer_release(struct gold_viewer *viewer)
{
    excerpt_release(&viewer->excerpt);
    str_release(&viewer->answer);
    lexical_free(viewer->lexical);
}

static const struct json *last_of(const struct json *list)
{
    return json_item(list, json_count(list) ? json_count(list) - 1 : 0);
}

/* Finds the answer of a row in any of the formats. Returns false if there is none. */
static bool add_answer(struct str *out, const struct json *row)
{
    static const char *const keys[] = {"completion", "chosen"};
    const char *text = json_text_at(last_of(json_get(row, "messages")), "content");
    for (size_t i = 0; i < sizeof keys / sizeof *keys && !text; i++)
        text = json_text_at(row, keys[i]);
    str_add_text(out, text ? text : "");
    return out->length > 0;
}

/* Reads the answer, which gives the place or the fixed code. */
static const char *take_answer(struct gold_item *item, const struct export_task *task,
                               const char *text, size_t length, struct arena *arena)
{
    if (task->is_repair) {
        item->fixed = keep(arena, text, length);
        item->bug.is_unplaced = true;
        return NULL;
    }
    item->shown.right = arena_copy_text(arena, text, length);
    struct answer answer = answer_read(item->shown.right, task);
    if (answer.kind == ANSWER_UNREADABLE || answer.kind == ANSWER_NO_BUG)
        return "the answer does not fit the task";
    item->bug.line = answer.line;
    item->bug.column = answer.column;
    if (answer.kind == ANSWER_CHANGE)
        item->bug.after = keep(arena, answer.after.bytes, answer.after.length).bytes;
    return NULL;
}

/* Reads a row of a trainer's format with ids. */
static const char *read_with_ids(struct gold_item *item, const struct export_task **task,
                                 const struct json *row, struct arena *arena)
{
    const char *name = json_text_at(row, "task"), *code = json_text_at(row, "code");
    const char *category = json_text_at(row, "category");
    const char *language = json_text_at(row, "language");
    scoped(str) answer = {0};
    item->language = language ? language_find(language) : NULL;
    if (!item->language)
        return "unknown language";
    *task = name ? export_task_find(name) : NULL;
    if (!*task)
        return "unknown task";
    bool is_correct = json_is_true(json_get(row, "negative"));
    item->category = is_correct ? GOLD_CORRECT : category ? bug_category_find(category) : -1;
    if (item->category < 0)
        return "unknown category";
    item->program = item->fixed = keep(arena, code, strlen(code));
    item->bug.after = "";
    show_all(item);
    if (is_correct)
        return NULL;
    if (!add_answer(&answer, row))
        return "the row has no answer in the format messages, prompt-completion or preference";
    return take_answer(item, *task, str_text(&answer), answer.length, arena);
}

/* Returns the category: it depends on the type and, for `binop`, on the repair. An operator of two
 * words can have any blanks between them. */
static int category_of(const struct language *language, const char *type, const char *repair)
{
    static const struct {
        const char *type;
        enum bug_category category;
    } types[] = {
        {"varmisuse", CATEGORY_VARIABLE_MISUSE},
        {"litbool", CATEGORY_LITERAL},
        {"numeric", CATEGORY_LITERAL},
        {"not", CATEGORY_LOGICAL_OPERATOR},
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].type, type) == 0)
            return types[i].category;
    if (strcmp(type, "binop") != 0)
        return -1;
    scoped(str) text = {0};
    for (const char *at = repair; *at; at++)
        if (*at != ' ' || at[1] != ' ')
            str_add(&text, at, 1);
    int category = language_operator_category(language, str_text(&text));
    return category;
}

/* Finds the bytes of the error. Returns false if the marker is invalid. */
static bool read_marker(size_t bytes[2], struct token_text text, const struct json *marker)
{
    double numbers[4];
    for (size_t i = 0; i < 4; i++) {
        numbers[i] = json_number(json_item(marker, i), -1);
        if (!(numbers[i] >= 0 && numbers[i] <= GOLD_MAX_BYTES) || numbers[i] != floor(numbers[i]))
            return false;
    }
    return json_count(marker) == 4 &&
           source_find_nbf_place(&bytes[0], text.bytes, text.length, numbers[0], numbers[1]) &&
           source_find_nbf_place(&bytes[1], text.bytes, text.length, numbers[2], numbers[3]) &&
           bytes[0] < bytes[1];
}

static const char *read_nbf(struct gold_item *item, const struct json *row, struct arena *arena)
{
    const char *type = json_text_at(row, "bug_type");
    const char *repair = json_text_at(row, "repair");
    const char *input = json_text_at(row, "input_text");
    const struct json *marker = json_get(row, "error_marker");
    struct token_text text = {input, strlen(input)};
    size_t bytes[2], mark = utf8_byte_order_mark(input, text.length);
    if (!type || !json_is_array(marker))
        return "bug_type or error_marker is missing";
    item->language = language_of_nbf();
    item->program = item->fixed = keep(arena, input + mark, text.length - mark);
    item->bug.after = "";
    item->category = GOLD_CORRECT;
    show_all(item);
    if (json_count(marker) == 0)
        return NULL;
    if (!repair || !read_marker(bytes, text, marker) || bytes[0] < mark)
        return "error_marker is not a place [line, column, line, column] in input_text, or the "
               "repair is missing";
    item->category = category_of(item->language, type, repair);
    if (item->category < 0)
        return "bug_type is not varmisuse, binop, not, litbool or numeric";
    struct position place =
        source_position(item->program.bytes, item->program.length, bytes[0] - mark);
    item->bug.line = place.line;
    item->bug.column = place.column;
    item->bug.after = arena_text(arena, repair);
    bool is_insertion = strcmp(type, "not") == 0 && *repair;
    scoped(str) fixed = {0};
    edit_apply(&fixed, item->program.bytes, item->program.length, bytes[0] - mark,
               (is_insertion ? bytes[0] : bytes[1]) - mark, repair, strlen(repair));
    item->fixed = keep(arena, str_text(&fixed), fixed.length);
    return NULL;
}

static struct token_text keep_program(const char *text, struct arena *arena)
{
    text += utf8_byte_order_mark(text, strlen(text));
    return keep(arena, text, strlen(text));
}

static const char *text_of(const struct json *row, const char *key)
{
    const char *text = json_text_at(row, key);
    return text ? text : "";
}

/* Cuts the shown code for a bug that starts at a byte. */
static const char *show_bug(struct gold_item *item, const struct json *json, size_t start,
                            struct gold_viewer *viewer)
{
    struct fix row = {
        .before = text_of(json, "before"),
        .after = item->bug.after,
        .category = text_of(json, "category"),
        .buggy_code = item->program.bytes,
        .buggy_length = item->program.length,
        .fixed_code = item->fixed.bytes,
        .fixed_length = item->fixed.length,
        .start_byte = (int64_t)start,
        .end_byte = json_int(json_get(json, "end_byte"), 0),
    };
    if (row.end_byte < row.start_byte || (size_t)row.end_byte > row.buggy_length)
        row.end_byte = row.start_byte;
    row.provenance.repository = json_text_at(json, "repository"); /* NULL: no repository */
    row.edit = !*row.before ? "insert" : !*row.after ? "delete" : "replace";
    row.token_end_byte = row.place_end = row.end_byte;
    row.place = row.start_byte;
    return gold_item_show(item, &row, viewer);
}

/* Whether the system saw only a part of the program. */
static bool shows_part(const struct export_view *view, const struct json *json)
{
    const struct fix row = {.provenance.repository = json_text_at(json, "repository")};
    return granularity_for(view->granularity, &row) != GRANULARITY_PROGRAM;
}

/* Sets the viewer to show the whole of a row that has a part of a file, which is what the system
 * saw. Returns NULL, or why that is unknown. */
static const char *view_part(struct export_view *whole, struct gold_viewer *viewer)
{
    const struct fix of_git = {.provenance.repository = "."};
    if (granularity_for(viewer->view->granularity, &of_git) != GRANULARITY_FUNCTION)
        return "the row has a part of the file; score the database, or rows of pairs with "
               "--granularity program";
    *whole = *viewer->view;
    whole->granularity = GRANULARITY_PROGRAM;
    viewer->view = whole;
    return NULL;
}

/* Makes the item of a row of `pairs`, of all that the row has. */
static const char *read_program(struct gold_item *item, const struct json *row,
                                struct gold_viewer *viewer)
{
    struct arena *arena = viewer->arena;
    const char *category = json_text_at(row, "category");
    const char *after = json_text_at(row, "after");
    const char *language = json_text_at(row, "language");
    const char *dialect = json_text_at(row, "dialect");
    size_t start;
    item->language = language ? language_find(language) : languages[0];
    if (!item->language)
        return "unknown language";
    if (!category || !after)
        return "category or after is missing";
    bool is_correct = strcmp(category, "none") == 0;
    item->category = is_correct ? GOLD_CORRECT : bug_category_find(category);
    if (item->category < 0)
        return "unknown category";
    item->program = keep_program(json_text_at(row, "buggy_code"), arena);
    item->fixed = keep_program(json_text_at(row, "fixed_code"), arena);
    item->bug.after = arena_text(arena, after);
    item->dialect = dialect && *dialect ? arena_text(arena, dialect) : NULL;
    show_all(item);
    if (is_correct && shows_part(viewer->view, row))
        return "rows of pairs do not contain the code shown for a correct program; score the "
               "database, or rows of the format that was shown";
    if (is_correct)
        return NULL;
    item->bug.line = json_int(json_get(row, "line"), 0);
    item->bug.column = json_int(json_get(row, "column"), -1);
    if (!source_find_place(&start, item->program.bytes, item->program.length, item->bug.line,
                           item->bug.column))
        return "line and column are not a place in buggy_code";
    return show_bug(item, row, start, viewer);
}

/* Makes the item of a row of `pairs`. */
static const char *read_pair(struct gold_item *item, const struct json *row,
                             struct gold_viewer *viewer)
{
    const struct export_view *view = viewer->view;
    const char *granularity = json_text_at(row, "granularity");
    struct export_view whole;
    if (!granularity || !*granularity || strcmp(granularity, granularity_name(0)) == 0)
        return read_program(item, row, viewer);
    const char *reason = view_part(&whole, viewer);
    if (!reason)
        reason = read_program(item, row, viewer);
    viewer->view = view;
    item->fix = NULL;
    return reason;
}

const char *gold_item_read(struct gold_item *item, const struct export_task **task,
                           const struct json *row, struct gold_viewer *viewer)
{
    struct arena *arena = viewer->arena;
    const char *code = json_text_at(row, "task") ? json_text_at(row, "code") : NULL;
    const char *buggy = json_text_at(row, "buggy_code");
    const char *fixed = json_text_at(row, "fixed_code");
    const char *input = json_text_at(row, "input_text");
    const char *id = json_text_at(row, input ? "commit_sha" : "id");
    const char *longer = input ? input : code ? code : buggy;
    if (!input && !code && !(buggy && fixed))
        return "neither buggy_code and fixed_code (pairs), nor input_text (nbf), nor task and code "
               "(the ids of the other formats)";
    if (!id || !*id)
        return input ? "commit_sha, the id, is missing" : "id is missing";
    if (strlen(longer) > GOLD_MAX_BYTES || (fixed && strlen(fixed) > GOLD_MAX_BYTES))
        return "the program is larger than 1 MiB";
    item->id = arena_text(arena, id);
    const char *problem = json_text_at(row, input ? "project" : "problem_id");
    item->problem = problem && *problem ? arena_text(arena, problem) : NULL;
    *task = NULL;
    if (input)
        return read_nbf(item, row, arena);
    return code ? read_with_ids(item, task, row, arena) : read_pair(item, row, viewer);
}
