/* Values have no lines. But the text contains them in the order of a walk through the whole value,
 * so the line is that of the text's value with the same number. It is looked up when it is needed,
 * which is rare. */
#include "export/validate/dataset_folder.h"

#include "base/json_yaml.h"
#include "base/str.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    MAX_DOCUMENT = 64 << 20, /* bytes */
    MAX_SEARCHED = 1 << 28,  /* bytes, for the lines of findings */
    MAX_DEPTH = 4,           /* of listed folders */
};

static uint64_t line_of_byte(const struct str *text, size_t byte)
{
    uint64_t line = 1;
    for (size_t i = 0; i < byte && i < text->length; i++)
        line += text->text[i] == '\n';
    return line;
}

/* The text between the line `---` at the start and the next one. The first `---` stays: in YAML it
 * begins a document, and it keeps the line numbers of the file. */
static bool cut_front_matter(struct document *document)
{
    const char *bytes = str_text(&document->text);
    size_t first = strncmp(bytes, "---\r\n", 5) == 0 ? 5 : strncmp(bytes, "---\n", 4) == 0 ? 4 : 0;
    const char *end = first ? strstr(bytes + first - 1, "\n---") : NULL;
    while (end && end[4] != '\n' && end[4] != '\r' && end[4] != '\0')
        end = strstr(end + 1, "\n---");
    document->length = end ? (size_t)(end + 1 - bytes) : 0;
    return end != NULL;
}

/* Why a document cannot be read. */
struct problem {
    struct err err;
    const char *message; /* within `err` */
    uint64_t line;
};

static int fail(struct problem *problem, uint64_t line, const char *message)
{
    problem->line = line;
    return err_set(&problem->err, "%s", message);
}

/* Takes the place from the message of json_parse(), which has the byte. */
static int parse_json(struct document *document, struct problem *problem)
{
    static const char mark[] = " at byte ";
    if (json_parse(&document->value, document->text.text, document->length, &problem->err) == 0)
        return 0;
    const char *byte = strstr(problem->err.message, mark);
    if (byte)
        problem->line = line_of_byte(&document->text, strtoul(byte + strlen(mark), NULL, 10));
    return ERR;
}

/* Takes the place from the message of json_from_yaml(), which begins with the line. */
static int parse_yaml(struct document *document, struct problem *problem)
{
    int skip = 0;
    if (json_from_yaml(&document->value, document->text.text, document->length, &problem->err) == 0)
        return 0;
    if (sscanf(problem->err.message, "line %" SCNu64 ": %n", &problem->line, &skip) != 1)
        problem->line = 1;
    problem->message = problem->err.message + skip;
    return ERR;
}

static int parse(struct document *document, struct problem *problem)
{
    document->length = document->text.length;
    size_t n_valid = utf8_valid_length(str_text(&document->text), document->length);
    if (n_valid < document->length)
        return fail(problem, line_of_byte(&document->text, n_valid), "not UTF-8");
    if (document->kind == DOCUMENT_CARD && !cut_front_matter(document))
        return fail(problem, 1, "no front matter between two lines ---");
    if (document->kind == DOCUMENT_JSON ? parse_json(document, problem) != 0
                                        : parse_yaml(document, problem) != 0)
        return ERR;
    if (json_kind(document->value) == JSON_OBJECT)
        return 0;
    json_free(document->value);
    document->value = NULL;
    return fail(problem, 1, "not an object");
}

/* Reads the file `name` in a folder, if it exists. If it cannot be read, adds a finding. */
static void document_read(struct document *out, struct validation *validation,
                          const struct beneath_folder *folder, const char *name, const char *path,
                          enum document_kind kind)
{
    static const char *const rules[] = {[DOCUMENT_JSON] = "document_json",
                                        [DOCUMENT_YAML] = "citation_yaml",
                                        [DOCUMENT_CARD] = "card_front_matter"};
    struct problem problem = {.line = 1};
    *out = (struct document){.validation = validation, .path = path, .kind = kind};
    problem.message = problem.err.message;
    enum beneath_result result = beneath_read(&out->text, folder, name, MAX_DOCUMENT, &problem.err);
    out->is_there = result != BENEATH_MISSING;
    if (out->is_there && (result != BENEATH_OK || parse(out, &problem) != 0))
        validation_find(validation, path, problem.line, rules[kind], "%s", problem.message);
}

