/* The content is read whole, cut into rows, and each row is parsed for itself, so that a bad row
 * spoils no other. */
#include "guard/tasks/task_list.h"

#include "base/file.h"
#include "base/json.h"
#include "base/lines.h"
#include "base/packed.h"
#include "base/table.h"
#include "base/sandbox/parquet_rows.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NAME = 1000, MAX_NUMBER_DIGITS = 9, READ_BYTES = 1 << 18 };
static const size_t max_bytes = (size_t)4 << 30;

struct reading {
    struct task_list *list;
    const char *path;
    struct table ids;
    ARRAY(size_t) id_lines; /* by the numbers of `ids` */
    size_t n_objects;
    size_t line, at; /* the number of the line at this byte of the content */
};

/* ---- Fields ---- */

/* Whether a text is a name without control characters, which include U+0080 to U+009F. */
static bool is_plain(const char *text)
{
    size_t n = text ? strlen(text) : 0;
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)text[i] < 0x20 || text[i] == 0x7f ||
            ((unsigned char)text[i] == 0xc2 && (unsigned char)text[i + 1] < 0xa0))
            return false;
    return n > 0 && n <= MAX_NAME && utf8_is_valid(text, n);
}

/* Returns the owner and name in the address of a repository. */
static const char *repository_of(struct arena *arena, const char *address)
{
    const char *scheme = strstr(address, "://"), *path = scheme ? scheme + 3 : address;
    const char *slash = strchr(path, '/'), *at = strchr(path, '@');
    if (!scheme && at && strchr(at, ':')) /* user@host:owner/name */
        path = strchr(at, ':') + 1;
    else if (slash &&
             (scheme || (strchr(slash + 1, '/') && memchr(path, '.', (size_t)(slash - path)))))
        path = slash + 1;
    size_t length = strlen(path);
    while (length && path[length - 1] == '/')
        length--;
    if (length > 4 && memcmp(path + length - 4, ".git", 4) == 0)
        length -= 4;
    return arena_copy_text(arena, path, length);
}

static const char *read_repository(struct task *task, const struct json *row, struct arena *arena)
{
    const char *repo = json_text_at(row, "repo"), *org = json_text_at(row, "org");
    if (!is_plain(repo))
        return repo && *repo ? "repo is not a name" : "no repo";
    task->repository = repository_of(arena, repo);
    if (is_plain(org) && !strchr(task->repository, '/'))
        task->repository = arena_print(arena, "%s/%s", org, task->repository);
    if (*task->repository)
        return NULL;
    task->repository = NULL;
    return "repo is not a name";
}

/* Returns the digits of a number that is written as one or as a text, or NULL. */
static const char *digits_of(struct arena *arena, const struct json *value)
{
    const char *text = json_text(value);
    int64_t number = json_int(value, 0);
    if (number > 0)
        return arena_print(arena, "%" PRId64, number);
    size_t n = text ? strspn(text, "0123456789") : 0;
    return n && !text[n] && n <= MAX_NUMBER_DIGITS ? arena_text(arena, text) : NULL;
}

/* Sets the number of the pull request. Ids of SWE-bench end in it: owner__name-number. */
static void read_number(struct task *task, const struct json *row, struct arena *arena)
{
    const char *dash = task->id && strstr(task->id, "__") ? strrchr(task->id, '-') : NULL;
    task->number = digits_of(arena, json_get(row, "number"));
    if (!task->number)
        task->number = digits_of(arena, json_get(row, "pull_number"));
    size_t n = dash ? strspn(dash + 1, "0123456789") : 0;
    if (!task->number && n && !dash[1 + n] && n <= MAX_NUMBER_DIGITS)
        task->number = dash + 1;
}

/* Sets the id, once the repository is known. */
static const char *read_id(struct task *task, const struct json *row, struct arena *arena)
{
    const char *id = json_text_at(row, "instance_id"), *org = json_text_at(row, "org");
    const char *name = task->repository ? strrchr(task->repository, '/') : NULL;
    const char *number = digits_of(arena, json_get(row, "number"));
    if (is_plain(id))
        task->id = arena_text(arena, id);
    else if (!id && is_plain(org) && name && number)
        task->id = arena_print(arena, "%s__%s-%s", org, name + 1, number);
    return id && !is_plain(id) ? "instance_id is not a name" : NULL;
}

