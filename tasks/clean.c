/* The files of the new git folder are written here, all but the pack and the index, so that no
 * setting or template of this machine gets in. Its file `description` says what it was made for: a
 * later run recognizes by it what a killed run has left, and a repository that is finished. */
#include "tasks/clean.h"

#include "base/file.h"
#include "base/interrupt.h"
#include "base/remove.h"
#include "base/target.h"
#include "tasks/past.h"

#include <errno.h>
#include <limits.h>
#include <sys/stat.h>

/* The new repository in the sandbox that writes to it. */
#define NEW "/run/new"

#define DESCRIPTION_START "The past of commit "

#define CORE(version) \
    "[core]\n\trepositoryformatversion = " version "\n\tfilemode = true\n\tbare = true\n"

enum { SHA1_DIGITS = 40, MAX_FILE = 1 << 28, MAX_OWN_FILES = 5 };

static const char sha1_settings[] = CORE("0");
static const char sha256_settings[] = CORE("1") "[extensions]\n\tobjectformat = sha256\n";

/* In the order in which they are made: `description` is first. */
static const char *const folders[] = {"objects", "objects/info", "objects/pack",
                                      "refs",    "refs/heads",   "refs/tags"};

/* A file of the git folder. */
struct own_file {
    const char *name;
    struct str text; /* empty: there is no such file */
};

struct layout {
    struct own_file files[MAX_OWN_FILES];
};

static void layout_release(struct layout *layout)
{
    for (int i = 0; i < MAX_OWN_FILES; i++)
        str_release(&layout->files[i].text);
}
SCOPED_VALUE(layout, layout_release)

/* ---- Which files there are ---- */

/* The references in the form of packed-refs: "ID NAME", and "^ID" after a tag with an object. */
static void add_references(struct str *out, const struct past *past)
{
    str_print(out, "# pack-refs with: peeled fully-peeled sorted \n%s %s\n", past->base,
              past->branch);
    for (size_t i = 0; i < past->tags.n; i++) {
        const struct past_tag *tag = &past->tags.items[i];
        str_print(out, "%s %s\n", tag->id, tag->name);
        if (strcmp(tag->id, tag->commit) != 0)
            str_print(out, "^%s\n", tag->commit);
    }
}

static void plan_layout(struct layout *layout, const struct past *past)
{
    static const char *const names[] = {"description", "config", "HEAD", "packed-refs", "shallow"};
    struct own_file *files = layout->files;
    for (int i = 0; i < MAX_OWN_FILES; i++)
        files[i].name = names[i];
    str_print(&files[0].text, DESCRIPTION_START "%s, and nothing else\n", past->base);
    str_add_text(&files[1].text,
                 strlen(past->base) == SHA1_DIGITS ? sha1_settings : sha256_settings);
    str_print(&files[2].text, "ref: %s\n", past->branch);
    add_references(&files[3].text, past);
    for (size_t i = 0; i < past->cuts.n; i++)
        str_print(&files[4].text, "%s\n", past->cuts.items[i]);
}

static int write_layout(const struct layout *layout, const struct target *target, struct err *err)
{
    for (int i = 0; i < MAX_OWN_FILES; i++) {
        const struct own_file *file = &layout->files[i];
        if (file->text.length &&
            target_write(target, file->name, file->text.text, file->text.length, err) != 0)
            return ERR;
    }
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        scoped_memory char *path = mem_print("%s/%s", target->partial_path, folders[i]);
        if (mkdir(path, 0777) != 0)
            return err_set_errno(err, "cannot create the folder '%s'", path);
    }
    return 0;
}

/* ---- Whether they are as they should be ---- */

/* Appends the content of a regular file, unless it is too large. Returns whether there is one. */
static bool read_regular(struct str *out, const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0 && S_ISREG(info.st_mode) && info.st_size <= MAX_FILE &&
           file_read(out, path, NULL) == 0;
}

static int check_own_files(const struct layout *layout, const char *path, struct err *err)
{
    for (int i = 0; i < MAX_OWN_FILES; i++) {
        const struct own_file *file = &layout->files[i];
        scoped_memory char *full = mem_print("%s/%s", path, file->name);
        scoped(str) content = {0};
        bool is_there = read_regular(&content, full);
        if (is_there != (file->text.length > 0) || content.length != file->text.length ||
            memcmp(str_text(&content), str_text(&file->text), content.length) != 0)
            return err_set(err, "its file %s is another one", file->name);
    }
    return 0;
}

/* Whether the names in a folder of the repository are all in the list. In `objects/pack`, the list
 * has the extensions of the files of one pack. */
static int check_names(const char *repository, const char *folder, const char *const *list,
                       struct err *err)
{
    scoped(arena) arena = {0};
    scoped_memory char *path = mem_print("%s/%s", repository, folder);
    scoped_array struct text_list names = {0};
    bool is_pack = strcmp(folder, "objects/pack") == 0;
    struct stat info;
    if (lstat(path, &info) != 0 || !S_ISDIR(info.st_mode))
        return err_set(err, "it has no folder '%s'", folder);
    if (file_list(&names, &arena, path, err) != 0)
        return ERR;
    for (size_t i = 0; i < names.n; i++) {
        const char *name = names.items[i], *dot = strrchr(name, '.');
        size_t stem = dot ? (size_t)(dot - name) : 0;
        bool is_known = is_pack
                            ? dot && text_is_one_of(dot, list) && strncmp(name, "pack-", 5) == 0 &&
                                  strncmp(name, names.items[0], stem + 1) == 0
                            : text_is_one_of(name, list);
        if (!is_known)
            return err_set(err, "it has a file or folder '%s/%s'", folder, name);
    }
    return is_pack && names.n < 2 ? err_set(err, "it has no pack") : 0;
}

