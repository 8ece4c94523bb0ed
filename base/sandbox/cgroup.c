/* A cgroup is a folder, and its limits are files in it. /proc/self/cgroup names the cgroups of this
 * process, and /proc/self/mountinfo says where they are mounted. If a hierarchy of version 1 has a
 * controller, version 2 does not have it.
 *
 * Threads that open their sandboxes at the same time need no lock: each step has the same result if
 * two of them take it. */
#include "base/sandbox/sandbox.h"

#include "base/file.h"
#include "base/mem.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/stat.h>

/* A process that has ended may be in its cgroup for another moment. */
enum { REMOVE_ATTEMPTS = 100, REMOVE_WAIT_US = 2000 };

enum { N_FOLDERS = 2 };

struct cgroup {
    struct str folders[N_FOLDERS]; /* of memory and of pids; version 2 has one for both */
    size_t n_folders;
    int events; /* the file that counts kills */
};

/* ---- Files ---- */

static int open_file(const char *folder, const char *name, int flags)
{
    scoped_memory char *path = mem_print("%s/%s", folder, name);
    return open(path, flags | O_CLOEXEC);
}

static bool write_file(const char *folder, const char *name, const char *text)
{
    scoped_fd int fd = open_file(folder, name, O_WRONLY);
    size_t length = strlen(text);
    return fd >= 0 && write(fd, text, length) == (ssize_t)length;
}

static bool write_number(const char *folder, const char *name, uint64_t number)
{
    scoped_memory char *text = mem_print("%" PRIu64, number);
    return write_file(folder, name, text);
}

/* A kernel without limits of swap has no such file. */
static bool write_if_there(const char *folder, const char *name, uint64_t number)
{
    return write_number(folder, name, number) || errno == ENOENT;
}

static struct str read_file(const char *folder, const char *name)
{
    scoped_memory char *path = mem_print("%s/%s", folder, name);
    struct str content = {0};
    if (file_read(&content, path, NULL) != 0)
        str_clear(&content);
    return content;
}

static bool has_word(const char *list, const char *word)
{
    static const char separators[] = " ,\n"; /* and the zero at the end */
    for (const char *at = list; (at = strstr(at, word)); at++)
        if ((at == list || strchr(separators, at[-1])) && strchr(separators, at[strlen(word)]))
            return true;
    return false;
}

static void remove_folder(const char *path)
{
    for (int i = 0; i < REMOVE_ATTEMPTS && rmdir(path) != 0 && errno == EBUSY; i++)
        usleep(REMOVE_WAIT_US);
}

/* ---- Names ---- */

/* Number 0 is the cgroup of tokfix itself. */
static bool is_own_name(const char *name, int *pid)
{
    unsigned number;
    int end = 0;
    return sscanf(name, "tokfix-%d-%u%n", pid, &number, &end) == 2 && !name[end] && *pid > 0;
}

/* Removes the cgroups of processes that were killed. The kernel keeps those that are in use. */
static void remove_stale(const char *parent)
{
    DIR *folder = opendir(parent);
    struct dirent *entry;
    int pid;
    while (folder && (entry = readdir(folder)))
        if (is_own_name(entry->d_name, &pid) && kill(pid, 0) != 0 && errno == ESRCH)
            unlinkat(dirfd(folder), entry->d_name, AT_REMOVEDIR);
    if (folder)
        closedir(folder);
}

/* Makes a cgroup beneath `parent`: the next folder of the sandbox. */
static bool add_folder(struct cgroup *cgroup, const char *parent)
{
    static atomic_uint n_made;
    struct str *path = &cgroup->folders[cgroup->n_folders];
    int failed;
    remove_stale(parent);
    do {
        str_set(path, "%s/tokfix-%d-%u", parent, (int)getpid(), ++n_made);
        failed = mkdir(path->text, 0755);
    } while (failed && errno == EEXIST);
    cgroup->n_folders += !failed;
    return !failed;
}

/* ---- The cgroup of this process ---- */

/* Appends the folder of a cgroup to `out`. The fields of a mount are "ID PARENT DEVICE ROOT POINT
 * OPTIONS [...] - TYPE SOURCE OPTIONS"; ROOT is the cgroup that is at POINT. */
static bool add_mounted(struct str *out, char *mounts, const char *controller, const char *group)
{
    enum { ROOT = 3, POINT, N_FIELDS };
    const char *type = controller ? " - cgroup " : " - cgroup2 ";
    for (char *line; (line = strsep(&mounts, "\n"));) {
        char *fields[N_FIELDS], *rest = strstr(line, type);
        if (!rest || (controller && !has_word(rest, controller)))
            continue;
        for (int i = 0; i < N_FIELDS; i++)
            fields[i] = line ? strsep(&line, " ") : "";
        size_t n = strcmp(fields[ROOT], "/") == 0 ? 0 : strlen(fields[ROOT]);
        if (strncmp(group, fields[ROOT], n) != 0 || (group[n] && group[n] != '/'))
            continue;
        str_print(out, "%s%s", fields[POINT], strcmp(group + n, "/") == 0 ? "" : group + n);
        return true;
    }
    return false;
}

/* Finds the path in a line "NUMBER:CONTROLLERS:PATH", and then its folder. `controller` NULL: of
 * version 2, which names no controllers. */
