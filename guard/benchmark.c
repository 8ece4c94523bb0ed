/* The keys of a line show its format. The files of a folder are read in order of their names. */
#include "guard/benchmark.h"

#include "base/beneath.h"
#include "base/file.h"
#include "base/lines.h"
#include "base/str.h"
#include "base/table.h"
#include "db/store.h"
#include "tokenize/code_lines.h"
#include "tokenize/difference.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void benchmark_reject(struct benchmark *benchmark, const char *place, const char *reason)
{
    struct arena *arena = &benchmark->arena;
    if (++benchmark->n_rejected > MAX_LISTED_REJECTS)
        return;
    struct benchmark_reject reject = {arena_text(arena, place), arena_text(arena, reason)};
    array_push(&benchmark->rejects, reject);
}

void benchmark_release(struct benchmark *benchmark)
{
    array_release(&benchmark->items);
    array_release(&benchmark->rejects);
    arena_release(&benchmark->arena);
}

static struct item_code copy_code(struct arena *arena, const char *text, size_t length)
{
    return (struct item_code){arena_copy_text(arena, text, length), length};
}

/* The state of reading a benchmark. */
struct reading {
    struct benchmark *out;
    unsigned language_set;
    const char *place;  /* of the current line; copied to the arena if the line may give an item */
    struct table names; /* of the items' files, in their order */
};

/* ---- A file of JSON lines ---- */

static struct item_code code_of(struct reading *reading, const char *text)
{
    text += utf8_byte_order_mark(text, strlen(text));
    return copy_code(&reading->out->arena, text, strlen(text));
}

static const char *id_of(struct reading *reading, const struct json *line, const char *key)
{
    const char *id = json_text(json_get(line, key));
    return id && *id ? arena_text(&reading->out->arena, id) : reading->place;
}

/* Reads the place of the error. Returns false if there is no such place. */
static bool read_marker(size_t bytes[2], const char *text, const struct json *marker)
{
    double numbers[4];
    size_t length = strlen(text);
    for (size_t i = 0; i < 4; i++) {
        numbers[i] = json_number(json_item(marker, i), NAN);
        if (!(numbers[i] >= 0 && numbers[i] <= BENCHMARK_MAX_BYTES) ||
            numbers[i] != floor(numbers[i]))
            return false;
    }
    return json_count(marker) == 4 &&
           text_find_nbf_place(&bytes[0], text, length, numbers[0], numbers[1]) &&
           text_find_nbf_place(&bytes[1], text, length, numbers[2], numbers[3]) &&
           bytes[0] <= bytes[1];
}

static const char *add_nbf(struct reading *reading, const struct json *line, const char *text)
{
    const struct json *marker = json_get(line, "error_marker");
    const char *repair = json_text(json_get(line, "repair"));
    const char *type = json_text(json_get(line, "bug_type"));
    struct benchmark_item item = {.id = id_of(reading, line, "commit_sha"),
                                  .place = reading->place,
                                  .language = language_of_nbf()};
    size_t bytes[2];
    if (json_is_array(marker) && json_count(marker) == 0) { /* a clean program */
        item.codes[ITEM_FIXED] = code_of(reading, text);
        array_push(&reading->out->items, item);
        return NULL;
    }
    if (!repair || !read_marker(bytes, text, marker))
        return "error_marker is not a place [line, column, line, column] in input_text, "
               "or repair is missing";
    bool is_insertion = type && strcmp(type, "not") == 0 && *repair; /* before the marked token */
    scoped(str) fixed = {0};
    edit_apply(&fixed, text, strlen(text), bytes[0], is_insertion ? bytes[0] : bytes[1], repair,
               strlen(repair));
    item.codes[ITEM_BUGGY] = code_of(reading, text);
    item.codes[ITEM_FIXED] = code_of(reading, str_text(&fixed));
    array_push(&reading->out->items, item);
    return NULL;
}

/* Returns why the line cannot be used, or NULL. */
static const char *add_line(struct reading *reading, const struct json *line)
{
    const char *buggy = json_text(json_get(line, "buggy_code"));
    const char *fixed = json_text(json_get(line, "fixed_code"));
    const char *input = json_text(json_get(line, "input_text"));
    const char *longest = input ? input : buggy;
    if (!(input || (buggy && fixed)))
        return "neither buggy_code and fixed_code (pairs) nor input_text (nbf)";
    if (strlen(longest) > BENCHMARK_MAX_BYTES || (!input && strlen(fixed) > BENCHMARK_MAX_BYTES))
        return "a program is larger than 1 MiB";
    const char *name = json_text(json_get(line, "language"));
    const struct language *language = input  ? language_of_nbf()
                                      : name ? language_find(name)
                                             : languages[0];
    if (!language || !language_set_has(reading->language_set, language))
        return "a program in a language that the database does not have";
    reading->place = arena_text(&reading->out->arena, reading->place);
    if (input)
        return add_nbf(reading, line, input);
    struct benchmark_item item = {
        .id = id_of(reading, line, "id"), .place = reading->place, .language = language};
    item.codes[ITEM_BUGGY] = code_of(reading, buggy);
    item.codes[ITEM_FIXED] = code_of(reading, fixed);
    array_push(&reading->out->items, item);
    return NULL;
}

