/* A tmpfs becomes the root. Paths of this machine are mounted in it, read-only and without
 * set-user-id programs. Each writable folder is its own tmpfs, with limits on bytes and files, so
 * that it can be replaced as a whole. */
#include "base/sandbox/mounts.h"

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/landlock.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#define TMP     "/run/tmp" /* /tmp is a link to it: see mounts_landlock() */
#define URANDOM "/dev/urandom"
#define SEEDS   "/dev/other-seed"
#define STREAMS "/dev/fd"

static const char tmp_options[] = "size=64m,nr_inodes=4096,mode=0755";
static const char program_options[] = "size=64m,nr_inodes=1024,mode=0755";
static const char shared_options[] = "size=512m,nr_inodes=1024,mode=0755";
static const char stream_options[] = "size=0,nr_inodes=8,mode=0755"; /* no limit on the input */

static struct stat empty_tmp; /* /tmp as it was mounted */
static int streams;           /* /dev/fd, writable: a mount that programs cannot see */

/* Folders that are links into /usr on a merged system. */
static const char *const usr_links[] = {"bin", "sbin", "lib", "lib32", "lib64", "libx32", NULL};

/* A name in the sandbox, relative to its root, and what it stands for. */
struct alias {
    const char *of, *name;
};

/* Programs open their standard streams by these links, and shared memory and semaphores by names in
 * /dev/shm. */
static const struct alias stream_links[] = {{"fd/0", "dev/stdin"},
                                            {"fd/1", "dev/stdout"},
                                            {"fd/2", "dev/stderr"},
                                            {TMP, "dev/shm"},
                                            {STREAMS, "proc/self/fd"}};

/* Devices of this machine. Random bytes are always zeros, so that a run can be repeated; the other
 * seed is a file. */
static const struct alias devices[] = {{"/dev/null", "dev/null"},
                                       {"/dev/zero", "dev/zero"},
                                       {"/dev/full", "dev/full"},
                                       {"/dev/zero", "dev/random"},
                                       {"/dev/zero", "dev/urandom"}};

/* Makes all folders of a relative path. The last part becomes a folder if `is_folder`, or else an
 * empty file. */
static int make_path(const char *path, bool is_folder)
{
    char part[MOUNTS_PATH_SIZE];
    size_t length = strlen(path);
    if (length >= sizeof part) {
        errno = ENAMETOOLONG;
        return -1;
    }
    for (size_t i = 1; i <= length; i++) {
        if (path[i] != '/' && (path[i] != 0 || !is_folder))
            continue;
        memcpy(part, path, i);
        part[i] = 0;
        if (mkdir(part, 0755) != 0 && errno != EEXIST)
            return -1;
    }
    if (is_folder)
        return 0;
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    return fd < 0 ? -1 : close(fd);
}

enum {
    MACHINE = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV,
    WRITABLE = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC,
    DEVICES = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC,
};

/* A path of this machine that is not yet mounted. */
struct tree {
    int fd;
    bool is_folder;
};

/* Copies the mounts at and below a path. */
static int open_path(struct tree *tree, const char *from, uint64_t attributes)
{
    struct stat info;
    struct mount_attr attr = {.attr_set = attributes};
    *tree = (struct tree){.fd = -1};
    if (stat(from, &info) != 0)
        return -1;
    tree->is_folder = S_ISDIR(info.st_mode);
    tree->fd = (int)syscall(SYS_open_tree, AT_FDCWD, from,
                            OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE);
    return tree->fd < 0 ? -1
                        : (int)syscall(SYS_mount_setattr, tree->fd, "",
                                       AT_EMPTY_PATH | AT_RECURSIVE, &attr, sizeof attr);
}

/* Mounts a tree at a relative path of the new root. */
static int place_tree(const struct tree *tree, const char *to)
{
    if (make_path(to, tree->is_folder) != 0)
        return -1;
    if (syscall(SYS_move_mount, tree->fd, "", AT_FDCWD, to, MOVE_MOUNT_F_EMPTY_PATH) != 0)
        return -1;
    return close(tree->fd);
}

