/* A path is a repository, a CSV list of repositories, or a folder, which is searched a few folders
 * deep. What cannot be used is a fault that is counted. Repositories are sorted by their ids. */
#include "miner/git/git_source.h"

#include "base/beneath.h"
#include "base/csv.h"
#include "base/file.h"
#include "base/spdx.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_FOLDER_DEPTH = 4, MAX_LISTED = 1 << 20 };

struct reading {
    struct repository_list *list;
    struct input_errors *errors;
    const struct meter *meter; /* shows the repositories that were found; may be NULL */
    const char *folder;        /* of the list */
    const char *file;          /* name of the list, for messages */
    bool has_header, is_usable;
    int path, url, license; /* columns; -1: none */
};

/* The size of the packs is an estimate of the time that a repository takes. */
static uint64_t size_of_packs(const char *git_folder)
{
    scoped_memory char *path = mem_print("%s/objects/pack", git_folder);
    DIR *folder = opendir(path);
    uint64_t size = 1;
    struct stat info;
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        if (fstatat(dirfd(folder), entry->d_name, &info, AT_SYMLINK_NOFOLLOW) == 0 &&
            S_ISREG(info.st_mode))
            size += (uint64_t)info.st_size;
    if (folder)
        closedir(folder);
    return size;
}

/* Makes an id of a path: "a/b.git" becomes "a-b". */
static char *make_id(struct arena *arena, const char *path)
{
    static const char suffix[] = ".git";
    char *id = arena_text(arena, path);
    size_t length = strlen(id), n_suffix = sizeof suffix - 1;
    if (length > n_suffix && strcmp(id + length - n_suffix, suffix) == 0)
        id[length - n_suffix] = '\0';
    for (char *at = id; *at; at++)
        if (*at == '/')
            *at = '-';
    return id;
}

/* Adds the repository at `path`, which messages and its id call `name`. Returns whether there is
 * one. */
static bool add_repository(struct reading *reading, const char *path, const char *name,
                           const char *url, const char *license, size_t line)
{
    struct repository_list *list = reading->list;
    scoped(str) address = {0};
    if (url)
        repository_add_address(&address, url);
    url = address.length ? arena_text(&list->arena, str_text(&address)) : NULL;
    struct listed_repository found = {.path = arena_text(&list->arena, name),
                                      .url = url,
                                      .license = arena_text(&list->arena, license)};
    if (!repository_is(path, &list->arena, &found.git_folder))
        return false;
    const char *id = make_id(&list->arena, name);
    if (!beneath_is_safe_name(id, strlen(id))) {
        input_errors_add(reading->errors, INPUT_REPOSITORY_UNUSABLE,
                         reading->file ? reading->file : name, line,
                         "'%s' cannot be the id of a repository; left out", id);
        return true;
    }
    found.unit =
        (struct unit){.id = id, .name = found.url, .n_bytes = size_of_packs(found.git_folder)};
    array_push(&list->list, found);
    meter_show(reading->meter, (struct meter_step){.label = "looking for repositories",
                                                   .unit = "repositories",
                                                   .count = list->list.n});
    return true;
}

/* Adds an error if a folder was a repository. */
static bool add_former(struct reading *reading, const char *path, const char *name)
{
    bool was = repository_was(path);
    if (was)
        input_errors_add(reading->errors, INPUT_REPOSITORY_UNUSABLE, name, 0,
                         "it looks like a git repository, but has no file HEAD");
    return was;
}

/* Looks for repositories in a folder: `path`, which is `below` the root ("" for the root). */
static void look_in(struct reading *reading, const char *path, const char *below, int depth)
{
    struct arena *arena = &reading->list->arena;
    scoped_array struct text_list names = {0};
    file_list(&names, arena, path, NULL);
    for (size_t i = 0; i < names.n; i++) {
        struct stat info;
        scoped_memory char *inner = mem_print("%s/%s", path, names.items[i]);
        scoped_memory char *name =
            *below ? mem_print("%s/%s", below, names.items[i]) : mem_print("%s", names.items[i]);
        if (lstat(inner, &info) != 0)
            continue;
        if ((S_ISREG(info.st_mode) || S_ISLNK(info.st_mode)) && strcmp(names.items[i], ".git") == 0)
            input_errors_add(reading->errors, INPUT_REPOSITORY_UNUSABLE, name, 0,
                             "it names another folder, as in a linked work tree or a submodule; "
                             "name the repository itself");
        else if (S_ISLNK(info.st_mode) && file_is_folder(inner)) {
            input_errors_add(
                reading->errors, INPUT_REPOSITORY_UNUSABLE, name, 0,
                "a link to a folder, which is not followed; a list (CSV with the column path) "
                "can name it");
        }
        if (!S_ISDIR(info.st_mode) || add_repository(reading, inner, name, NULL, NULL, 0))
            continue;
        if (!add_former(reading, inner, name) && depth < MAX_FOLDER_DEPTH)
            look_in(reading, inner, name, depth + 1);
    }
}

static const char *field(const struct csv_row *row, int column)
{
    const char *text =
        column < 0 || (size_t)column >= row->n_fields ? "" : row->fields[column].text;
    return *text ? text : NULL;
}