static int take_line(void *context, const struct json_line *line, struct err *err)
{
    struct reading *reading = context;
    scoped(str) place = {0};
    const char *problem = line->problem;
    (void)err;
    str_print(&place, "%s:%" PRIu64, reading->out->name, line->number);
    reading->place = str_text(&place);
    if (line->value)
        problem = add_line(reading, line->value);
    if (problem)
        benchmark_reject(reading->out, reading->place, problem);
    return 0;
}

/* ---- A folder ---- */

/* Reads a source file. If it cannot be used, it is rejected, and the code has no text. Fails if the
 * machine cannot read it. */
static int read_code(struct item_code *out, const struct reading *walk,
                     const struct beneath_folder *folder, const char *name, const char *place,
                     struct err *err)
{
    scoped(str) content = {0};
    struct err reason;
    *out = (struct item_code){0};
    enum beneath_result result = beneath_read(&content, folder, name, BENCHMARK_MAX_BYTES, &reason);
    if (result == BENEATH_BROKEN)
        return err_set(err, "cannot read '%s/%s': %s", folder->path, name, reason.message);
    if (result != BENEATH_OK) {
        benchmark_reject(walk->out, place, reason.message);
        return 0;
    }
    size_t mark = utf8_byte_order_mark(str_text(&content), content.length);
    const char *text = str_text(&content) + mark;
    size_t length = content.length - mark;
    if (utf8_is_valid(text, length))
        *out = copy_code(&walk->out->arena, text, length);
    else
        benchmark_reject(walk->out, place, "not UTF-8");
    return 0;
}

/* Reads the source files of buggy/ or fixed/. Each becomes a new item, or the other side of one. */
static int read_side(struct reading *walk, const struct beneath_folder *folder, enum item_side side,
                     const char *side_name, struct err *err)
{
    struct arena *arena = &walk->out->arena;
    scoped(beneath_names) names = {.list = {0}};
    int status = beneath_list(&names, folder, err);
    for (size_t i = 0; i < names.list.n && status == 0; i++) {
        const char *name = names.list.items[i].text;
        const struct language *language = language_of_extension(walk->language_set, name);
        if (!language)
            continue;
        const char *place = arena_print(arena, "%s/%s", side_name, name);
        struct item_code code;
        status = read_code(&code, walk, folder, name, place, err);
        const char *id = arena_copy_text(arena, name, (size_t)(strrchr(name, '.') - name));
        if (!code.text)
            continue;
        size_t number = (size_t)table_number(&walk->names, name);
        if (number == walk->out->items.n)
            array_push(&walk->out->items, (struct benchmark_item){id, place, language, {{0}}});
        walk->out->items.items[number].codes[side] = code;
    }
    return status;
}

static int read_folder(struct reading *walk, const char *path, struct err *err)
{
    static const char *const names[] = {[ITEM_BUGGY] = "buggy", [ITEM_FIXED] = "fixed"};
    scoped(beneath_folder) root = {.fd = -1};
    struct err reason;
    if (beneath_open_root(&root, path, &reason) != BENEATH_OK)
        return err_set(err, "cannot read '%s': %s", path, reason.message);
    for (enum item_side side = ITEM_BUGGY; side <= ITEM_FIXED; side++) {
        scoped(beneath_folder) folder = {.fd = -1};
        if (beneath_open(&folder, &root, names[side], &reason) != BENEATH_OK)
            return err_set(err,
                           "cannot read %s/ in '%s': %s; the folder of a benchmark has both buggy/ "
                           "and fixed/, one of which may be empty",
                           names[side], path, reason.message);
        if (read_side(walk, &folder, side, names[side], err) != 0)
            return ERR;
    }
    return 0;
}

/* ---- A database ---- */

static const char fixes_sql[] =
    "SELECT d.fix_id, d.language, d.buggy_code, d.fixed_code, f.start_byte, f.end_byte, f.after, "
    "f.function_line, f.function_end_line FROM fix_details d JOIN fixes f USING (fix_key) "
    "WHERE f.origin = 'real' ORDER BY fix_key";
