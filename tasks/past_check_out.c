/* `git status` calls some files modified right after they were written: those whose attributes say
 * that git would store them with other line ends than a commit has. Such a file must be byte for byte
 * what git writes for the blob. */
#include "tasks/past.h"

#include "base/interrupt.h"

/* remove_tree() has a limit, too, and what fails is removed. */
enum { MAX_LEVELS = 48, MAX_SHOWN = 200 };

struct found {
    struct arena arena;
    struct text_list paths; /* of files that git calls modified */
    const char *other;      /* the first of other kinds: "?? PATH" */
    bool is_deep;
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

static bool look_at_path(void *context, char *path, size_t length)
{
    struct found *found = context;
    int n = 0;
    (void)length;
    for (const char *at = path; (at = strchr(at, '/')); at++)
        n++;
    if (n > MAX_LEVELS && !found->other)
        found->other = arena_text(&found->arena, path);
    return true;
}

int past_check_out(const struct git_place *place, const char *folder, struct err *err)
{
    scoped_memory char *work_tree = mem_print("--work-tree=%s", folder);
    static const char *const list[] = {"ls-tree", "-r", "-z", "--name-only", "HEAD", NULL};
    const char *const write[] = {work_tree, "read-tree", "--reset", "-u", "HEAD", NULL};
    scoped(found) found = {0};
    scoped(str) reason = {0};
    struct git_talk talk = {.end = '\0', .take = look_at_path, .context = &found};
    if (git_run(place, list, &talk, &reason) != 0)
        return fail("its files cannot be listed", &reason, err);
    if (found.other)
        return fail_at(found.other, "is in too many folders to be checked out", err);
    talk.end = '\n';
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
    const struct git_talk piped = {'\n', hand_on, take_filtered_id, &filtering};
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