static const char *read_base(struct task *task, const struct json *row, struct arena *arena)
{
    const struct json *base = json_get(row, "base");
    const char *id = json_text_at(row, "base_commit");
    const char *what = id || json_kind(base) != JSON_OBJECT ? "base_commit" : "base.sha";
    if (!id)
        id = json_text(json_kind(base) == JSON_OBJECT ? json_get(base, "sha") : NULL);
    if (!id || !*id)
        return arena_print(arena, "no %s", what);
    char *copy = arena_text(arena, id), *digits = text_cut(copy, " \t\r\n");
    size_t n = strspn(digits, "0123456789abcdefABCDEF");
    if (digits[n] || (n != 40 && n != 64))
        return is_plain(id) ? arena_print(arena, "%s '%s' is not a commit id", what, id)
                            : arena_print(arena, "%s is not a commit id", what);
    for (size_t i = 0; i < n; i++)
        digits[i] = (char)tolower((unsigned char)digits[i]);
    task->base = digits;
    return NULL;
}

static const char *read_patch(struct task *task, const struct json *row, struct arena *arena)
{
    const struct json *value = json_get(row, "patch");
    const char *name = value ? "patch" : "fix_patch";
    const char *text = json_text(value ? value : json_get(row, name));
    struct err err;
    if (!text || !text[strspn(text, " \t\r\n")])
        return "no patch";
    if (patch_read(&task->patch, text, strlen(text), &err) == 0)
        return NULL;
    patch_release(&task->patch);
    task->patch = (struct patch){0};
    return arena_print(arena, "%s cannot be read: %s", name, err.message);
}

/* Reads the fields of a row. Returns the first fault. */
static const char *read_fields(struct task *task, const struct json *row, struct arena *arena)
{
    const char *repository = read_repository(task, row, arena);
    const char *id = read_id(task, row, arena);
    const char *base = read_base(task, row, arena);
    const char *patch = read_patch(task, row, arena);
    read_number(task, row, arena);
    return id ? id : repository ? repository : base ? base : patch;
}

/* ---- Rows ---- */

/* Returns the number of the line at a byte. The bytes must ascend. */
static size_t line_at(struct reading *reading, size_t byte)
{
    const char *text = reading->list->text.text;
    for (const char *feed; reading->at < byte; reading->at = (size_t)(feed - text) + 1) {
        feed = memchr(text + reading->at, '\n', byte - reading->at);
        if (!feed)
            break;
        reading->line++;
    }
    return reading->line;
}

/* Sets the fault of a task whose id an earlier one has. */
static void check_id(struct reading *reading, struct task *task)
{
    int64_t number = table_find(&reading->ids, task->id);
    if (number == TABLE_NONE) {
        table_add(&reading->ids, task->id);
        array_push(&reading->id_lines, task->line);
    } else if (!task->fault) {
        task->fault = arena_print(&reading->list->arena, "line %zu has this instance_id, too",
                                  reading->id_lines.items[number]);
    }
}

static void take_row(struct reading *reading, size_t start, size_t length)
{
    struct task task = {.start = start, .length = length, .line = line_at(reading, start)};
    struct arena *arena = &reading->list->arena;
    const char *text = reading->list->text.text + start;
    scoped(json) *row = NULL;
    struct err err;
    if (length > LINES_MAX_BYTES)
        task.fault = "larger than 256 MiB";
    else if (json_parse(&row, text, length, &err) != 0)
        task.fault = arena_text(arena, err.message);
    else if (json_kind(row) != JSON_OBJECT)
        task.fault = "not a JSON object";
    else
        task.fault = read_fields(&task, row, arena);
    reading->n_objects += json_kind(row) == JSON_OBJECT;
    if (!task.id)
        task.id = arena_print(arena, "row %zu", reading->list->list.n + 1);
    check_id(reading, &task);
    if (task.fault)
        patch_release(&task.patch);
    array_push(&reading->list->list, task);
}

static size_t skip_blanks(const struct str *text, size_t at)
{
    return at + strspn(str_text(text) + at, " \t\r\n");
}