static void document_release(struct document *document)
{
    json_free(document->value);
    str_release(&document->text);
}

const struct json *document_place(const struct json *object, const char *key)
{
    const struct json *member = json_get(object, key);
    return member ? member : object;
}

/* Counts the values before a place, in the order of the text. Recursive, as deep as the value. */
static bool find_place(const struct json *value, const struct json *place, size_t *n_before)
{
    if (value == place)
        return true;
    (*n_before)++;
    json_each(inner, value)
        if (find_place(inner, place, n_before))
            return true;
    return false;
}

/* The end of the token that begins at a byte of a JSON text: a text in quotes, a number or a word,
 * or any other byte. */
static size_t token_end(const char *text, size_t at)
{
    static const char scalar[] = "+-.0123456789Eaeflnrstu";
    size_t length = strspn(text + at, scalar);
    if (text[at] != '"')
        return at + (length ? length : 1);
    for (at++; text[at] && text[at] != '"'; at++)
        at += text[at] == '\\' && text[at + 1];
    return at + (text[at] == '"');
}

/* The line of the value with this number, from 0, in a JSON text. */
static uint64_t json_value_line(const char *text, size_t number)
{
    uint64_t line = 1, key_line = 0;
    for (size_t at = 0; text[at];) {
        size_t end = token_end(text, at);
        bool is_value =
            strchr("{[\"", text[at]) || end > at + 1 || (text[at] >= '0' && text[at] <= '9');
        bool is_key = text[at] == '"' && text[end + strspn(text + end, " \t\r\n")] == ':';
        if (is_key)
            key_line = line;
        else if (is_value && number-- == 0)
            return key_line ? key_line : line;
        else if (is_value)
            key_line = 0;
        for (; at < end; at++)
            line += text[at] == '\n';
    }
    return 1;
}

/* The line, from 1, of a value of the document: the line of its key, or, for an item, its own.
 * Reads the whole text. */
static uint64_t line_of(const struct document *document, const struct json *place)
{
    size_t number = 0;
    if (!place || !find_place(document->value, place, &number))
        return 1;
    if (document->kind == DOCUMENT_JSON)
        return json_value_line(document->text.text, number);
    return json_yaml_line(document->text.text, document->length, number);
}

/* A document may have a million errors. So the line is looked up only if the finding is kept, and
 * until 256 MiB were searched; then it is 1. */
void document_find(const struct document *document, const struct json *place, const char *rule,
                   const char *format, ...)
{
    scoped(str) detail = {0};
    size_t *n_searched = &document->validation->n_searched;
    uint64_t line = 1;
    if (validation_keeps(document->validation, rule) && *n_searched < MAX_SEARCHED) {
        *n_searched += document->length;
        line = line_of(document, place);
    }
    va_list args;
    va_start(args, format);
    str_print_list(&detail, format, args);
    va_end(args);
    validation_find(document->validation, document->path, line, rule, "%s", str_text(&detail));
}

void document_check_number(const struct document *document, const struct json *object,
                           const char *key, const char *rule, const char *what, uint64_t expected)
{
    const struct json *place = document_place(object, key);
    int64_t number = json_int(json_get(object, key), -1);
    if (number < 0)
        document_find(document, place, rule, "%s is not a number", what);
    else if ((uint64_t)number != expected)
        document_find(document, place, rule, "%s is %" PRId64 ", but there are %" PRIu64, what,
                      number, expected);
}

const char *dataset_folder_path(struct dataset_folder *folder, const char *name)
{
    size_t length = strlen(folder->path);
    bool has_slash = length && folder->path[length - 1] == '/';
    return arena_print(&folder->arena, "%s%s%s", folder->path, has_slash ? "" : "/", name);
}

static bool is_safe_path(const char *name)
{
    for (;;) {
        size_t length = strcspn(name, "/");
        if (!beneath_is_safe_name(name, length))
            return false;
        if (!name[length])
            return true;
        name += length + 1;
    }
}

