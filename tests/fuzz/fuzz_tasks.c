/* Lists of tasks and patches: any bytes are read, and what is kept of them is sound.
 *
 * An input that begins with `{`, `[` or a blank is a list of tasks: ids occur once, no row is lost,
 * and a task that is written alone reads back the same. Any other is a patch, perhaps with a line
 * `====` and the text that it is applied to after it: paths are safe, hunks have as many lines as
 * they say, and what it adds to the text is what they say. A patch in a row is read as the patch
 * itself. (tests/slow/test_patch_git.c compares patched texts with those of git.) */
#include "base/file.h"
#include "base/json.h"
#include "guard/tasks/task_list.h"
#include "tests/fuzz/target.h"

/* ---- Patches ---- */

static void check_path(const char *path)
{
    if (!path)
        return;
    REQUIRE(*path && *path != '/' && strlen(path) <= PATCH_MAX_PATH, "the path '%s'", path);
    for (const char *part = path; part; part = strchr(part, '/')) {
        part += *part == '/';
        size_t n = strcspn(part, "/");
        REQUIRE(n && !(n == 1 && *part == '.') && !(n == 2 && memcmp(part, "..", 2) == 0),
                "the path '%s'", path);
    }
    for (const char *c = path; *c; c++)
        REQUIRE((unsigned char)*c >= 0x20 && *c != 0x7f, "a control character");
}

static void check_hunk(const struct patch *patch, const struct patch_hunk *hunk)
{
    uint32_t n[N_PATCH_SIDES] = {0}, n_changes = 0;
    REQUIRE(hunk->n_lines <= patch->lines.n && hunk->first_line <= patch->lines.n - hunk->n_lines,
            "lines that are not there");
    for (uint32_t i = 0; i < hunk->n_lines; i++) {
        const struct patch_line *line = &patch->lines.items[hunk->first_line + i];
        REQUIRE(line->kind == ' ' || line->kind == '-' || line->kind == '+', "a kind of line");
        REQUIRE(!memchr(line->text, '\n', line->length), "two lines in one");
        n[PATCH_BEFORE] += line->kind != '+';
        n[PATCH_AFTER] += line->kind != '-';
        n_changes += line->kind != ' ';
    }
    REQUIRE(n_changes && memcmp(n, hunk->n, sizeof n) == 0, "not as many lines as it says");
}

static void check_patch(const struct patch *patch)
{
    uint32_t n_hunks = 0;
    REQUIRE(patch->files.n, "no file");
    for (size_t i = 0; i < patch->files.n; i++) {
        const struct patch_file *file = &patch->files.items[i];
        check_path(file->path[PATCH_BEFORE]);
        check_path(file->path[PATCH_AFTER]);
        REQUIRE(file->path[PATCH_BEFORE] || file->path[PATCH_AFTER], "a file without a name");
        REQUIRE(!file->n_hunks || file->first_hunk == n_hunks, "hunks of another file");
        n_hunks += file->n_hunks;
    }
    REQUIRE(n_hunks == patch->hunks.n, "hunks of no file");
    for (size_t i = 0; i < patch->hunks.n; i++)
        check_hunk(patch, &patch->hunks.items[i]);
}

/* ---- Applying ---- */

/* What a patch adds to a text is what its hunks say. */
static void check_applied(const struct patch *patch, const struct patch_file *file,
                          const char *text, size_t length)
{
    for (int is_reverse = 0; is_reverse < 2; is_reverse++) {
        scoped(str) out = {0};
        int64_t growth = (int64_t)length;
        bool is_applied = patch_apply(&out, patch, file, text, length, is_reverse);
        REQUIRE(is_applied || !out.length, "something of a text");
        for (uint32_t i = 0; i < file->n_hunks; i++) {
            const struct patch_hunk *hunk = &patch->hunks.items[file->first_hunk + i];
            for (uint32_t j = 0; j < hunk->n_lines; j++) {
                const struct patch_line *line = &patch->lines.items[hunk->first_line + j];
                int64_t bytes = (int64_t)line->length + !line->has_no_end;
                growth += line->kind == ' '                          ? 0
                          : (line->kind == '-') != (is_reverse != 0) ? -bytes
                                                                     : bytes;
            }
        }
        REQUIRE(!is_applied || (int64_t)out.length == growth, "%zu bytes", out.length);
    }
}

/* ---- Lists ---- */

static void check_text(const char *text)
{
    REQUIRE(text && *text && utf8_is_valid(text, strlen(text)), "no text");
    for (const char *c = text; *c; c++)
        REQUIRE((unsigned char)*c >= 0x20 && *c != 0x7f, "a control character");
}

static void check_task(const struct task *task)
{
    check_text(task->id);
    if (task->repository)
        check_text(task->repository);
    if (task->number)
        REQUIRE(*task->number && strspn(task->number, "0123456789") == strlen(task->number),
                "the number '%s'", task->number);
    if (task->fault) {
        check_text(task->fault);
        return;
    }
    size_t n = task->base ? strlen(task->base) : 0;
    REQUIRE(task->repository && (n == 40 || n == 64) && strspn(task->base, "0123456789abcdef") == n,
            "not a base");
    check_patch(&task->patch);
}

