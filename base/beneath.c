/* A folder is resolved once and stays open. A file in it is opened by name without following links.
 * Only if it is a link, its target is resolved and compared with the root. */
#include "base/beneath.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    MAX_NAME = 128,
    MORE_BYTES = 1 << 16, /* read at once if the size is unknown */
};

static const struct beneath_folder closed_folder = {.fd = -1};

bool beneath_is_safe_name(const char *name, size_t length)
{
    if (length == 0 || length > MAX_NAME)
        return false;
    for (size_t i = 0; i < length; i++)
        if (name[i] == '/' || (unsigned char)name[i] < 0x20 || name[i] == 0x7f ||
            ((unsigned char)name[i] == 0xc2 && i + 1 < length && (unsigned char)name[i + 1] < 0xa0))
            return false; /* the other control characters, U+0080 to U+009F */
    if (!utf8_is_valid(name, length))
        return false;
    return !(length == 1 && name[0] == '.') && !(length == 2 && name[0] == '.' && name[1] == '.');
}

bool beneath_is_safe_path(const char *path)
{
    for (size_t length;; path += length + 1) {
        length = strcspn(path, "/");
        if (!beneath_is_safe_name(path, length))
            return false;
        if (!path[length])
            return true;
    }
}

/* Whether an errno is a failure of the machine, and does not come from the file or its name. */
static bool is_of_machine(int code)
{
    static const int codes[] = {EIO,     EMFILE,  ENFILE,    ESTALE,      ETIMEDOUT, ENODEV,
                                ENOBUFS, EUCLEAN, ENOMEDIUM, ENOTCONN,    EHOSTDOWN, EREMOTEIO,
                                EBADMSG, EAGAIN,  ENOLCK,    ECONNABORTED};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (codes[i] == code)
            return true;
    return false;
}

static enum beneath_result failed(struct err *err)
{
    int reason = errno;
    if (reason == ENOMEM)
        mem_exhausted();
    err_set(err, "%s", strerror(reason));
    if (is_of_machine(reason))
        return BENEATH_BROKEN;
    return reason == ENOENT || reason == ENOTDIR ? BENEATH_MISSING : BENEATH_UNREADABLE;
}

static enum beneath_result outside(struct err *err)
{
    err_set(err, "a symbolic link leads out of the dataset");
    return BENEATH_OUTSIDE;
}