bool dataset_folder_has(const struct dataset_folder *folder, const char *name, struct err *err)
{
    scoped(str) path = {0};
    struct stat info;
    size_t length = strlen(folder->root.path);
    if (!is_safe_path(name)) {
        err_set(err, "'%s' is not a path within the folder", name);
        return false;
    }
    str_print(&path, "%s/%s", folder->root.path, name);
    scoped_memory char *resolved = realpath(str_text(&path), NULL);
    bool is_inside =
        resolved && (length == 1 || (strncmp(resolved, folder->root.path, length) == 0 &&
                                     resolved[length] == '/'));
    bool is_file = is_inside && stat(resolved, &info) == 0 && S_ISREG(info.st_mode);
    if (!resolved)
        err_set(err, "'%s' does not exist", name);
    else if (!is_inside)
        err_set(err, "'%s' is a link that leads out of the folder", name);
    else if (!is_file)
        err_set(err, "'%s' is not a regular file", name);
    return is_file;
}

struct data_file *dataset_folder_file(const struct dataset_folder *folder, const char *name)
{
    struct validation *validation = folder->validation;
    int64_t number = table_find(&validation->file_names, name);
    return number == TABLE_NONE ? NULL : &validation->files.items[number];
}

/* A folder that is being listed. */
struct listing {
    struct dataset_folder *folder;
    const char *prefix; /* of the names in it: "" or "data/" */
    ARRAY(const char *) folders;
};

static void take_name(void *context, const char *name, bool is_folder, uint64_t size)
{
    struct listing *listing = context;
    struct arena *arena = &listing->folder->arena;
    struct stat info;
    (void)size;
    bool is_hidden = name[0] == '.';
    if (is_hidden && (!*listing->prefix || strcmp(name, ".") == 0 || strcmp(name, "..") == 0))
        return; /* at the top, these are files of hubs */
    const char *whole = arena_print(arena, "%s%s", listing->prefix, name);
    const char *path = dataset_folder_path(listing->folder, whole);
    if (is_folder && lstat(path, &info) == 0 && S_ISDIR(info.st_mode))
        array_push(&listing->folders, arena_print(arena, "%s/", whole));
    else
        array_push(&listing->folder->names, whole);
}

static int list(struct dataset_folder *folder, const char *prefix, int depth, struct err *err)
{
    struct listing listing = {.folder = folder, .prefix = prefix};
    scoped_memory char *name = mem_copy_text(prefix, *prefix ? strlen(prefix) - 1 : 0);
    scoped(beneath_folder) inner = {.fd = -1};
    if (*prefix && beneath_open(&inner, &folder->root, name, err) != BENEATH_OK)
        return ERR;
    int status = beneath_each_name(*prefix ? &inner : &folder->root, take_name, &listing, err);
    for (size_t i = 0; i < listing.folders.n && status == 0 && depth < MAX_DEPTH; i++)
        status = list(folder, listing.folders.items[i], depth + 1, err);
    array_release(&listing.folders);
    return status;
}

int dataset_folder_open(struct dataset_folder *out, struct validation *validation, const char *path,
                        struct err *err)
{
    *out = (struct dataset_folder){.validation = validation, .path = path, .root = {.fd = -1}};
    struct err reason;
    if (beneath_open_root(&out->root, path, &reason) != BENEATH_OK)
        return err_set(err, "cannot open the folder '%s': %s", path, reason.message);
    if (list(out, "", 0, err) != 0)
        return ERR;
    array_sort(&out->names, text_compare);
    const struct {
        struct document *document;
        const char *name;
        enum document_kind kind;
    } documents[] = {{&out->manifest, "manifest.json", DOCUMENT_JSON},
                     {&out->card, "README.md", DOCUMENT_CARD},
                     {&out->croissant, "croissant.json", DOCUMENT_JSON},
                     {&out->citation, "CITATION.cff", DOCUMENT_YAML}};
    for (size_t i = 0; i < sizeof documents / sizeof *documents; i++)
        document_read(documents[i].document, validation, &out->root, documents[i].name,
                      dataset_folder_path(out, documents[i].name), documents[i].kind);
    return 0;
}

void dataset_folder_release(struct dataset_folder *folder)
{
    document_release(&folder->manifest);
    document_release(&folder->card);
    document_release(&folder->croissant);
    document_release(&folder->citation);
    array_release(&folder->names);
    arena_release(&folder->arena);
    beneath_close(&folder->root);
}