static void take_lines(struct reading *reading, size_t at)
{
    const struct str *text = &reading->list->text;
    while ((at = skip_blanks(text, at)) < text->length) {
        const char *feed = memchr(text->text + at, '\n', text->length - at);
        size_t end = feed ? (size_t)(feed - text->text) + 1 : text->length;
        take_row(reading, at, end - at);
        at = end;
    }
}

/* Returns the byte after the quote that closes a text; more than there are if none does. */
static size_t end_of_text(const struct str *text, size_t at)
{
    while (at < text->length && text->text[at] != '"')
        at += text->text[at] == '\\' ? 2 : 1;
    return at + 1;
}

/* Returns where the value at `at` ends, or 0 if it does not. Only brackets of any kind outside of
 * texts are counted, so it may not be JSON. A number or a word ends before the next blank, comma or
 * bracket. */
static size_t end_of_value(const struct str *text, size_t at)
{
    static const char marks[] = ",:[]{}\"", ends[] = ",:[]{}\" \t\r\n";
    const char *bytes = str_text(text);
    size_t depth = 0;
    if (at < text->length && !memchr(marks, bytes[at], strlen(marks))) {
        at += 1 + strcspn(bytes + at + 1, ends);
        return at < text->length ? at : 0;
    }
    while (at < text->length) {
        char c = bytes[at++];
        if (c == '"')
            at = end_of_text(text, at);
        depth += c == '[' || c == '{';
        depth -= depth && (c == ']' || c == '}');
        if (!depth && at <= text->length)
            return at;
    }
    return 0;
}

static int take_array(struct reading *reading, size_t at, struct err *err)
{
    const struct str *text = &reading->list->text;
    char next = '[';
    for (at++; next != ']'; at++) {
        size_t start = skip_blanks(text, at);
        bool is_empty = next == '[' && start < text->length && text->text[start] == ']';
        size_t end = is_empty ? start : end_of_value(text, start);
        at = skip_blanks(text, end);
        next = end && at < text->length ? text->text[at] : '\0';
        if (next != ',' && next != ']')
            return err_set(err, "'%s' has no whole JSON array; is the file complete?",
                           reading->path);
        if (!is_empty)
            take_row(reading, start, end - start);
    }
    return skip_blanks(text, at) == text->length
               ? 0
               : err_set(err, "'%s' has something after its JSON array", reading->path);
}

/* ---- Files ---- */

static int read_packed(struct str *text, const char *path, const char *name, struct err *err)
{
    scoped(packed) *packed = NULL;
    ptrdiff_t n;
    if (packed_open(&packed, path, err) != 0)
        return ERR;
    while ((n = packed_read(packed, str_reserve(text, READ_BYTES), READ_BYTES, err)) > 0) {
        str_extend(text, (size_t)n);
        if (text->length > max_bytes)
            return err_set(err, "'%s' is larger than 4 GiB", name);
    }
    return n < 0 ? ERR : 0;
}

/* The rows of Parquet become lines in a file without a name. */
static int read_parquet(struct str *text, const char *path, struct err *err)
{
    const char *folder = getenv("TMPDIR");
    char lines[32];
    scoped_fd int unnamed = file_open_unnamed(folder && *folder ? folder : P_tmpdir, err);
    if (unnamed < 0 || parquet_rows_copy(unnamed, path, err) != 0)
        return ERR;
    snprintf(lines, sizeof lines, "/proc/self/fd/%d", unnamed);
    return read_packed(text, lines, path, err);
}

static int take_patch(struct reading *reading, const char *base, struct err *err)
{
    struct task_list *list = reading->list;
    struct err reason;
    const char *name = strcmp(reading->path, "-") == 0 ? "patch" : file_name(reading->path);
    if (!is_plain(base) || *base == '-')
        return err_set(err, "--base '%s' is not a commit", base);
    struct task task = {.id = is_plain(name) ? arena_text(&list->arena, name) : "patch",
                        .base = arena_text(&list->arena, base),
                        .line = 1,
                        .length = list->text.length};
    int status = patch_read(&task.patch, str_text(&list->text), list->text.length, &reason);
    list->format = TASKS_PATCH;
    array_push(&list->list, task);
    return status == 0
               ? 0
               : err_set(err, "'%s' cannot be read as a patch: %s", reading->path, reason.message);
}

