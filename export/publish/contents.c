#include "export/publish/contents.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/str.h"
#include "db/fix_names.h"
#include "tokenize/languages/language.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *const contents_documents[] = {"README.md", "CITATION.cff", "croissant.json",
                                          "SHA256SUMS", NULL};

/* The length of a name without the ending `.partial` of a killed run. */
static size_t length_of(const char *name)
{
    return strlen(name) - (file_has_extension(name, "partial") ? strlen(".partial") : 0);
}

static bool is_file(const char *name)
{
    scoped_memory char *whole = mem_print("%.*s", (int)length_of(name), name);
    return text_is_one_of(whole, contents_documents);
}

static bool is_data_file(const char *name)
{
    for (int i = 0; i < N_PARTS; i++) {
        size_t length = strlen(split_names[i]);
        int lines = 0, parquet = 0;
        if (strncmp(name, split_names[i], length) != 0)
            continue;
        sscanf(name + length, "-%*5[0-9]-of-%*5[0-9].jsonl.gz%n", &lines);
        sscanf(name + length, "-%*5[0-9]-of-%*5[0-9].parquet%n", &parquet);
        size_t end = (size_t)(lines + parquet);
        if (end && length + end == length_of(name))
            return true;
    }
    return false;
}

static bool is_of_type(const char *folder, const char *name, mode_t type)
{
    struct stat info;
    scoped(str) path = {0};
    str_print(&path, "%s/%s", folder, name);
    return lstat(str_text(&path), &info) == 0 && (info.st_mode & S_IFMT) == type;
}

static void note_foreign(char **foreign, const char *folder, const char *name)
{
    if (!*foreign)
        *foreign = mem_print("%s%s", folder, name);
}

enum depth { IN_DATA, IN_SET, IN_LANGUAGE };

/* How deep a folder with this name is; 0: none of tokfix has it. */
static enum depth depth_of(const char *name, enum depth outer)
{
    if (outer < IN_LANGUAGE && language_find(name))
        return IN_LANGUAGE;
    return outer < IN_SET && split_set_is_name(name) ? IN_SET : IN_DATA;
}

/* Looks into data/ or a folder in it. `inner` is its name in `path`: "data/". */
static int look_in_data(const char *path, const char *inner, enum depth depth, char **foreign,
                        struct err *err)
{
    scoped(arena) arena = {0};
    scoped_array struct text_list names = {0};
    scoped_memory char *folder = mem_print("%s/%s", path, inner);
    if (file_list(&names, &arena, folder, NULL) != 0)
        return err_set_errno(err, "cannot read the folder '%s'", path);
    for (size_t i = 0; i < names.n; i++) {
        const char *name = names.items[i];
        enum depth below = is_of_type(folder, name, S_IFDIR) ? depth_of(name, depth) : IN_DATA;
        scoped_memory char *next = mem_print("%s%s/", inner, name);
        if (below && look_in_data(path, next, below, foreign, err) != 0)
            return ERR;
        if (!below && (!is_data_file(name) || !is_of_type(folder, name, S_IFREG)))
            note_foreign(foreign, inner, name);
    }
    return 0;
}

static int look(const char *path, char **foreign, size_t *n, struct err *err)
{
    scoped(arena) arena = {0};
    scoped_array struct text_list names = {0};
    bool has_data = is_of_type(path, "data", S_IFDIR);
    *foreign = NULL;
    if (file_list(&names, &arena, path, err) != 0)
        return ERR;
    for (size_t i = 0; i < names.n; i++) {
        const char *name = names.items[i];
        bool is_data = has_data && strcmp(name, "data") == 0;
        if (is_data && look_in_data(path, "data/", IN_DATA, foreign, err) != 0)
            return ERR;
        if (!is_data && (!is_file(name) || !is_of_type(path, name, S_IFREG)))
            note_foreign(foreign, "", name);
    }
    *n = names.n;
    return 0;
}

static int check_sums(const char *path, struct err *err)
{
    if (is_of_type(path, "SHA256SUMS", S_IFREG))
        return 0;
    return err_set(err, "'%s' has no SHA256SUMS; --force replaces only published folders", path);
}

const struct folder_rules contents_rules = {look, check_sums, NULL};
