/* The folder of tokfix build: its lock, its record, and the removal of what is made again. */
#include "base/file.h"
#include "base/remove.h"
#include "base/target.h"
#include "commands/build.h"
#include "export/publish/contents.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>

/* The first line of the record. */
static const char title[] = "# The commands that made this folder, for tokfix build";

/* What a step makes; the others change the database. */
const char *const build_made[BUILD_STEPS] = {
    [BUILD_MINE] = BUILD_DATABASE, [BUILD_REPORT] = "report.html", [BUILD_PUBLISH] = "dataset"};

const char *build_path(struct build *build, const char *name)
{
    return arena_print(&build->arena, "%s/%s", build->folder, name);
}

enum { LOCK_TRIES = 20, LOCK_PAUSE_MS = 100 };

/* A run that was killed may take a moment to end. */
int build_lock_folder(struct build *build, struct err *err)
{
    const struct timespec pause = {.tv_nsec = LOCK_PAUSE_MS * 1000000L};
    build->is_new = mkdir(build->folder, 0777) == 0;
    if (!build->is_new && errno != EEXIST)
        return err_set_errno(err, "cannot create the folder '%s'", build->folder);
    build->lock = open(build->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (build->lock < 0)
        return err_set_errno(err, "cannot open the folder '%s'", build->folder);
    for (int i = 0; flock(build->lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK; i++) {
        if (i == LOCK_TRIES)
            return err_set(err, "another run is building in '%s'", build->folder);
        nanosleep(&pause, NULL);
    }
    return 0;
}

int build_read_record(struct text_list *lines, struct build *build, struct err *err)
{
    scoped(str) text = {0};
    scoped_array struct text_list names = {0};
    const char *path = build_path(build, BUILD_RECORD);
    struct stat info;
    if (lstat(path, &info) == 0 && S_ISREG(info.st_mode)) {
        if (file_read(&text, path, err) != 0)
            return ERR;
        char *rest = arena_text(&build->arena, str_text(&text)), *line = strsep(&rest, "\n");
        bool is_ours = strcmp(line, title) == 0;
        while (is_ours && (line = strsep(&rest, "\n")) && *line)
            array_push(lines, line);
        if (is_ours && lines->n <= BUILD_STEPS)
            return 0;
        return err_set(err, "'%s' is not the record of tokfix build; name another folder", path);
    }
    if (file_list(&names, &build->arena, build->folder, err) != 0)
        return ERR;
    for (size_t i = 0; i < names.n; i++)
        if (strcmp(names.items[i], BUILD_RECORD ".partial") != 0)
            return err_set(
                err, "'%s' has '%s', and no " BUILD_RECORD " of tokfix build; name a new folder",
                build->folder, names.items[i]);
    return 0;
}

int build_write_record(struct build *build, size_t n, struct err *err)
{
    scoped(target) target = {0};
    scoped(str) text = {0};
    build->n_done = n;
    str_print(&text, "%s\n", title);
    for (size_t i = 0; i < n; i++)
        str_print(&text, "%s\n", build->lines[i]);
    if (target_open(&target, build_path(build, BUILD_RECORD), true, err) != 0 ||
        file_write(target.partial_path, str_text(&text), text.length, err) != 0)
        return ERR;
    return target_commit(&target, err);
}

int build_discard(struct build *build, size_t first, struct err *err)
{
    static const char *const endings[] = {"", "-journal", ".unfinished", ".unfinished-journal"};
    const char *dataset = build_path(build, build_made[BUILD_PUBLISH]);
    scoped_memory char *foreign = NULL;
    size_t n;
    if (file_is_folder(dataset)) {
        if (contents_rules.look(dataset, &foreign, &n, err) != 0)
            return ERR;
        if (foreign)
            return err_set(err, "'%s' contains '%s', which tokfix did not write; move it away",
                           dataset, foreign);
    }
    for (size_t step = BUILD_STEPS; step-- > first;)
        for (size_t i = 0;
             build_made[step] && i < (step == BUILD_MINE ? sizeof endings / sizeof *endings : 1);
             i++) {
            const char *name = arena_print(&build->arena, "%s%s", build_made[step], endings[i]);
            const char *path = build_path(build, name);
            if (remove_tree(path) != 0 && errno != ENOENT)
                return err_set_errno(err, "cannot remove '%s'", path);
        }
    return 0;
}

bool build_drop_folder(struct build *build)
{
    if (!build->is_new || build->n_done || access(build_path(build, BUILD_DATABASE), F_OK) == 0 ||
        access(build_path(build, BUILD_DATABASE ".unfinished"), F_OK) == 0)
        return false;
    unlink(build_path(build, BUILD_RECORD));
    unlink(build_path(build, BUILD_LOG));
    return rmdir(build->folder) == 0;
}