static int check_layout(const struct layout *layout, const char *path, struct err *err)
{
    static const char *const top[] = {"description", "config",  "HEAD", "packed-refs",
                                      "shallow",     "objects", "refs", NULL};
    static const char *const objects[] = {"info", "pack", NULL};
    static const char *const packs[] = {".pack", ".idx", ".rev", NULL};
    static const char *const references[] = {"heads", "tags", NULL};
    static const char *const none[] = {NULL};
    static const struct {
        const char *folder;
        const char *const *names;
    } rows[] = {
        {"", top},
        {"objects", objects},
        {"objects/info", none},
        {"objects/pack", packs},
        {"refs", references},
        {"refs/heads", none},
        {"refs/tags", none},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (check_names(path, rows[i].folder, rows[i].names, err) != 0)
            return ERR;
    return check_own_files(layout, path, err);
}

/* Looks for our description, which is written first. */
static bool is_own(const char *path)
{
    scoped_memory char *full = mem_print("%s/description", path);
    scoped(str) content = {0};
    return read_regular(&content, full) &&
           strncmp(str_text(&content), DESCRIPTION_START, strlen(DESCRIPTION_START)) == 0;
}

/* The rule of such folders (struct folder_rules). */
static int look(const char *path, char **foreign, size_t *n, struct err *err)
{
    scoped(arena) arena = {0};
    scoped_array struct text_list names = {0};
    *foreign = NULL;
    if (file_list(&names, &arena, path, err) != 0)
        return ERR;
    *n = names.n;
    if (*n && !is_own(path))
        *foreign = mem_print("%s", names.items[0]);
    return 0;
}

/* Removes the description last. */
static void clear(const char *path)
{
    scoped(arena) arena = {0};
    scoped_array struct text_list names = {0};
    file_list(&names, &arena, path, NULL);
    for (size_t i = 0; i < names.n; i++) {
        scoped_memory char *inner = mem_print("%s/%s", path, names.items[i]);
        if (strcmp(names.items[i], "description") != 0)
            remove_tree(inner);
    }
    remove_content(path);
}

static const struct folder_rules rules = {look, NULL, clear};

/* ---- The whole ---- */

/* A new repository that git can write to. */
struct writing {
    struct mounted_path folders[2];
    struct sandbox_owner owner;
    struct sandbox *sandbox;
    struct git_place place;
    char real[PATH_MAX];
};

static void writing_close(struct writing *writing)
{
    sandbox_close(writing->sandbox);
}
SCOPED_VALUE(writing, writing_close)

static int writing_open(struct writing *writing, const char *path, struct err *err)
{
    if (!realpath(path, writing->real))
        return err_set_errno(err, "cannot open '%s'", path);
    writing->folders[0] = (struct mounted_path){
        .from = writing->real, .to = NEW, .is_foreign = true, .is_writable = true};
    writing->owner = (struct sandbox_owner){geteuid(), getegid()};
    const struct sandbox_setup setup = {
        .folders = writing->folders,
        .owner = &writing->owner,
        .keeps_owner = true,
        .together = {GIT_TOGETHER_BYTES, GIT_TOGETHER_PROCESSES},
    };
    if (sandbox_open(&writing->sandbox, &setup, err) != 0)
        return ERR;
    writing->place =
        (struct git_place){.sandbox = writing->sandbox, .folder = NEW, .is_writable = true};
    return 0;
}

/* Fills the partial folder. */
static int fill(const struct target *target, const struct layout *layout, const struct past *past,
                struct repository *repository, struct err *err)
{
    scoped(writing) writing = {.sandbox = NULL};
    if (write_layout(layout, target, err) != 0 ||
        writing_open(&writing, target->partial_path, err) != 0 ||
        past_copy(past, repository, &writing.place, err) != 0 ||
        past_compare(past, &writing.place, err) != 0)
        return ERR;
    return check_layout(layout, target->partial_path, err);
}

static int make(const char *path, const struct layout *layout, const struct past *past,
                struct repository *repository, struct err *err)
{
    scoped(target) target = {.lock = -1};
    if (target_open_folder(&target, path, &rules, false, err) != 0)
        return ERR;
    struct err reason = {{0}};
    if (fill(&target, layout, past, repository, &reason) != 0)
        return err_set(err, "cannot make '%s': %s", path, reason.message);
    return target_commit(&target, err);
}

int clean_make(const char *path, struct repository *repository, const char *base, struct err *err)
{
    scoped(past) past = {0};
    scoped(layout) layout = {0};
    struct err reason = {{0}};
    scoped(arena) arena = {0};
    scoped_array struct text_list names = {0};
    if (past_read(&past, repository, base, &reason) != 0)
        return err_set(err, "cannot make '%s': %s", path, reason.message);
    plan_layout(&layout, &past);
    bool is_there = file_is_folder(path) && file_list(&names, &arena, path, NULL) == 0 && names.n;
    if (!is_there)
        return make(path, &layout, &past, repository, err);
    if (check_layout(&layout, path, &reason) == 0)
        return CLEAN_THERE;
    return err_set(err,
                   "'%s' already exists and is not the past of %s: %s; remove it, or name "
                   "another folder",
                   path, base, reason.message);
}
