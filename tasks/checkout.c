/* `git status` calls some files modified right after they were written: those whose attributes say
 * that git would store them with other line ends than a commit has. Such a file must be byte for
 * byte what git writes for the blob. */
#include "tasks/past.h"

#include "base/interrupt.h"

/* A commit of a few kilobytes can have a billion files, because folders can be repeated. And what
 * fails is removed by remove_tree(), which has a limit of levels, too. */
#define MAX_BYTES (UINT64_C(64) << 30)
enum { MAX_FILES = 500000, MAX_LEVELS = 48, MAX_SHOWN = 200 };

struct found {
    struct arena arena;
    struct text_list paths; /* of files that git calls modified */
    const char *other;      /* the first of other kinds: "?? PATH" */
};

static void found_release(struct found *found)
{
    arena_release(&found->arena);
    array_release(&found->paths);
}
SCOPED_VALUE(found, found_release)

static int fail(const char *what, const struct str *reason, struct err *err)
{
    if (interrupt_signal())
        return err_set(err, "stopped");
    return err_set(err, "%s: %s", what, str_text(reason));
}

/* Sets the error that a path is why; the path is a stranger's. */
static int fail_at(const char *path, const char *why, struct err *err)
{
    scoped(str) shown = {0};
    utf8_add_valid(&shown, path, strnlen(path, MAX_SHOWN));
    return err_set(err, "'%s' %s", str_text(&shown), why);
}

/* ---- Writing ---- */

/* What a checkout would write. */
struct extent {
    uint64_t n_files, n_bytes;
    int n_levels; /* of the deepest folder */
};

/* Takes a part "MODE TYPE ID SIZE<tab>PATH"; the size of a submodule is "-". */
static bool take_entry(void *context, char *line, size_t length)
{
    struct extent *extent = context;
    char *tab = memchr(line, '\t', length);
    int n_levels = 0;
    if (!tab)
        return false;
    for (const char *at = tab; (at = strchr(at, '/')); at++)
        n_levels++;
    if (n_levels > extent->n_levels)
        extent->n_levels = n_levels;
    *tab = '\0';
    extent->n_files++;
    extent->n_bytes += strtoull(strrchr(line, ' ') ? strrchr(line, ' ') : "", NULL, 10);
    return extent->n_files <= MAX_FILES && extent->n_bytes <= MAX_BYTES;
}

/* Fails if a checkout would be too large. */
static int check_extent(const struct git_place *place, struct err *err)
{
    static const char *const list[] = {"ls-tree", "-r", "-l", "-z", "HEAD", NULL};
    struct extent extent = {0};
    scoped(str) reason = {0};
    const struct git_talk talk = {.end = '\0', .take = take_entry, .context = &extent};
    int status = git_run(place, list, &talk, &reason);
    if (extent.n_files > MAX_FILES || extent.n_bytes > MAX_BYTES)
        return err_set(err, "it has more than %d files or %d GiB, too many to be checked out",
                       MAX_FILES, (int)(MAX_BYTES >> 30));
    if (extent.n_levels > MAX_LEVELS)
        return err_set(err, "its files are in up to %d folders, too many to be checked out",
                       extent.n_levels);
    return status == 0 ? 0 : fail("its files cannot be listed", &reason, err);
}

static bool take_nothing(void *context, char *line, size_t length)
{
    (void)context;
    (void)line;
    (void)length;
    return true;
}

int past_check_out(const struct git_place *place, const char *folder, struct err *err)
{
    scoped_memory char *work_tree = mem_print("--work-tree=%s", folder);
    const char *const write[] = {work_tree, "read-tree", "--reset", "-u", "HEAD", NULL};
    scoped(str) reason = {0};
    const struct git_talk talk = {.end = '\n', .take = take_nothing};
    if (check_extent(place, err) != 0)
        return ERR;
    return git_run(place, write, &talk, &reason) == 0
               ? 0
               : fail("its files cannot be checked out", &reason, err);
}

/* ---- Comparing ---- */

/* Takes a part "XY PATH". */
static bool take_state(void *context, char *line, size_t length)
{
    struct found *found = context;
    if (length < 4)
        return false;
    if (strncmp(line, " M ", 3) == 0)
        array_push(&found->paths, arena_text(&found->arena, line + 3));
    else if (!found->other)
        found->other = arena_text(&found->arena, line);
    return true;
}

static bool take_id(void *context, char *line, size_t length)
{
    str_add(context, line, length);
    return true;
}

struct filtering {
    struct git_process git;
    struct str id;
};

static bool hand_on(void *context, struct str *out)
{
    struct filtering *filtering = context;
    char *bytes;
    size_t length;
    if (git_read_some(&filtering->git, &bytes, &length) != 1)
        return false;
    str_add(out, bytes, length);
    return true;
}

static bool take_filtered_id(void *context, char *line, size_t length)
{
    return take_id(&((struct filtering *)context)->id, line, length);
}

/* Whether a file has the bytes that git writes for its path in the index. */
static bool is_as_written(const struct git_place *place, const char *work_tree, const char *folder,
                          const char *path)
{
    scoped_memory char *object = mem_print(":0:%s", path);
    scoped_memory char *file = mem_print("%s/%s", folder, path);
    const char *const filter[] = {work_tree, "cat-file", "--filters", object, NULL};
    static const char *const hash_input[] = {"hash-object", "--stdin", NULL};
    const char *const hash_file[] = {"hash-object", "--no-filters", file, NULL};
    scoped(str) id = {0};
    scoped(str) reason = {0};
    struct filtering filtering = {.id = {0}};
    const struct git_talk own = {.end = '\n', .take = take_id, .context = &id};
    const struct git_talk piped = {
        .end = '\n', .more = hand_on, .take = take_filtered_id, .context = &filtering};
    bool is_good = git_start(&filtering.git, place, filter, NULL, NULL, NULL) == 0 &&
                   git_run(place, hash_input, &piped, &reason) == 0;
    is_good &= git_end(&filtering.git, NULL) == 0;
    is_good = is_good && git_run(place, hash_file, &own, &reason) == 0 &&
              strcmp(str_text(&id), str_text(&filtering.id)) == 0;
    str_release(&filtering.id);
    return is_good;
}

int past_compare_files(const struct git_place *place, const char *folder, struct err *err)
{
    scoped_memory char *work_tree = mem_print("--work-tree=%s", folder);
    const char *const status[] = {work_tree,
                                  "status",
                                  "--porcelain",
                                  "-z",
                                  "--ignored",
                                  "--untracked-files=all",
                                  "--ignore-submodules=dirty",
                                  "--no-renames",
                                  NULL};
    scoped(found) found = {0};
    scoped(str) reason = {0};
    const struct git_talk talk = {.end = '\0', .take = take_state, .context = &found};
    if (git_run(place, status, &talk, &reason) != 0)
        return fail("git cannot compare its files", &reason, err);
    if (found.other)
        return fail_at(found.other, "is a difference between its files and its commit", err);
    for (size_t i = 0; i < found.paths.n; i++)
        if (!is_as_written(place, work_tree, folder, found.paths.items[i]))
            return interrupt_signal()
                       ? err_set(err, "stopped")
                       : fail_at(found.paths.items[i], "is not the file of its commit", err);
    return 0;
}