static bool find_own(struct str *out, const char *controller)
{
    scoped(str) groups = read_file("/proc/self", "cgroup");
    scoped(str) mounts = read_file("/proc/self", "mountinfo");
    char *rest = groups.text;
    for (char *line; (line = strsep(&rest, "\n"));) {
        strsep(&line, ":");
        const char *controllers = strsep(&line, ":");
        if (line && (controller ? has_word(controllers, controller) : !*controllers))
            return !strstr(line, "/..") && add_mounted(out, mounts.text, controller, line);
    }
    return false;
}

/* ---- Version 1 ---- */

static bool make_1(struct cgroup *cgroup, const char *memory, const struct cgroup_limits *limits)
{
    scoped(str) pids = {0};
    if (!find_own(&pids, "pids") || !add_folder(cgroup, memory) || !add_folder(cgroup, pids.text))
        return false;
    const char *folder = cgroup->folders[0].text;
    return write_number(folder, "memory.limit_in_bytes", limits->memory_bytes) &&
           write_if_there(folder, "memory.memsw.limit_in_bytes", limits->memory_bytes) &&
           write_number(cgroup->folders[1].text, "pids.max", limits->n_processes) &&
           (cgroup->events = open_file(folder, "memory.oom_control", O_RDONLY)) >= 0;
}

/* ---- Version 2 ---- */

static bool has_controllers(const char *folder, const char *file)
{
    scoped(str) names = read_file(folder, file);
    return has_word(str_text(&names), "memory") && has_word(str_text(&names), "pids");
}

/* Whether no other process is in the cgroup. */
static bool is_alone(const char *folder)
{
    char own[24];
    scoped(str) pids = read_file(folder, "cgroup.procs");
    snprintf(own, sizeof own, "%d\n", (int)getpid());
    return pids.length == 0 || strcmp(pids.text, own) == 0;
}

/* Moves this process into a child, so that the cgroup can give its controllers to children. */
static bool step_down(const char *folder)
{
    scoped(str) child = {0};
    str_set(&child, "%s/tokfix-%d-0", folder, (int)getpid());
    if (mkdir(child.text, 0755) != 0 && errno != EEXIST)
        return false;
    if (write_file(child.text, "cgroup.procs", "0") &&
        write_file(folder, "cgroup.subtree_control", "+memory +pids"))
        return true;
    write_file(folder, "cgroup.procs", "0");
    remove_folder(child.text);
    return false;
}

static bool make_2(struct cgroup *cgroup, char *parent, const struct cgroup_limits *limits)
{
    int pid;
    char *name = strrchr(parent, '/');
    if (name && is_own_name(name + 1, &pid)) /* this process has stepped down */
        *name = 0;
    bool is_giving = has_controllers(parent, "cgroup.controllers") &&
                     (has_controllers(parent, "cgroup.subtree_control") ||
                      (is_alone(parent) && step_down(parent)));
    if (!is_giving || !add_folder(cgroup, parent))
        return false;
    const char *folder = cgroup->folders[0].text;
    return write_number(folder, "memory.max", limits->memory_bytes) &&
           write_if_there(folder, "memory.swap.max", 0) &&
           write_number(folder, "pids.max", limits->n_processes) &&
           (cgroup->events = open_file(folder, "memory.events", O_RDONLY)) >= 0;
}

/* ---- Either version ---- */

struct cgroup *cgroup_new(const struct cgroup_limits *limits)
{
    scoped(cgroup) *cgroup = mem_alloc(1, sizeof *cgroup);
    scoped(str) own = {0};
    cgroup->events = -1;
    bool is_made = find_own(&own, "memory")
                       ? make_1(cgroup, own.text, limits)
                       : find_own(&own, NULL) && make_2(cgroup, own.text, limits);
    return is_made ? hand_over(cgroup) : NULL;
}

static bool move(const struct cgroup *cgroup, const char *file, pid_t process)
{
    bool is_moved = true;
    for (size_t i = 0; i < cgroup->n_folders; i++)
        is_moved &= write_number(cgroup->folders[i].text, file, (uint64_t)process);
    return is_moved;
}

bool cgroup_take(struct cgroup *cgroup, pid_t process)
{
    if (move(cgroup, "cgroup.procs", process))
        return true;
    move(cgroup, "../cgroup.procs", process); /* it may be in one of two */
    return false;
}

uint64_t cgroup_count_kills(const struct cgroup *cgroup)
{
    static const char name[] = "\noom_kill ";
    char text[512];
    ssize_t n = cgroup ? pread(cgroup->events, text, sizeof text - 1, 0) : 0;
    text[n > 0 ? n : 0] = 0;
    const char *count = strstr(text, name);
    return count ? strtoull(count + strlen(name), NULL, 10) : 0;
}

void cgroup_free(struct cgroup *cgroup)
{
    if (!cgroup)
        return;
    if (cgroup->events >= 0)
        close(cgroup->events);
    for (size_t i = 0; i < cgroup->n_folders; i++)
        remove_folder(cgroup->folders[i].text);
    for (size_t i = 0; i < N_FOLDERS; i++)
        str_release(&cgroup->folders[i]);
    free(cgroup);
}