/* Binds a path of this machine to a relative path of the new root, read-only. */
static int bind_path(const char *from, const char *to, uint64_t attributes)
{
    struct tree tree;
    return open_path(&tree, from, attributes) == 0 ? place_tree(&tree, to) : -1;
}

static int mount_tmpfs(const char *path, unsigned long flags, const char *options)
{
    return mount("tmpfs", path, "tmpfs", MS_NOSUID | MS_NODEV | flags, options);
}

static int bind_machine(const struct mounted_path *paths, const struct tree *trees)
{
    char target[64];
    if (bind_path("/usr", "usr", MACHINE) != 0)
        return -1;
    for (size_t i = 0; paths[i].from; i++)
        if (*paths[i].from ? trees[i].fd >= 0 && place_tree(&trees[i], paths[i].to + 1) != 0
                           : mount_tmpfs(paths[i].to + 1, MS_RDONLY, "size=4k,mode=0755") != 0)
            return -1;
    for (const char *const *link = usr_links; *link; link++) {
        char path[16] = "/";
        strcat(path, *link);
        ssize_t length = readlink(path, target, sizeof target - 1);
        if (length < 0)
            continue; /* missing, or not a link: then programs in /usr do not need it */
        target[length] = 0;
        if (symlink(target, *link) != 0)
            return -1;
    }
    return 0;
}

static int write_file(const char *path, const void *bytes, size_t n)
{
    if (make_path(path, false) != 0)
        return -1;
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0 || file_write_all(fd, bytes, n) != 0 || fchmod(fd, 0755) != 0)
        return -1;
    return close(fd);
}

/* Bytes of a linear congruential generator: enough for the seeds that programs read. */
static int write_seeds(void)
{
    unsigned char bytes[1 << 16];
    uint32_t state = 1;
    for (size_t i = 0; i < sizeof bytes; i++) {
        state = state * 1664525 + 1013904223;
        bytes[i] = (unsigned char)(state >> 24);
    }
    return write_file(SEEDS + 1, bytes, sizeof bytes);
}

/* The times of /tmp reveal nothing: they begin as zero, and reading does not change them. Nothing
 * there can be executed or mapped as code: a program of a virtual machine, whose limits are wide,
 * must not become one of machine code. */
static const char *mount_tmp(void)
{
    const struct timespec zero[2] = {{0, 0}, {0, 0}};
    if (mount_tmpfs(TMP, MS_NOATIME | MS_NOEXEC, tmp_options) != 0)
        return "mount(tmpfs)";
    if (utimensat(AT_FDCWD, TMP, zero, 0) != 0 || stat(TMP, &empty_tmp) != 0)
        return "utimensat";
    return NULL;
}

/* Makes a mount read-only, or writable again. */
static const char *set_read_only(const char *path, bool is_read_only)
{
    struct mount_attr attr = {0};
    *(is_read_only ? &attr.attr_set : &attr.attr_clr) = MOUNT_ATTR_RDONLY;
    return syscall(SYS_mount_setattr, AT_FDCWD, path, 0, &attr, sizeof attr) == 0 ? NULL
                                                                                  : "mount_setattr";
}

/* The input is a file, and the outputs are pipes with names. */
static const char *mount_streams(void)
{
    if (mount_tmpfs(STREAMS, MS_NOATIME | MS_NOEXEC, stream_options) != 0)
        return "mount(tmpfs)";
    if (make_path(STREAMS "/0" + 1, false) != 0 || mkfifo(STREAMS "/1", 0600) != 0 ||
        mkfifo(STREAMS "/2", 0600) != 0)
        return "mkfifo";
    streams = (int)syscall(SYS_open_tree, AT_FDCWD, STREAMS, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC);
    return streams < 0 ? "open_tree" : set_read_only(STREAMS, true);
}