static void take_row(void *context, const struct csv_row *row)
{
    struct reading *reading = context;
    if (!reading->has_header) {
        reading->has_header = true;
        reading->path = csv_column(row, "path");
        reading->url = csv_column(row, "url");
        reading->license = csv_column(row, "license");
        reading->is_usable = reading->path >= 0 && !row->is_binary;
        return;
    }
    if (!reading->is_usable)
        return;
    const char *path = field(row, reading->path), *license = field(row, reading->license);
    if (row->is_binary || !path) {
        input_errors_add(reading->errors, INPUT_LIST_MALFORMED, reading->file, row->line,
                         "no path of a repository; row left out");
        return;
    }
    scoped_memory char *full =
        *path == '/' ? mem_print("%s", path) : mem_print("%s/%s", reading->folder, path);
    const char *name = path;
    while (*name == '/' || strncmp(name, "./", 2) == 0 || strncmp(name, "../", 3) == 0)
        name += *name == '/' ? 1 : *name == '.' && name[1] == '/' ? 2 : 3;
    scoped(str) usual = {0};
    const char *unknown = license;
    size_t n_unknown = license ? strlen(license) : 0;
    if (license && spdx_add_expression(&usual, license, n_unknown))
        n_unknown = spdx_find_unknown(&unknown, str_text(&usual));
    if (n_unknown) {
        input_errors_add(reading->errors, INPUT_LIST_MALFORMED, reading->file, row->line,
                         "'%s' is taken as unknown: '%.*s' is not an expression of SPDX's licences",
                         license, (int)n_unknown, unknown);
        license = NULL;
    }
    if (!add_repository(reading, full, name, field(row, reading->url), license, row->line))
        input_errors_add(reading->errors, INPUT_REPOSITORY_UNUSABLE, reading->file, row->line,
                         "'%s' is not a git repository; left out", path);
}

static int read_list(struct reading *reading, const char *path, struct err *err)
{
    scoped(str) content = {0};
    const char *slash = strrchr(path, '/');
    if (file_read(&content, path, err) != 0)
        return ERR;
    reading->file = file_name(path);
    reading->folder =
        slash ? arena_copy_text(&reading->list->arena, path, (size_t)(slash - path) + 1) : ".";
    sha256_hex(str_text(&content), content.length, reading->list->file_sha256);
    csv_read(str_text(&content), content.length, take_row, reading);
    if (!reading->is_usable)
        return err_set(err,
                       "'%s' is not a list of repositories: its first line must name the columns "
                       "path, url and license, of which the last two may be missing",
                       path);
    return 0;
}

static int compare_units(const void *a, const void *b)
{
    const struct listed_repository *x = a, *y = b;
    int order = strcmp(x->unit.id, y->unit.id);
    return order ? order : strcmp(x->path, y->path);
}

/* Fails, and names the first repository that cannot be used, if there is one. */
static int fail_without_any(const char *path, const struct input_errors *errors, struct err *err)
{
    if (!errors->list.n)
        return err_set(err,
                       "'%s' contains no git repository: name a repository, a folder of "
                       "repositories, or a list of them (CSV with the column path)",
                       path);
    const struct input_error *first = &errors->list.items[0];
    return err_set(err, "'%s' contains no git repository that can be read: %s: %s", path,
                   first->file, first->detail);
}

/* Sorts the repositories, and fails if two have the same id. */
static int finish(struct repository_list *list, const char *path, const struct input_errors *errors,
                  struct err *err)
{
    scoped(str) lines = {0};
    array_sort(&list->list, compare_units);
    for (size_t i = 0; i < list->list.n; i++) {
        const struct listed_repository *it = &list->list.items[i];
        if (i && strcmp(it[-1].unit.id, it->unit.id) == 0)
            return err_set(err, "'%s' and '%s' have the same id '%s'; rename one", it[-1].path,
                           it->path, it->unit.id);
        str_print(&lines, "%s\t%s\t%s\n", it->unit.id, it->url ? it->url : "",
                  it->license ? it->license : "");
    }
    sha256_hex(str_text(&lines), lines.length, list->sha256);
    return list->list.n ? 0 : fail_without_any(path, errors, err);
}

/* Appends the last part of a path; a folder may be called "." or "..". */
static void add_own_name(struct str *out, const char *path)
{
    char real[PATH_MAX];
    file_add_name(out, path);
    bool is_relative = strcmp(str_text(out), ".") == 0 || strcmp(str_text(out), "..") == 0;
    if (!is_relative || !realpath(path, real))
        return;
    str_clear(out);
    file_add_name(out, real);
}

int repository_list_read(struct repository_list *list, const char *path,
                         struct input_errors *errors, const struct meter *meter, struct err *err)
{
    *list = (struct repository_list){0};
    struct reading reading = {.list = list, .errors = errors, .meter = meter, .path = -1};
    scoped(str) name = {0};
    add_own_name(&name, path);
    list->name = arena_text(&list->arena, str_text(&name));
    if (!file_is_folder(path)) {
        if (read_list(&reading, path, err) != 0)
            return ERR;
    } else {
        list->root = arena_text(&list->arena, path);
        if (!add_repository(&reading, path, list->name, NULL, NULL, 0) &&
            !add_former(&reading, path, list->name))
            look_in(&reading, path, "", 1);
    }
    return finish(list, path, errors, err);
}

int listed_repository_open(struct repository *repository, const struct repository_list *list,
                           const struct listed_repository *it, struct err *err)
{
    const char *root = list->root ? list->root : it->git_folder;
    return repository_open(repository, it->git_folder, root, err);
}

void repository_list_release(struct repository_list *list)
{
    array_release(&list->list);
    arena_release(&list->arena);
}