enum { ID, LANGUAGE, BUGGY, FIXED, START, END, AFTER, FIRST_LINE, LAST_LINE };

/* Sets the programs of an item to the function before and after the edit. Returns false if the
 * edit is not in it. */
static bool add_function(struct benchmark_item *item, struct arena *arena, struct db_statement *row)
{
    const char *code = db_text(row, BUGGY);
    size_t length = db_text_length(row, BUGGY);
    size_t start = (size_t)db_int(row, START), end = (size_t)db_int(row, END);
    size_t first, last = length;
    if (db_int(row, LAST_LINE) == INT64_MAX ||
        !text_find_place(&first, code, length, db_int(row, FIRST_LINE), 0))
        return false;
    text_find_place(&last, code, length, db_int(row, LAST_LINE) + 1, 0);
    if (start < first || start > end || end > last)
        return false;
    scoped(str) fixed = {0};
    const char *function = code + first;
    size_t n = last - first;
    edit_apply(&fixed, function, n, start - first, end - first, db_text(row, AFTER),
               db_text_length(row, AFTER));
    item->codes[ITEM_BUGGY] = copy_code(arena, function, n);
    item->codes[ITEM_FIXED] = copy_code(arena, str_text(&fixed), fixed.length);
    return true;
}

static void add_fix(const struct reading *reading, struct db_statement *row)
{
    struct benchmark *out = reading->out;
    const struct language *language = language_find(db_text(row, LANGUAGE));
    const char *id = db_copy_text(row, ID, &out->arena);
    struct benchmark_item item = {.id = id, .place = id, .language = language};
    if (!language || !language_set_has(reading->language_set, language)) {
        benchmark_reject(out, id, "in a language that is not searched");
        return;
    }
    if (db_type(row, FIRST_LINE) == DB_NULL || !add_function(&item, &out->arena, row)) {
        item.codes[ITEM_BUGGY] =
            copy_code(&out->arena, db_text(row, BUGGY), db_text_length(row, BUGGY));
        item.codes[ITEM_FIXED] =
            copy_code(&out->arena, db_text(row, FIXED), db_text_length(row, FIXED));
    }
    array_push(&out->items, item);
}

static int read_store(const struct reading *reading, const char *path, struct err *err)
{
    scoped(db) *db = NULL;
    if (store_open(&db, path, err) != 0)
        return ERR;
    scoped(db_statement) *row = db_query(db, err, fixes_sql, NULL);
    int status;
    while ((status = db_step(row, err)) == 1)
        add_fix(reading, row);
    return status;
}

/* ---- Any of them ---- */

/* Several items may have one id: several bugs of one commit do. The place of the later ones is
 * added to their id. */
static void make_ids_unique(struct benchmark *benchmark)
{
    scoped(table) ids = {0};
    for (size_t i = 0; i < benchmark->items.n; i++) {
        struct benchmark_item *item = &benchmark->items.items[i];
        while (table_add(&ids, item->id) == TABLE_NONE)
            item->id = arena_print(&benchmark->arena, "%s@%s", item->id, item->place);
    }
}

/* Appends the extensions of the languages: ".py", or ".py or .cpp". */
static void add_extensions(struct str *out, unsigned language_set)
{
    for (int i = 0; languages[i]; i++)
        if (language_set >> i & 1)
            str_print(out, "%s.%s", out->length ? " or " : "", languages[i]->extension);
}

int benchmark_read(struct benchmark *out, const char *path, unsigned language_set, struct err *err)
{
    *out = (struct benchmark){0};
    scoped(str) name = {0};
    file_add_name(&name, path);
    out->name = arena_copy_text(&out->arena, str_text(&name), name.length);
    if (strcmp(path, "-") != 0 && access(path, F_OK) != 0)
        return err_set_errno(err, "cannot open the benchmark '%s'", path);
    scoped(str) extensions = {0};
    add_extensions(&extensions, language_set);
    struct reading reading = {.out = out, .language_set = language_set};
    int status = file_is_folder(path) ? read_folder(&reading, path, err)
                 : file_kind_at(path) == FILE_KIND_DATABASE
                     ? read_store(&reading, path, err)
                     : lines_each_json(path, take_line, &reading, err);
    if (status == 0 && out->items.n == 0 && out->rejects.n == 0)
        status = err_set(err,
                         "the benchmark '%s' contains no programs; name a folder with %s files in "
                         "buggy/ and fixed/, a file of JSON lines, or a database",
                         path, str_text(&extensions));
    table_release(&reading.names);
    make_ids_unique(out);
    return status;
}