/* Makes the tmpfs in the current folder the root, and detaches the old one. */
static int enter(void)
{
    return syscall(SYS_pivot_root, ".", ".") != 0 || umount2(".", MNT_DETACH) != 0 || chdir("/");
}

const char *mounts_build(const struct mounted_path *paths, const struct mounted_file *files)
{
    struct tree trees[MOUNTS_MAX_PATHS];
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0)
        return "mount(/, MS_PRIVATE)";
    for (size_t i = 0; paths[i].from; i++) /* before the new root hides /tmp */
        if (open_path(&trees[i], paths[i].from,
                      (paths[i].is_writable ? WRITABLE : MACHINE) |
                          (paths[i].is_foreign ? MOUNT_ATTR_NOSYMFOLLOW : 0)) != 0 &&
            errno != ENOENT)
            return "open_tree";
    if (mount_tmpfs("/tmp", 0, "size=2m,mode=0755") != 0 || chdir("/tmp") != 0)
        return "mount(tmpfs)";
    if (make_path("run/tmp", true) != 0 || make_path("programs", true) != 0 ||
        make_path(STREAMS + 1, true) != 0 || make_path("proc/self", true) != 0 ||
        symlink("run/tmp", "tmp") != 0)
        return "mkdir";
    for (size_t i = 0; i < sizeof stream_links / sizeof *stream_links; i++)
        if (symlink(stream_links[i].of, stream_links[i].name) != 0)
            return "symlink";
    if (bind_machine(paths, trees) != 0)
        return "bind /usr";
    /* Devices of a read-only mount can be written to, but not changed (mode, owner, times). */
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
        if (bind_path(devices[i].of, devices[i].name, DEVICES) != 0)
            return "bind /dev";
    if (write_seeds() != 0)
        return "write";
    for (; files->path; files++)
        if (write_file(files->path + 1, files->bytes, files->n_bytes) != 0)
            return "write";
    if (enter() != 0)
        return "pivot_root";
    if (mount_tmpfs("/programs", 0, "size=1m,nr_inodes=4096,mode=0755") != 0)
        return "mount(tmpfs)";
    const char *failed = set_read_only("/programs", true);
    if (!failed)
        failed = mount_tmp();
    if (!failed)
        failed = mount_streams();
    return failed ? failed : set_read_only("/", true);
}

/* A program owns /tmp, so it can leave something in its mode and times, too. */
const char *mounts_renew_tmp(void)
{
    struct statfs use;
    struct stat now;
    if (statfs(TMP, &use) != 0 || stat(TMP, &now) != 0)
        return "statfs";
    if (use.f_ffree + 1 == use.f_files && use.f_bfree == use.f_blocks &&
        now.st_mode == empty_tmp.st_mode &&
        memcmp(&now.st_atim, &empty_tmp.st_atim, sizeof now.st_atim) == 0 &&
        memcmp(&now.st_mtim, &empty_tmp.st_mtim, sizeof now.st_mtim) == 0 &&
        memcmp(&now.st_ctim, &empty_tmp.st_ctim, sizeof now.st_ctim) == 0)
        return NULL;
    return umount2(TMP, MNT_DETACH) == 0 ? mount_tmp() : "umount";
}

const char *mounts_open_input(int *out, int from)
{
    int to = openat(streams, "0", O_WRONLY | O_TRUNC | O_CLOEXEC);
    ssize_t n;
    if (to < 0)
        return "openat";
    while ((n = sendfile(to, from, NULL, 1 << 30)) > 0)
        ;
    close(to);
    if (n < 0)
        return "sendfile";
    *out = open(STREAMS "/0", O_RDONLY | O_CLOEXEC);
    return *out < 0 ? "open" : NULL;
}

const char *mounts_open_output(int ends[2], bool is_errors)
{
    const char *path = is_errors ? STREAMS "/2" : STREAMS "/1";
    ends[0] = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    ends[1] = ends[0] < 0 ? -1 : open(path, O_WRONLY | O_CLOEXEC);
    return ends[1] < 0 ? "open" : NULL;
}