/* Writes some of the tasks. */
static void write_tasks(struct str *out, const struct task_list *list, const bool *is_wanted)
{
    struct err err;
    char path[] = "rows", *partial_path = (char *)target_file(1, "", 0);
    const struct target target = {.path = path, .partial_path = partial_path};
    str_clear(out);
    REQUIRE(task_list_write(list, is_wanted, &target, &err) == 0, "%s", err.message);
    REQUIRE(file_read(out, partial_path, &err) == 0, "%s", err.message);
}

static int read_list(struct task_list *list, const char *bytes, size_t length)
{
    struct err err = {""};
    int status = task_list_read(list, target_file(0, bytes, length), NULL, &err);
    REQUIRE(status == 0 || err.message[0], "a failure without a reason");
    return status;
}

/* A task that is written alone is read as it was. A byte order mark is skipped before lines. */
static void check_alone(const struct task_list *list, size_t i, bool *is_wanted)
{
    scoped(str) out = {0};
    scoped(task_list) again = {0};
    const struct task *task = &list->list.items[i];
    if (task->fault)
        return;
    is_wanted[i] = true;
    write_tasks(&out, list, is_wanted);
    is_wanted[i] = false;
    REQUIRE(read_list(&again, str_text(&out), out.length) == 0 && again.list.n == 1, "not alone");
    const struct task *other = &again.list.items[0];
    size_t mark = utf8_byte_order_mark(list->text.text + task->start, task->length);
    REQUIRE(!other->fault && strcmp(other->repository, task->repository) == 0 &&
                strcmp(other->base, task->base) == 0 &&
                other->patch.lines.n == task->patch.lines.n &&
                (other->length == task->length || other->length + mark == task->length),
            "another task when it is alone");
}

/* Rows come in order, and only blanks and, in an array, commas and brackets are between them. */
static void check_rows(const struct task_list *list)
{
    size_t end = utf8_byte_order_mark(str_text(&list->text), list->text.length), line = 1;
    const char *between = list->format == TASKS_ARRAY ? " \t\r\n,[" : " \t\r\n";
    for (size_t i = 0; i < list->list.n; i++) {
        const struct task *task = &list->list.items[i];
        REQUIRE(task->start >= end && task->line >= line, "rows that are not in order");
        for (; end < task->start; end++)
            REQUIRE(list->text.text[end] && strchr(between, list->text.text[end]), "a lost row");
        end = task->start + task->length;
        line = task->line;
        REQUIRE(end <= list->text.length, "a row after the end");
    }
    for (; end < list->text.length; end++)
        REQUIRE(strchr(" \t\r\n]", list->text.text[end]), "something lost at the end");
}

static void check_list(const char *bytes, size_t length)
{
    scoped(task_list) list = {0};
    scoped(str) all = {0};
    if (read_list(&list, bytes, length) != 0)
        return;
    scoped_memory bool *is_wanted = mem_alloc(list.list.n, sizeof *is_wanted);
    check_rows(&list);
    for (size_t i = 0; i < list.list.n; i++) {
        check_task(&list.list.items[i]);
        for (size_t j = 0; j < i; j++)
            REQUIRE(strcmp(list.list.items[i].id, list.list.items[j].id) != 0 ||
                        list.list.items[i].fault,
                    "an id twice");
        check_alone(&list, i, is_wanted);
    }
    memset(is_wanted, true, list.list.n * sizeof *is_wanted);
    write_tasks(&all, &list, is_wanted);
    if (list.format == TASKS_ARRAY)
        REQUIRE(is_same_text(&all, &list.text), "another array");
}

/* A patch in a row of JSON is read as the patch itself. */
static void check_in_row(const char *bytes, size_t length, const struct patch *patch)
{
    static const char base[] = "0123456789012345678901234567890123456789";
    scoped(str) text = {0}, line = {0};
    scoped(task_list) list = {0};
    if (!utf8_is_valid(bytes, length) || memchr(bytes, '\0', length))
        return;
    str_add(&text, bytes, length);
    scoped(json) *row = json_make(J_TEXT("repo", "o/n"), J_TEXT("base_commit", base),
                                  J_TEXT("patch", str_text(&text)));
    json_print(&line, row);
    REQUIRE(read_list(&list, str_text(&line), line.length) == 0, "a row is not read");
    const struct task *task = &list.list.items[0];
    REQUIRE(list.list.n == 1 && !task->fault == (patch != NULL), "read otherwise in a row");
    REQUIRE(!patch ||
                (task->patch.lines.n == patch->lines.n && task->patch.files.n == patch->files.n),
            "another patch in a row");
}

FUZZ_TARGET(tasks)
{
    const char *text = (const char *)bytes;
    scoped(patch) patch = {0};
    struct err err = {""};
    target_keep_memory();
    if (length && strchr("{[ \n\xef", *text)) {
        check_list(text, length);
        return 0;
    }
    const char *cut = length ? memmem(text, length, "\n====\n", 6) : NULL;
    size_t n_patch = cut ? (size_t)(cut - text) + 1 : length;
    size_t start = cut ? n_patch + 5 : length;
    bool is_read = patch_read(&patch, text, n_patch, &err) == 0;
    REQUIRE(is_read || err.message[0], "a failure without a reason");
    check_in_row(text, n_patch, is_read ? &patch : NULL);
    if (!is_read)
        return 0;
    check_patch(&patch);
    for (size_t i = 0; i < patch.files.n; i++)
        check_applied(&patch, &patch.files.items[i], text + start, length - start);
    return 0;
}