static bool is_beneath(const char *path, const char *root)
{
    size_t length = strlen(root);
    if (length == 1) /* "/" */
        return true;
    return strncmp(path, root, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

/* Takes over `resolved` and opens it as a folder. */
static enum beneath_result open_resolved(struct beneath_folder *out, char *resolved,
                                         const char *root, struct err *err)
{
    scoped_memory char *path = resolved;
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return failed(err);
    *out = (struct beneath_folder){.fd = fd, .path = hand_over(path), .root = root};
    return BENEATH_OK;
}

enum beneath_result beneath_open_root(struct beneath_folder *out, const char *path, struct err *err)
{
    *out = closed_folder;
    char *resolved = realpath(path, NULL);
    return resolved ? open_resolved(out, resolved, NULL, err) : failed(err);
}

static const char *root_of(const struct beneath_folder *folder)
{
    return folder->root ? folder->root : folder->path;
}

/* Returns the resolved path of `name` in `folder`, which the caller frees; NULL with a result if it
 * is refused. */
static char *resolve(const struct beneath_folder *folder, const char *name,
                     enum beneath_result *result, struct err *err)
{
    scoped_memory char *path = mem_print("%s/%s", folder->path, name);
    scoped_memory char *resolved = realpath(path, NULL);
    *result = !resolved                                ? failed(err)
              : !is_beneath(resolved, root_of(folder)) ? outside(err)
                                                       : BENEATH_OK;
    return *result == BENEATH_OK ? hand_over(resolved) : NULL;
}

enum beneath_result beneath_open(struct beneath_folder *out, const struct beneath_folder *parent,
                                 const char *path, struct err *err)
{
    *out = closed_folder;
    enum beneath_result result;
    char *resolved = resolve(parent, path, &result, err);
    return resolved ? open_resolved(out, resolved, root_of(parent), err) : result;
}

/* Opens a folder by names that are not links. Returns -1 with the reason in errno. */
static int open_names(int parent, char *names)
{
    int fd = -1;
    for (char *name = names, *next; name; name = next) {
        next = strchr(name, '/');
        if (next)
            *next++ = '\0';
        int inner =
            openat(fd < 0 ? parent : fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        int reason = errno;
        if (fd >= 0)
            close(fd);
        errno = reason;
        fd = inner;
        if (fd < 0)
            break;
    }
    return fd;
}

enum beneath_result beneath_enter(struct beneath_folder *out, const struct beneath_folder *parent,
                                  const char *path, struct err *err)
{
    scoped_memory char *names = mem_copy_text(path, strlen(path));
    *out = closed_folder;
    int fd = open_names(parent->fd, names);
    if (fd < 0)
        return failed(err);
    *out = (struct beneath_folder){
        .fd = fd, .path = mem_print("%s/%s", parent->path, path), .root = root_of(parent)};
    return BENEATH_OK;
}

static int open_file(const struct beneath_folder *folder, const char *name,
                     enum beneath_result *result, struct err *err)
{
    /* O_NONBLOCK: a named pipe must not block the run. */
    int flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
    int fd = openat(folder->fd, name, flags);
    if (fd < 0 && errno == ELOOP) {
        scoped_memory char *resolved = resolve(folder, name, result, err);
        if (!resolved)
            return -1;
        fd = open(resolved, flags);
    }
    if (fd < 0)
        *result = failed(err);
    return fd;
}

enum beneath_result beneath_too_large(size_t max_bytes, struct err *err)
{
    err_set(err, "larger than %s", counted((int64_t)max_bytes, "byte", "bytes").text);
    return BENEATH_TOO_LARGE;
}

/* A file of the size that fstat() reports is read with a single call, which has room for one byte
 * more to check that the file is no larger. Otherwise the reported size was a guess, and the file
 * is read to its end. */
static enum beneath_result read_all(struct str *content, int fd, size_t max_bytes, struct err *err)
{
    struct stat info;
    if (fstat(fd, &info) != 0)
        return failed(err);
    if (!S_ISREG(info.st_mode)) {
        err_set(err, S_ISDIR(info.st_mode) ? "it is a folder" : "it is not a regular file");
        return BENEATH_UNREADABLE;
    }
    size_t size = (size_t)info.st_size, room = size + 1;
    if (size > max_bytes)
        return beneath_too_large(max_bytes, err);
    for (;;) {
        ssize_t n = read(fd, str_reserve(content, room), room);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return failed(err);
        str_extend(content, (size_t)n);
        if (content->length > max_bytes)
            return beneath_too_large(max_bytes, err);
        if (n == 0 && content->length < size) {
            err_set(err, "it was cut short while it was read");
            return BENEATH_BROKEN;
        }
        if (n == 0 || content->length == size)
            return BENEATH_OK;
        room = MORE_BYTES;
    }
}

enum beneath_result beneath_read(struct str *content, const struct beneath_folder *folder,
                                 const char *name, size_t max_bytes, struct err *err)
{
    str_clear(content);
    enum beneath_result result = BENEATH_UNREADABLE;
    scoped_fd int fd = open_file(folder, name, &result, err);
    return fd < 0 ? result : read_all(content, fd, max_bytes, err);
}

static int fail_to_list(const struct beneath_folder *folder, struct err *err)
{
    return err_set_errno(err, "cannot list '%s'", folder->path);
}

/* Opens the folder once more, to list it; NULL with an error. */
static DIR *open_listing(const struct beneath_folder *folder, struct err *err)
{
    int fd = dup(folder->fd);
    DIR *directory = fd < 0 ? NULL : fdopendir(fd);
    if (directory) {
        rewinddir(directory);
        return directory;
    }
    fail_to_list(folder, err);
    if (fd >= 0)
        close(fd);
    return NULL;
}

int beneath_each_name(const struct beneath_folder *folder,
                      void (*take)(void *context, const char *name, bool is_folder, uint64_t size),
                      void *context, struct err *err)
{
    DIR *directory = open_listing(folder, err);
    if (!directory)
        return ERR;
    struct dirent *entry;
    struct stat info;
    while (errno = 0, (entry = readdir(directory)))
        if (fstatat(folder->fd, entry->d_name, &info, AT_SYMLINK_NOFOLLOW) == 0)
            take(context, entry->d_name, S_ISDIR(info.st_mode) || S_ISLNK(info.st_mode),
                 (uint64_t)info.st_size);
    int status = errno ? fail_to_list(folder, err) : 0;
    closedir(directory);
    return status;
}

/* Returns the kind of an entry. Not every file system says it in the listing. */
static enum beneath_kind kind_of(const struct beneath_folder *folder, const struct dirent *entry)
{
    struct stat info;
    unsigned type = entry->d_type;
    if (type == DT_UNKNOWN && fstatat(folder->fd, entry->d_name, &info, AT_SYMLINK_NOFOLLOW) == 0)
        type = IFTODT(info.st_mode);
    return type == DT_REG   ? BENEATH_FILE
           : type == DT_DIR ? BENEATH_FOLDER
           : type == DT_LNK ? BENEATH_LINK
                            : BENEATH_OTHER;
}

int beneath_list(struct beneath_names *out, const struct beneath_folder *folder, struct err *err)
{
    DIR *directory = open_listing(folder, err);
    if (!directory)
        return ERR;
    struct dirent *entry;
    while (errno = 0, (entry = readdir(directory)))
        if (*entry->d_name != '.')
            array_push(&out->list, (struct beneath_name){arena_text(&out->arena, entry->d_name),
                                                         kind_of(folder, entry)});
    int status = errno ? fail_to_list(folder, err) : 0;
    closedir(directory);
    array_sort(&out->list, text_compare); /* by `text`, the first member */
    return status;
}

void beneath_names_release(struct beneath_names *names)
{
    array_release(&names->list);
    arena_release(&names->arena);
    *names = (struct beneath_names){0};
}

void beneath_close(struct beneath_folder *folder)
{
    if (folder->path && folder->fd >= 0)
        close(folder->fd);
    free(folder->path);
    *folder = closed_folder;
}

void breakage_init(struct breakage *breakage)
{
    breakage->is_ready = true;
    breakage->is_broken = false;
    monitor_init(&breakage->monitor);
}

void breakage_release(struct breakage *breakage)
{
    if (breakage->is_ready)
        monitor_release(&breakage->monitor);
    breakage->is_ready = false;
}

void breakage_note(struct breakage *breakage, const char *folder, const char *name,
                   const char *reason)
{
    scoped(monitor_stay) stay = monitor_stay(&breakage->monitor);
    if (!breakage->is_broken)
        err_set(&breakage->err, "cannot read '%s/%s': %s", folder, name, reason);
    breakage->is_broken = true;
}

int breakage_check(struct breakage *breakage, struct err *err)
{
    scoped(monitor_stay) stay = monitor_stay(&breakage->monitor);
    return breakage->is_broken ? err_pass(err, &breakage->err) : 0;
}