/* Makes lines of what the viewer of a hub answers: one object, "rows": [{"row": {...}}, ...]. */
static void expand_viewer(struct str *text)
{
    scoped(json) *object = NULL;
    scoped(str) lines = {0};
    struct err err;
    if (*str_text(text) != '{' || json_parse(&object, text->text, text->length, &err) != 0)
        return;
    json_each(item, json_get(object, "rows"))
        if (json_kind(json_get(item, "row")) == JSON_OBJECT) {
            json_print(&lines, json_get(item, "row"));
            str_add_text(&lines, "\n");
        }
    if (!lines.length)
        return;
    struct str was = *text;
    *text = lines;
    lines = was;
}

/* Takes lines or an array. Fails if no row can be a task. */
static int take_rows(struct reading *reading, struct err *err)
{
    struct task_list *list = reading->list;
    expand_viewer(&list->text);
    size_t at =
        skip_blanks(&list->text, utf8_byte_order_mark(str_text(&list->text), list->text.length));
    list->format = at < list->text.length && list->text.text[at] == '[' ? TASKS_ARRAY : TASKS_LINES;
    if (list->format == TASKS_LINES)
        take_lines(reading, at);
    else if (take_array(reading, at, err) != 0)
        return ERR;
    if (!list->list.n)
        return err_set(err, "'%s' has no tasks: it is empty", reading->path);
    const struct task *first = &list->list.items[0];
    const char *text = str_text(&list->text), *key = strstr(text, "base_commit");
    if (!reading->n_objects && key && key < text + strcspn(text, "\n"))
        return err_set(err,
                       "'%s' is CSV; make a JSON array of it: sqlite3 -json :memory: "
                       "'.import --csv FILE t' 'SELECT * FROM t'",
                       reading->path);
    return reading->n_objects ? 0
                              : err_set(err,
                                        "'%s' has no tasks: line %zu: %s; tasks are JSON lines, a "
                                        "JSON array, Parquet or, with --base, a patch",
                                        reading->path, first->line, first->fault);
}

int task_list_read(struct task_list *list, const char *path, const char *base, struct err *err)
{
    *list = (struct task_list){0};
    struct reading reading = {.list = list, .path = path, .line = 1};
    int status = file_has_extension(path, "parquet") ? read_parquet(&list->text, path, err)
                                                     : read_packed(&list->text, path, path, err);
    if (status == 0)
        status = base ? take_patch(&reading, base, err) : take_rows(&reading, err);
    table_release(&reading.ids);
    array_release(&reading.id_lines);
    return status;
}

/* ---- Writing ---- */

/* Writes the rows with what is between them in an array, or around it. */
static void write_rows(const struct task_list *list, const bool *is_wanted, FILE *out)
{
    const char *text = list->text.text;
    size_t n = list->list.n, end = 0; /* of the row before */
    bool is_array = list->format == TASKS_ARRAY, has_row = false;
    for (size_t i = 0; i < n; i++) {
        const struct task *task = &list->list.items[i];
        if (is_array && (i == 0 || (is_wanted[i] && has_row)))
            fwrite(text + end, 1, task->start - end, out);
        if (is_wanted[i])
            fwrite(text + task->start, 1, task->length, out);
        has_row |= is_wanted[i];
        end = task->start + task->length;
    }
    if (is_array)
        fwrite(text + end, 1, list->text.length - end, out);
}

int task_list_write(const struct task_list *list, const bool *is_wanted,
                    const struct target *target, struct err *err)
{
    scoped_file FILE *out = fopen(target->partial_path, "we");
    if (!out)
        return file_write_failed(target->partial_path, err);
    write_rows(list, is_wanted, out);
    return file_close(hand_over(out), target->path, err);
}

void task_list_release(struct task_list *list)
{
    for (size_t i = 0; i < list->list.n; i++)
        patch_release(&list->list.items[i].patch);
    array_release(&list->list);
    str_release(&list->text);
    arena_release(&list->arena);
}
