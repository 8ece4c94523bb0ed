/* The files of HEAD decide, and not those of each commit: one list for a repository costs as much
 * as comparing a few commits, and a file has the same language throughout its history. C++ wins
 * over as many files of C, because most of C is C++, and little of C++ is C. */
#include "sources/git/neighbours.h"

#include "base/file.h"
#include "base/table.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_FILES = 1 << 20, /* a tree may name itself again and again, and so be endless */
    MAX_FOLDERS = 1 << 17,
    MAX_PATH_BYTES = 1 << 12,
    MAX_DEPTH = 32, /* of folders that are counted */
};

struct folder {
    uint32_t beside[MAX_LANGUAGES]; /* files in the folder */
    uint32_t below[MAX_LANGUAGES];  /* files in it and in the folders in it */
};

struct neighbours {
    struct table paths;           /* of the folders; "" is the whole repository */
    ARRAY(struct folder) folders; /* by number */
};

/* Cuts a path to that of its folder. Returns false if it has none. */
static bool cut(char *path)
{
    char *slash = strrchr(path, '/');
    if (slash)
        *slash = '\0';
    else if (*path)
        *path = '\0';
    else
        return false;
    return true;
}

static struct folder *find(const struct neighbours *neighbours, const char *path)
{
    int64_t number = table_find(&neighbours->paths, path);
    return number == TABLE_NONE ? NULL : &neighbours->folders.items[number];
}

static struct folder *find_or_add(struct neighbours *neighbours, const char *path)
{
    if (neighbours->folders.n < MAX_FOLDERS && table_add(&neighbours->paths, path) != TABLE_NONE)
        array_push(&neighbours->folders, (struct folder){{0}, {0}});
    return find(neighbours, path);
}

static void count(struct neighbours *neighbours, char *path)
{
    const struct language *language = language_of_extension(~0U, file_name(path));
    int number = language ? language_number(language) : 0;
    for (int depth = 0; language && depth < MAX_DEPTH && cut(path); depth++) {
        struct folder *folder = find_or_add(neighbours, path);
        if (!folder)
            continue;
        folder->beside[number] += depth == 0;
        folder->below[number]++;
    }
}

struct neighbours *neighbours_read(struct repository *repository, struct err *err)
{
    static const char *const arguments[] = {"ls-tree",     "-r",   "-z", "--name-only",
                                            "--full-name", "HEAD", NULL};
    scoped(neighbours) *neighbours = mem_alloc(1, sizeof *neighbours);
    struct git_process git;
    char *path;
    size_t length;
    int status = git_start(&git, &repository->place, arguments, NULL, NULL, err);
    for (size_t n = 0; status == 0 && n < MAX_FILES &&
                       git_read_to(&git, '\0', MAX_PATH_BYTES, &path, &length) == 1;
         n++)
        count(neighbours, path);
    git_end(&git, NULL);
    return status == 0 ? hand_over(neighbours) : NULL;
}

/* Returns the language of the set with the largest count; NULL if there is none. */
static const struct language *most(const uint32_t *counts, unsigned set)
{
    int found = -1;
    for (int i = 0; languages[i]; i++)
        if (set >> i & 1 && counts[i] > (found < 0 ? 0 : counts[found]))
            found = i;
    return found < 0 ? NULL : languages[found];
}

static const struct language *last_of(unsigned set)
{
    const struct language *last = NULL;
    for (int i = 0; languages[i]; i++)
        last = set >> i & 1 ? languages[i] : last;
    return last;
}

const struct language *neighbours_language(const struct neighbours *neighbours, unsigned set,
                                           const char *path)
{
    const struct language *found = NULL;
    scoped_memory char *folder_path = mem_copy_text(path, strlen(path));
    for (int depth = 0; !found && cut(folder_path); depth++) {
        const struct folder *folder = find(neighbours, folder_path);
        if (folder && depth == 0)
            found = most(folder->beside, set);
        if (folder && !found)
            found = most(folder->below, set);
    }
    return found ? found : last_of(set);
}

void neighbours_free(struct neighbours *neighbours)
{
    if (!neighbours)
        return;
    table_release(&neighbours->paths);
    array_release(&neighbours->folders);
    free(neighbours);
}