void mounts_program_path(char path[32], uint32_t number)
{
    snprintf(path, 32, "/programs/%" PRIu32, number);
}

/* Unlocks or locks the folder of a program. The program owns it, but cannot unlock it, because the
 * folder is read-only. */
static const char *set_visible(uint32_t number, bool is_visible)
{
    char path[32];
    mounts_program_path(path, number);
    const char *failed = set_read_only(path, false);
    if (!failed && chmod(path, is_visible ? 0755 : 0) != 0)
        failed = "chmod";
    return failed ? failed : set_read_only(path, true);
}

static uint32_t visible = MOUNTS_NO_PROGRAM;

static bool is_shared(uint32_t number)
{
    return number >= MOUNTS_FIRST_SHARED && number != MOUNTS_NO_PROGRAM;
}

static const char *hide_others(uint32_t number)
{
    const char *failed = NULL;
    if (visible != MOUNTS_NO_PROGRAM && visible != number)
        failed = set_visible(visible, false);
    visible = MOUNTS_NO_PROGRAM;
    return failed;
}

const char *mounts_show_program(uint32_t number)
{
    char path[32];
    if (number == visible || is_shared(number))
        return NULL;
    const char *failed = hide_others(number);
    mounts_program_path(path, number);
    if (failed || access(path, F_OK) != 0)
        return failed;
    visible = number;
    return set_visible(number, true);
}

const char *mounts_add_program(uint32_t number)
{
    char path[32];
    const char *failed = hide_others(number);
    mounts_program_path(path, number);
    umount2(path, MNT_DETACH); /* fails if there was none */
    if (!failed)
        failed = set_read_only("/programs", false);
    if (failed)
        return failed;
    if (!is_shared(number))
        visible = number;
    if (mkdir(path, 0755) != 0 && errno != EEXIST)
        return "mkdir";
    failed = set_read_only("/programs", true);
    if (failed)
        return failed;
    const char *options = is_shared(number) ? shared_options : program_options;
    return mount_tmpfs(path, 0, options) == 0 ? NULL : "mount(tmpfs)";
}

const char *mounts_seal_program(uint32_t number)
{
    char path[32];
    mounts_program_path(path, number);
    return set_read_only(path, true);
}

const char *mounts_choose_seed(bool is_other)
{
    static bool is_now_other;
    if (is_other == is_now_other)
        return NULL;
    is_now_other = is_other;
    if (!is_other)
        return umount2(URANDOM, MNT_DETACH) == 0 ? NULL : "umount";
    return mount(SEEDS, URANDOM, NULL, MS_BIND, NULL) == 0 ? NULL : "mount(MS_BIND)";
}

static int allow_beneath(int ruleset, const char *path, uint64_t rights)
{
    struct landlock_path_beneath_attr rule = {rights, open(path, O_PATH | O_CLOEXEC)};
    if (rule.parent_fd < 0 ||
        syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) != 0)
        return -1;
    return close(rule.parent_fd);
}

/* A rule applies to mounts that are made beneath its folder later, but not to a mount on the folder
 * itself. The writable tmpfs is replaced, so its rule is on the parent folder. */
int mounts_landlock(bool is_compiler)
{
    const uint64_t reading =
        LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
    int version =
        (int)syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 0)
        return -1;
    /* The rights that each version has added: 13 at first, then REFER, then TRUNCATE. */
    const uint64_t all = (1ULL << (version >= 3 ? 15 : version == 2 ? 14 : 13)) - 1;
    const struct landlock_ruleset_attr handled = {.handled_access_fs = all};
    int ruleset = (int)syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0);
    if (ruleset < 0)
        return -1;
    const struct {
        const char *path;
        uint64_t rights;
    } rules[] = {{"/", reading},
                 {"/dev", LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE},
                 {"/run", all},
                 {"/programs", is_compiler ? all : reading}};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (allow_beneath(ruleset, rules[i].path, rules[i].rights) != 0)
            return -1;
    return ruleset;
}
